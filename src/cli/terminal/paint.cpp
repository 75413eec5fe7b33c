#include "cli/terminal/paint.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <cstdlib>

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

}  // namespace nqueens::cli
