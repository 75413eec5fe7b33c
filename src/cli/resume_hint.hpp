// The command line that goes on with a stopped run.
#pragma once

#include <string>
#include <vector>

namespace nqueens::cli {

/// The words of a command line quoted for a shell: what runs it again.
std::string repeat_hint(std::vector<std::string> words);

/// The words of a command line quoted for a shell, with --resume added where it is missing: before
/// a "--", behind which it would be no option.
std::string resume_hint(std::vector<std::string> words);

}  // namespace nqueens::cli
