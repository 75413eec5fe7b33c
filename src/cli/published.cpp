#include "cli/published.hpp"

#include <fmt/format.h>

#include "cli/program.hpp"

namespace nqueens::cli {

bool agrees_with_published(Session& session, int board_size, WideCount value,
                           const std::optional<WideCount>& published, const std::string& sequence) {
  if (!published) {
    session.messages.note(
        fmt::format("{} has no published value for N = {} to compare with", sequence, board_size));
    return false;
  }
  if (*published != value) {
    throw NegativeAnswer(fmt::format("count differs from {}: {}; published is {}", sequence,
                                     to_string(value), to_string(*published)));
  }
  return true;
}

void say_agreement(Session& session, const std::string& sequence) {
  session.messages.block(session.messages.paint().good("agrees with " + sequence) + "\n");
}

}  // namespace nqueens::cli
