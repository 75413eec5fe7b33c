// Follows a run: keeps how far it is for an early end, and shows it where there is a terminal to
// show it on.
#pragma once

#include <string>

#include "cli/common_options.hpp"
#include "nqueens/execution.hpp"

namespace nqueens::cli {

/// `label` stands before how far the run is: "Q(17)".
ProgressCallback watch_progress(Session& session, const CommonOptions& common,
                                const std::string& label);

}  // namespace nqueens::cli
