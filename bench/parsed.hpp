// Numbers on the command lines of the measuring tools.
#pragma once

#include <fmt/format.h>

#include <charconv>
#include <string_view>
#include <system_error>

#include "nqueens/error.hpp"

/// The whole of the text as a number. Throws InvalidArgument, which names it by `what`.
template <typename Number>
Number parsed(std::string_view text, std::string_view what) {
  Number number{};
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc{} || end != text.data() + text.size()) {
    throw nqueens::InvalidArgument(fmt::format("{} is not a number: '{}'", what, text));
  }
  return number;
}
