#include "cli/terminal/paint.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "cli/terminal/text.hpp"

namespace nqueens::cli {

std::string Paint::wrap(std::string_view code, std::string_view text) const {
  return enabled_ ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : std::string(text);
}

bool is_capable_terminal(int descriptor) {
  if (::isatty(descriptor) == 0) return false;
  const char* const terminal = std::getenv("TERM");
  return terminal != nullptr && *terminal != '\0' && std::string_view(terminal) != "dumb";
}

Paint paint_for(int descriptor, ColourChoice choice) {
  if (choice != ColourChoice::automatic) return Paint(choice == ColourChoice::always);
  const char* const refused = std::getenv("NO_COLOR");
  return Paint((refused == nullptr || *refused == '\0') && is_capable_terminal(descriptor));
}

std::string Table::format(const Paint& paint) const {
  std::vector<std::size_t> widths;
  for (std::size_t c = 0; c < headings_.size(); ++c) {
    std::size_t width = display_width(headings_[c].text);
    for (const auto& row : rows_) width = std::max(width, display_width(row[c]));
    widths.push_back(width);
  }
  const auto line_of = [&](const auto& text_of) {
    std::string line;
    for (std::size_t c = 0; c < headings_.size(); ++c) {
      const std::string text = text_of(c);
      const std::string space(widths[c] - display_width(text), ' ');
      line += c == 0 ? "" : "  ";
      line += headings_[c].align == Align::right ? space + text : text + space;
    }
    line.erase(line.find_last_not_of(' ') + 1);
    return line;
  };
  std::string result =
      paint.heading(line_of([&](std::size_t c) { return headings_[c].text; })) + "\n";
  for (const auto& row : rows_) {
    result += line_of([&](std::size_t c) { return row[c]; }) + "\n";
  }
  return result;
}

}  // namespace nqueens::cli
