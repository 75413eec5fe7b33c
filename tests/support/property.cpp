#include "support/property.hpp"

#include <rapidcheck/gtest.h>

namespace nqueens::tests {

void check_property(void (*property)()) {
  rc::detail::checkGTest(*property);
}

}  // namespace nqueens::tests
