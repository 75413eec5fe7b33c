// Small texts: what may be shown on a terminal, colours, quoting for a shell, durations, errors.
#pragma once

#include <fmt/format.h>

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/numbers.hpp"
#include "nqueens/error.hpp"

namespace nqueens::cli {

/// Returns the text with control characters and bytes that are not UTF-8 written as \n, \t, \xNN,
/// so that no value from outside can break a line or command the terminal.
std::string escape_controls(std::string_view text);

/// Returns the text as one word of a POSIX shell; $'...', of POSIX 2024, with control characters.
std::string shell_quote(std::string_view text);

enum class ColourChoice { automatic, always, never };

class Paint {
 public:
  explicit Paint(bool enabled = false) : enabled_(enabled) {}

  bool enabled() const { return enabled_; }
  std::string heading(std::string_view text) const { return wrap("1", text); }
  std::string good(std::string_view text) const { return wrap("32", text); }
  std::string bad(std::string_view text) const { return wrap("31", text); }

 private:
  std::string wrap(std::string_view code, std::string_view text) const;
  bool enabled_;
};

/// Tells whether it is a terminal that understands escape sequences: not with TERM=dumb.
bool is_capable_terminal(int descriptor);

/// Obeys --color: `automatic` means on a capable terminal, unless NO_COLOR is set to some text.
Paint paint_for(int descriptor, ColourChoice choice);

std::string join(std::span<const std::string> words, std::string_view separator);

using base::about;
using base::format_duration;
using base::plural;
using base::rough_duration;
using base::to_digits;

/// Throws an error with this line of text.
template <typename Kind = InvalidArgument, typename... Values>
[[noreturn]] void refuse(fmt::format_string<Values...> line, Values&&... values) {
  throw Kind(fmt::format(line, std::forward<Values>(values)...));
}

std::string not_shown_text(std::uint64_t columns);  ///< instead of what would flood a terminal

/// Writes a part of a whole, "37.2 %"; with three decimals below one percent, where long runs spend
/// their days; "100.0 %" only for the whole, not by rounding.
std::string format_percent(double fraction, bool is_whole);
/// Writes how far a run is: at most "99.99 %", unless it is whole.
std::string percent_so_far(double fraction, bool is_whole = false);

/// Returns how many columns a text takes on a terminal, one for each UTF-8 character.
std::size_t display_width(std::string_view text);

/// Splits at every `separator`; "a,,b" has an empty part.
std::vector<std::string> split(std::string_view text, char separator);

/// Breaks a text at spaces into lines of at most `width` columns (longer words stand alone).
std::vector<std::string> wrap(std::string_view text, std::size_t width);

}  // namespace nqueens::cli
