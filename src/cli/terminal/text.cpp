#include "cli/terminal/text.hpp"

#include <unistd.h>

#include <algorithm>
#include <bit>
#include <cstdlib>

namespace nqueens::cli {

namespace {

/// Returns the length of the well-formed UTF-8 sequence at the front, 0 where there is none.
std::size_t utf8_length(std::string_view text) {
  const auto lead = static_cast<unsigned char>(text[0]);
  const auto length = static_cast<std::size_t>(std::countl_one(lead));
  if (length == 0) return 1;
  if (length == 1 || length > 4 || text.size() < length) return 0;
  std::uint32_t code = lead & (0x7Fu >> length);
  for (const char letter : text.substr(1, length - 1)) {
    const auto byte = static_cast<unsigned char>(letter);
    if ((byte & 0xC0u) != 0x80u) return 0;
    code = (code << 6) | (byte & 0x3Fu);
  }
  constexpr std::uint32_t kLeast[] = {0x80, 0x800, 0x10000};  // of two bytes, three, four
  const bool surrogate = code >= 0xD800 && code < 0xE000;
  return code < kLeast[length - 2] || surrogate || code > 0x10FFFF ? 0 : length;
}

/// U+0080 to U+009F command some terminals as ESC does; U+2028 and U+2029 break lines; U+202A to
/// U+202E and U+2066 to U+2069 turn the writing direction.
bool is_unsafe(std::string_view sequence) {
  if (sequence.size() == 2) {
    return sequence[0] == '\xC2' && static_cast<unsigned char>(sequence[1]) < 0xA0;
  }
  if (sequence.size() != 3 || sequence[0] != '\xE2') return false;
  const auto last = static_cast<unsigned char>(sequence[2]);
  return (sequence[1] == '\x80' && last >= 0xA8 && last <= 0xAE) ||
         (sequence[1] == '\x81' && last >= 0xA6 && last <= 0xA9);
}

std::string escape_byte(char byte) {
  if (byte == '\n') return "\\n";
  if (byte == '\r') return "\\r";
  if (byte == '\t') return "\\t";
  return fmt::format("\\x{:02x}", static_cast<unsigned char>(byte));
}

bool is_control(char byte) {
  return static_cast<unsigned char>(byte) < 0x20 || byte == '\x7F';
}

}  // namespace

std::string escape_controls(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const std::size_t length = utf8_length(text);
    const std::string_view sequence = text.substr(0, std::max<std::size_t>(length, 1));
    if (length == 0 || is_unsafe(sequence) || (length == 1 && is_control(text[0]))) {
      for (const char byte : sequence) result += escape_byte(byte);
    } else {
      result += sequence;
    }
    text.remove_prefix(sequence.size());
  }
  return result;
}

std::string shell_quote(std::string_view text) {
  constexpr std::string_view kSafe =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@%+=:,./-";
  if (!text.empty() && text.find_first_not_of(kSafe) == std::string_view::npos) {
    return std::string(text);
  }
  const bool ansi = escape_controls(text) != text;
  std::string result = ansi ? "$'" : "'";
  for (const char byte : text) {
    if (ansi && (byte == '\\' || byte == '\'')) {
      result += {'\\', byte};
    } else if (ansi && (is_control(byte) || static_cast<unsigned char>(byte) >= 0x80)) {
      result += escape_byte(byte);
    } else if (byte == '\'') {
      result += "'\\''";
    } else {
      result += byte;
    }
  }
  return result + "'";
}

std::string Paint::wrap(std::string_view code, std::string_view text) const {
  return enabled_ ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : std::string(text);
}

bool is_capable_terminal(int descriptor) {
  const char* const terminal = std::getenv("TERM");
  return ::isatty(descriptor) != 0 && terminal != nullptr && *terminal != '\0' &&
         std::string_view(terminal) != "dumb";
}

Paint paint_for(int descriptor, ColourChoice choice) {
  if (choice != ColourChoice::automatic) return Paint(choice == ColourChoice::always);
  const char* const refused = std::getenv("NO_COLOR");
  return Paint((refused == nullptr || *refused == '\0') && is_capable_terminal(descriptor));
}

std::string join(std::span<const std::string> words, std::string_view separator) {
  return fmt::format("{}", fmt::join(words, separator));
}

std::string not_shown_text(std::uint64_t columns) {
  return fmt::format(
      "not shown on a terminal: {} columns; give --output FILE, or redirect the output", columns);
}

std::string format_percent(double fraction, bool is_whole) {
  if (is_whole) return "100.0 %";
  if (fraction > 0.9999) return "more than 99.99 %";
  return fmt::format("{:.{}f} %", 100 * fraction, fraction < 0.01 ? 3 : fraction > 0.999 ? 2 : 1);
}

std::string percent_so_far(double fraction, bool is_whole) {
  return format_percent(std::min(fraction, 0.9999), is_whole);
}

std::size_t display_width(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char byte) {
    return (static_cast<unsigned char>(byte) & 0xC0u) != 0x80u;
  }));
}

std::vector<std::string> split(std::string_view text, char separator) {
  std::vector<std::string> parts;
  while (true) {
    const std::size_t end = text.find(separator);
    parts.emplace_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

std::vector<std::string> wrap(std::string_view text, std::size_t width) {
  std::vector<std::string> lines;
  for (const std::string& word : split(text, ' ')) {
    if (!lines.empty() && display_width(lines.back()) + 1 + display_width(word) <= width) {
      lines.back() += " " + word;
    } else {
      lines.push_back(word);
    }
  }
  return lines;
}

}  // namespace nqueens::cli
