// Parses placements in text: digits, white space, commas and '#' comments. Each block of a text is
// parsed by itself, so that several threads can parse one file; TextProgress joins the blocks in
// order.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "nqueens/placement.hpp"

namespace nqueens::placements {

std::string printable(char c);  ///< puts it in quotes: "'a'", "'\\x07'"

constexpr bool is_space(char letter) {
  return letter == ' ' || (letter >= '\t' && letter <= '\r');
}

inline bool is_blank(std::string_view line) {
  return std::all_of(line.begin(), line.end(), is_space);
}

inline std::string_view without_comment(std::string_view line) {
  return line.substr(0, line.find('#'));
}

/// Takes the next line, without its end, from the front of the text; false for an empty text.
inline bool take_line(std::string_view& text, std::string_view& line) {
  if (text.empty()) return false;
  const std::size_t end = std::min(text.find('\n'), text.size());
  line = text.substr(0, end);
  text.remove_prefix(std::min(end + 1, text.size()));
  return true;
}

/// Appends the numbers, each after a space; `is_first` leaves out the first space.
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

/// Most digits of a column, with leading zeros. It bounds what a cut carries to the next block.
inline constexpr std::size_t kMaxDigits = 11;

/// Smallest block of a text. More digits than a column has are then within one block, wherever
/// the cuts are.
inline constexpr std::size_t kMinTextBlock = 16;

/// A block of this many bytes holds at most this many entries.
constexpr std::size_t max_entries(std::size_t bytes) {
  return bytes / 2 + 1;
}

struct TextFault {
  enum class Kind {
    character,
    empty_entry,
    number,  ///< too large, or too many digits
    column,  ///< it is on no board; found by count_from_zero(), without an offset
  };
  Kind kind = Kind::character;
  std::size_t offset = 0;  ///< bytes from the start of the block
  std::size_t row = 0;     ///< entries before it in the block
  std::string shown;       ///< the offending text, safe to print
};

struct ParsedBlock {
  std::size_t entries = 0;                   ///< written to the output, up to the fault
  std::optional<std::size_t> leading_comma;  ///< offset of a comma before the first entry
  bool ends_after_comma = false;             ///< whether a comma comes after the last entry
  std::optional<TextFault> fault;            ///< the first fault within the block
};

/// Parses a block, which may begin inside a comment (`in_comment`). The block must not begin or end
/// inside a number, unless that number is too long for a column. `output` has room for
/// max_entries(block.size()) columns.
ParsedBlock parse_block(std::string_view block, bool in_comment, std::uint64_t* output);

/// Subtracts `base` from the entries of a block; the first one outside every board becomes its
/// fault.
void count_from_zero(int base, bool is_signed, std::uint64_t* columns, ParsedBlock& block);

/// Returns the length of the block at the front of `text` when more text follows: all but the
/// digits at its end. It is not 0 for kMinTextBlock bytes or more.
std::size_t cut_block(std::string_view text);

/// Whether a text ends inside a comment, if it begins inside one or not (`in_comment`).
bool ends_in_comment(std::string_view text, bool in_comment);

/// Joins parsed blocks in the order of the text: rows, commas across cuts, errors.
class TextProgress {
 public:
  /// Errors name the text `name`; the first column has the number `base`.
  explicit TextProgress(std::string name, int base = 0) : name_(std::move(name)), base_(base) {}

  /// Takes the next block, which begins at byte `offset` of the text, and returns the row of its
  /// first entry. Throws InvalidPlacement for the first fault, with its byte and its row.
  std::uint64_t append(const ParsedBlock& block, std::uint64_t offset);
  /// Ends the text; throws InvalidPlacement when it has no entry. Returns the number of entries.
  std::uint64_t finish() const;

 private:
  [[noreturn]] void report(const TextFault& fault, std::uint64_t offset) const;

  std::string name_;
  int base_;
  std::uint64_t rows_ = 0;
  bool after_comma_ = true;  // no comma at the start of the text either
};

/// Appends columns to a placement; errors name the input, or a place in it, `name`. Throws
/// InvalidPlacement for more than a placement in memory can hold.
void append(std::span<const std::uint64_t> columns, const std::string& name, Placement& placement);

}  // namespace nqueens::placements
