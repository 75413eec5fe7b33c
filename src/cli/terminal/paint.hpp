// Colours of a stream that goes to a terminal. NO_COLOR, TERM=dumb and --color are
// decided here and nowhere else.
#pragma once

#include <string>
#include <string_view>

namespace nqueens::cli {

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

/// True when the descriptor is a terminal that understands escape sequences.
bool is_capable_terminal(int descriptor);

/// Colours for the descriptor: `always` and `never` as they say; `automatic` on a capable terminal
/// unless NO_COLOR is set to anything but the empty text.
Paint paint_for(int descriptor, ColourChoice choice);

}  // namespace nqueens::cli
