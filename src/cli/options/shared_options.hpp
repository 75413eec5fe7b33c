// Options that several commands have, each declared once. A command names those that it has.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "cli/options/option.hpp"
#include "cli/program.hpp"
#include "cli/terminal/progress.hpp"
#include "nqueens/execution.hpp"

namespace nqueens::cli {

/// Values of the options that mean the same everywhere.
struct CommonOptions {
  int threads = 0;  ///< 0: not given
  std::string pin = "auto";
  std::optional<std::uint64_t> seed;
  bool json = false;
  bool quiet = false;
  bool no_progress = false;
  std::string colour = "auto";
  std::optional<double> time_limit;

  ColourChoice colour_choice() const;
  Pinning pinning() const { return parse_pinning(pin); }
};

/// Values of the options that say how a problem is counted.
struct CountingArguments {
  std::string engine = "auto";
  std::string instruction_set = "auto";
  std::optional<int> depth;
};

/// The options, each with the place that its value goes to.
namespace option {

Option threads(int& to);
Option pin(std::string& to);
/// `with_the_same` says what the same seed gives.
Option seed(std::optional<std::uint64_t>& to, std::string_view with_the_same);
Option json(bool& to);
Option quiet(bool& to);
Option no_progress(bool& to);
Option colour(std::string& to);
Option time_limit(std::optional<double>& to);

Option board_size(int& to);  ///< an argument, 0 to kMaxCountSize
Option engine(std::string& to);
Option instruction_set(std::string& to);
Option depth(std::optional<int>& to);
Option place(std::vector<std::string>& to);
Option block(std::vector<std::string>& to);
Option journal(std::filesystem::path& to);
Option journals(std::vector<std::string>& to, std::string_view more = "");  ///< an argument
Option force(bool& to);
Option check(bool& to);
Option shards(int& to, std::string help);

/// "auto" and the names of all engines.
std::vector<std::string> engine_words();
std::vector<std::string> pin_words();

}  // namespace option

/// The options of a command, and behind them those of every run: threads, pinning, JSON (`json`
/// where it is special), what is shown, the time limit.
std::vector<Option> with_run(std::vector<Option> options, CommonOptions& to,
                             std::optional<Option> json = std::nullopt);

/// The same option where it must be given.
Option required(Option option);
/// The same option where others must not be given.
Option excluding(Option option, std::vector<std::string> others);
/// The same option where another one must be given too.
Option needing(Option option, std::string other);

/// Sets the streams up by --quiet, --no-progress and --color.
void apply(const CommonOptions& options, Session& session);

/// Prints a note when so many threads share fewer processors.
void note_shared_processors(int threads, Session& session);

/// While it lives, a signal or the time limit stops the run; then session.stopped is printed.
class StoppableRun {
 public:
  StoppableRun(Session& session, const CommonOptions& common, std::string what_to_do);

  /// Sets what the library needs: threads, pinning where there is a choice, and the stop token.
  template <typename Options>
  void set(Options& options) const {
    options.threads = common_.threads;
    if constexpr (requires { options.pinning; }) options.pinning = common_.pinning();
    options.stop = token();
  }
  std::stop_token token() const { return section_.token(); }

 private:
  const CommonOptions& common_;
  StopControl::Section section_;
};

/// Follows a run: keeps how far it is for an early end, and shows it on a terminal after `label`,
/// for example "Q(17)".
ProgressCallback progress_callback(Session& session, const std::string& label,
                                   const ProgressWords& words);

/// Has a run call that; nothing is called during the run while nothing is shown.
template <typename Options>
void watch_progress(Options& options, Session& session, const std::string& label,
                    const ProgressWords& words = {}) {
  options.on_progress = progress_callback(session, label, words);
  if (!session.messages.shows_progress()) options.progress_interval = {};
}

}  // namespace nqueens::cli
