// The grammar of text placements: digits, white space, commas, '#' comments. Each block of a text
// is parsed by itself, and the blocks are put together in order, so that several threads can parse
// one file.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "nqueens/placement.hpp"

namespace nqueens::placements {

/// A column has at most this many digits, leading zeros included. The limit bounds what a cut has
/// to carry over to the next block.
inline constexpr std::size_t kMaxDigits = 11;

/// Smallest block that a text may be cut into: a run of digits too long for a column is then seen
/// in one block wherever the cuts are.
inline constexpr std::size_t kMinTextBlock = 16;

/// Entries that a block of this many bytes can hold.
constexpr std::size_t max_entries(std::size_t bytes) {
  return bytes / 2 + 1;
}

/// What is wrong in a block of text, and where.
struct TextFault {
  enum class Kind {
    character,
    empty_entry,
    number,  ///< too large, or too many digits
    column,  ///< off every board, by count_from_zero(), which does not know the offset
  };
  Kind kind = Kind::character;
  std::size_t offset = 0;  ///< bytes from the start of the block
  std::size_t row = 0;     ///< entries of the block before it
  std::string shown;       ///< the offending text, safe to print
};

/// What parse_block found in a block.
struct ParsedBlock {
  std::size_t entries = 0;                   ///< written to the output, up to the fault
  std::optional<std::size_t> leading_comma;  ///< offset of a comma before the first entry
  bool ends_after_comma = false;             ///< a comma and no entry after it
  std::optional<TextFault> fault;            ///< the first fault within the block
};

/// Parses a block. `in_comment` says that the text before it ends inside a comment. The block must
/// not begin or end inside a number, unless the number is too long to be a column. `output` has
/// room for max_entries(block.size()) columns.
ParsedBlock parse_block(std::string_view block, bool in_comment, std::uint64_t* output);

/// Takes `base` off the entries of a block; the first one that no board has becomes its fault.
void count_from_zero(int base, bool is_signed, std::uint64_t* columns, ParsedBlock& block);

/// How much of `text` can be a block when more text follows: all but the digits at its end. Not 0
/// for a text of kMinTextBlock bytes or more.
std::size_t cut_block(std::string_view text);

/// True when a text that begins inside a comment (`in_comment`) or outside ends inside one.
bool ends_in_comment(std::string_view text, bool in_comment);

/// Puts parsed blocks together in the order of the text: rows, commas across cuts, errors.
class TextProgress {
 public:
  /// Of an input of that name, for errors, whose first column has the number `base`.
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
  bool after_comma_ = true;  // the start of the text is no place for a comma either
};

/// Appends columns to a placement in memory. `name` is the input's, or that of a place in it.
/// Throws InvalidPlacement for more than it can hold.
void append(std::span<const std::uint64_t> columns, const std::string& name, Placement& placement);

}  // namespace nqueens::placements
