// The values of the command line: numbers, words of a list, board sizes, and formats. 1000000, 1e6,
// 1_000_000 and 2.5e3 are all whole numbers. Bad values throw InvalidArgument with one line that
// names what it is the value of, what is valid, and what was given.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "nqueens/board.hpp"

namespace nqueens::cli {

/// Parses a whole number from `min` to `max`; `subject` names it in errors: "board size must be a
/// whole number from 0 to 32, not '2.5'". Exact for all 64 bits.
std::uint64_t parse_whole(std::string_view text, std::string_view subject, std::uint64_t min,
                          std::uint64_t max);

/// Parses a number of seconds, 0.001 to 1e9, fractions allowed.
double parse_seconds(std::string_view text, std::string_view subject);

/// Tells whether the text can only be meant as a number: a digit after at most one '-' and one '.'.
bool looks_like_number(std::string_view text);

/// Returns the candidate that was probably meant: it begins with the word, or one letter more, less
/// or another, or two exchanged neighbours, make it the word. nullopt when none is that near.
std::optional<std::string> nearest(std::string_view word, std::span<const std::string> candidates);

/// Throws "--engine must be auto, bitmask or reference, not 'bitmsk'; did you mean bitmask?".
void require_word(std::string_view text, std::string_view subject,
                  std::span<const std::string> valid);

struct BoardShape {
  std::uint64_t rows = 0;
  std::uint64_t columns = 0;
  friend bool operator==(const BoardShape&, const BoardShape&) = default;
};

/// Parses "8", from `min` to `max`, or "8x12", each up to `max_side`.
BoardShape parse_board(std::string_view text, std::uint64_t max = kMaxProblemSize,
                       std::uint64_t min = 0, std::uint64_t max_side = kMaxProblemSize);

struct ResultOptions {
  std::optional<std::string> format;
  std::optional<std::string> output;  ///< a file; none: standard output
};

/// Returns the format that is given, else the one of the output's suffix (small or capital
/// letters), else the first of `formats`; to standard output "json" with `json`. Refuses a suffix
/// of another format, and where no format is given an unknown one.
std::string choose_format(const ResultOptions& options, bool json,
                          std::span<const std::string> formats);

}  // namespace nqueens::cli
