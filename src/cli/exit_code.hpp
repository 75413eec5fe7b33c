// The exit codes of the program: the one place where their numbers and meanings stand.
#pragma once

#include <array>
#include <string_view>

namespace nqueens::cli {

enum class ExitCode : int {
  done = 0,
  negative = 1,
  bad_input = 2,
  stopped = 75,
  interrupted = 130,
  cut_off = 141,  ///< as by SIGPIPE
  terminated = 143,
};

struct ExitCodeMeaning {
  ExitCode code;
  std::string_view meaning;
};

inline constexpr std::array<ExitCodeMeaning, 7> kExitCodes = {{
    {ExitCode::done, "done"},
    {ExitCode::negative,
     "a negative answer: no solution exists, or more than one with solve --unique, not a solution, "
     "a check failed, tasks are missing"},
    {ExitCode::bad_input, "bad usage, bad input, or a file that cannot be read or written"},
    {ExitCode::stopped, "stopped early by a limit; resumable where there is a journal"},
    {ExitCode::interrupted, "stopped by SIGINT; resumable where there is a journal"},
    {ExitCode::cut_off, "the reader of standard output closed it before the end of the result"},
    {ExitCode::terminated, "stopped by SIGTERM; resumable where there is a journal"},
}};

constexpr int to_int(ExitCode code) {
  return static_cast<int>(code);
}

}  // namespace nqueens::cli
