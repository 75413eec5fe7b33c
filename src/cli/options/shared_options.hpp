// Options that several commands have, each declared once.
#pragma once

#include <concepts>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "cli/options/option.hpp"
#include "cli/options/values.hpp"
#include "cli/program.hpp"
#include "nqueens/execution.hpp"

namespace nqueens::cli {

namespace option {

Option threads(int& to);
Option pin(Pinning& to);
/// `with_the_same` says what the same seed gives.
Option seed(std::optional<std::uint64_t>& to, std::string_view with_the_same);
Option engine(std::string& to);
Option instruction_set(std::string& to);
Option device(int& to);
Option depth(std::optional<int>& to);
Option journal(std::filesystem::path& to);
Option journals(std::vector<std::string>& to, std::string_view more = "");  ///< an argument
/// Names a file for `what`; "-" and /dev/stdout are standard output, as without the option.
Option output(std::optional<std::string>& to, std::string_view what, std::string_view suffixes);
/// --format and --output of commands that print a table of results (CsvTable).
std::vector<Option> table(ResultOptions& to);
Option force(bool& to, std::string_view more = "");
Option check(bool& to);
Option progress(std::optional<double>& to);

std::vector<std::string> pin_words();

}  // namespace option

/// Adds to the options of a command the common ones of these names; without names all: "--json",
/// "--quiet", "--no-progress", "--color" and "--time-limit".
std::vector<Option> with_common(std::vector<Option> options, CommonOptions& to,
                                const std::vector<std::string>& names = {});
/// Does the same with threads and pinning before them.
template <typename RunOptions>
std::vector<Option> with_run(std::vector<Option> options, RunOptions& to, CommonOptions& common) {
  options.push_back(option::threads(to.threads));
  options.push_back(option::pin(to.pinning));
  return with_common(std::move(options), common);
}

/// Tells, unless the run is refused, if it starts fewer threads than are asked for.
void note_fewer_threads(Session& session, int asked);

bool needs_device(std::string_view engine);

/// While it lives, a signal or the time limit stops the run; then session.stopped is printed.
class StoppableRun : public StopControl::Section {
 public:
  /// Gives the stop token to `options`, those of the run. Without `starts` no thread is started.
  template <typename Options>
  StoppableRun(Session& session, std::string what_to_do, Options& options, bool starts = true)
      : Section(session.stop, may_hang(options)) {
    session.stopped.what_to_do = std::move(what_to_do);
    options.stop = token();
    if constexpr (requires {
                    { options.threads } -> std::same_as<int&>;
                  }) {
      if (starts) note_fewer_threads(session, options.threads);
    }
  }

 private:
  template <typename Options>
  static bool may_hang(const Options& options) {
    if constexpr (requires { options.device; }) return needs_device(options.engine);
    return false;
  }
};

/// Makes an on_progress that keeps how far the run is, and shows it after `label`: "Q(17)".
ProgressCallback progress_callback(Session& session, const std::string& label,
                                   const ProgressWords& words = {});

/// Progress is logged this often where nobody looks at a terminal and no other interval is given.
inline constexpr double kLogSeconds = 600;

/// Logs progress, by default not at all or, with a journal, every kLogSeconds.
void log_progress(Session& session, bool has_journal);

}  // namespace nqueens::cli
