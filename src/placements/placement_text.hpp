// Columns as text.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <utility>

namespace nqueens::placements {

/// Appends the numbers, each after a space but for the first one where the text begins with it.
template <typename Number>
void append_columns(std::span<const Number> columns, bool is_first, std::string& text) {
  constexpr std::size_t kMaxBytes = 21;  // twenty digits and a separator
  const std::size_t size_before = text.size();
  text.resize(size_before + kMaxBytes * columns.size());
  char* end = text.data() + size_before;
  for (const Number column : columns) {
    if (!std::exchange(is_first, false)) *end++ = ' ';
    const fmt::format_int digits(column);
    end = std::copy_n(digits.data(), digits.size(), end);
  }
  text.resize(static_cast<std::size_t>(end - text.data()));
}

}  // namespace nqueens::placements
