// Small pieces of text: what may be shown on a terminal, quoting for a shell, durations.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace nqueens::cli {

/// The text with control characters and bytes that are not UTF-8 written as \n, \t, \xNN, so that
/// no value from outside can break a line or command the terminal.
std::string escape_controls(std::string_view text);

/// The text as one word of a POSIX shell; a newline at its end needs a shell that knows $'...'.
std::string shell_quote(std::string_view text);

std::string join(std::span<const std::string> words, std::string_view separator);

/// "0.52 s", "12.3 s", "3 min 20 s", "2 h 05 min", "3 d 4 h", "12 years".
std::string format_duration(double seconds);
/// Two significant digits: "0.52", "5.2", "52", "520", "5200"; "5.2e+06" from a million on.
std::string two_digits(double number);
/// A predicted time: "12 ms", "5.2 s", "3.3 min", "2.1 h", "12 d", "1.5 years"; "less than 1 ms"
/// for what is noise.
std::string rough_duration(double seconds);
/// "about 5.2 s", "less than 1 ms".
std::string about(double seconds);

/// "1 task", "12 tasks"
std::string plural(std::uint64_t number, std::string_view noun);
/// Precondition: the number is not negative.
std::string plural(int number, std::string_view noun);

/// Said in place of text that would flood a terminal.
std::string not_shown_text(std::uint64_t columns);

/// A part of a whole: "37.2 %"; "100.0 %" only for the whole, not by rounding.
std::string format_percent(double fraction, bool is_whole);

/// Number of columns that a text takes on a terminal, one for each UTF-8 character.
std::size_t display_width(std::string_view text);

/// Splits at every `separator`; "a,,b" has an empty part.
std::vector<std::string> split(std::string_view text, char separator);

/// Breaks a text at spaces into lines of at most `width` columns (longer words stand alone).
std::vector<std::string> wrap(std::string_view text, std::size_t width);

}  // namespace nqueens::cli
