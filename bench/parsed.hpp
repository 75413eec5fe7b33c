// Numbers on the command lines of the measuring tools.
#pragma once

#include <fmt/format.h>

#include <string_view>

#include "base/numbers.hpp"
#include "nqueens/error.hpp"

/// Parses the whole text as a number. Throws InvalidArgument, which names it by `what`.
template <typename Number>
Number parsed(std::string_view text, std::string_view what) {
  if (const auto number = nqueens::base::parse_number<Number>(text)) return *number;
  throw nqueens::InvalidArgument(fmt::format("{} is not a number: '{}'", what, text));
}
