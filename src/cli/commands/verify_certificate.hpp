// nqueens verify --certificate: the results file of a count checked from itself alone, and what is
// printed of that.
#pragma once

#include <string>

#include "cli/commands/recount_report.hpp"

namespace nqueens::cli {

ExitCode verify_certificate(const std::string& file, const RecountArguments& arguments,
                            const CommonOptions& common, Session& session);

}  // namespace nqueens::cli
