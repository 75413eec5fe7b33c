// `nqueens list N --by ALGORITHM`: the solutions that many starts of a search find.
#pragma once

#include <cstdint>

#include "cli/exit_code.hpp"
#include "cli/list_format.hpp"
#include "cli/session.hpp"
#include "nqueens/collect.hpp"

namespace nqueens::cli {

/// Collects, prints the different solutions in order, and says how many of all they are.
/// Precondition: a board of at most kMaxCountSize.
ExitCode list_found(std::uint64_t board_size, const CollectOptions& options, ListFormat format,
                    Session& session);

}  // namespace nqueens::cli
