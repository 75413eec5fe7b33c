// Printing of 128-bit counts, which the standard library lacks.
#include "nqueens/wide.hpp"

#include <fmt/format.h>

namespace nqueens {

std::string to_string(WideCount value) {
  return fmt::format("{}", value);
}

}  // namespace nqueens
