// nqueens verify --journal: the audit of a count's journal, and what is printed of it.
#pragma once

#include <string>

#include "cli/commands/recount_report.hpp"

namespace nqueens::cli {

ExitCode verify_journal(const std::string& journal, const RecountArguments& arguments,
                        const CommonOptions& common, Session& session);

}  // namespace nqueens::cli
