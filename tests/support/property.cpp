#include "support/property.hpp"

#include <rapidcheck/gtest.h>

namespace nqueens::tests {

void check_property(void (*property)()) {
  rc::detail::checkGTest(*property);
}

std::uint64_t draw_seed() {
  return *rc::gen::arbitrary<std::uint64_t>();
}

}  // namespace nqueens::tests
