// The words for pinning.
#include "nqueens/execution.hpp"

#include <fmt/format.h>

#include "nqueens/error.hpp"

namespace nqueens {

Pinning parse_pinning(std::string_view text) {
  for (const Pinning pinning : {Pinning::automatic, Pinning::none, Pinning::cores}) {
    if (text == to_string(pinning)) return pinning;
  }
  throw InvalidArgument(
      fmt::format("unknown pinning: \"{}\"; valid are auto, none and cores", text));
}

std::string_view to_string(Pinning pinning) {
  switch (pinning) {
    case Pinning::automatic:
      return "auto";
    case Pinning::none:
      return "none";
    case Pinning::cores:
      return "cores";
  }
  return "auto";
}

}  // namespace nqueens
