// Texts of placements and boards: their lines, and columns as numbers.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace nqueens::placements {

constexpr bool is_space(char letter) {
  return letter == ' ' || (letter >= '\t' && letter <= '\r');
}

/// Whether a line has nothing but spaces.
inline bool is_blank(std::string_view line) {
  return std::all_of(line.begin(), line.end(), is_space);
}

inline std::string_view without_comment(std::string_view line) {
  return line.substr(0, line.find('#'));
}

/// Takes the next line, without its end, from the front of the text; false where the text is empty.
inline bool take_line(std::string_view& text, std::string_view& line) {
  if (text.empty()) return false;
  const std::size_t end = std::min(text.find('\n'), text.size());
  line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return true;
}

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
