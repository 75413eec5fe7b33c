// --check: a number beside the published one.
#pragma once

#include <optional>
#include <string>

#include "cli/session.hpp"
#include "nqueens/wide.hpp"

namespace nqueens::cli {

/// False, with a note, where there is no published value of that sequence. Throws NegativeAnswer
/// where there is another.
bool agrees_with_published(Session& session, int board_size, WideCount value,
                           const std::optional<WideCount>& published, const std::string& sequence);

/// "agrees with A000170"
void say_agreement(Session& session, const std::string& sequence);

}  // namespace nqueens::cli
