// Options that several commands have, each declared once. A command names those that it has.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "cli/options/option.hpp"
#include "cli/program.hpp"
#include "cli/terminal/paint.hpp"
#include "nqueens/execution.hpp"
#include "nqueens/problem.hpp"

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

/// Values of the options that say what is counted, and how.
struct CountingArguments {
  std::string engine = "auto";
  std::string instruction_set = "auto";
  std::optional<int> depth;
  std::vector<std::string> place;
  std::vector<std::string> block;

  bool is_restricted() const { return !place.empty() || !block.empty(); }
};

/// The options, each with the place that its value goes to.
namespace option {

Option threads(int& to);
Option pin(std::string& to);
Option seed(std::optional<std::uint64_t>& to);
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
Option force(bool& to);
Option check(bool& to);
Option shards(int& to, std::string help);

/// "auto" and the names of all engines.
std::vector<std::string> engine_words();
std::vector<std::string> pin_words();

}  // namespace option

/// The same option where it must be given.
Option required(Option option);
/// The same option where others must not be given.
Option excluding(Option option, std::vector<std::string> others);
/// The same option where one of the others must be given too.
Option needing(Option option, std::vector<std::string> others);

/// Sets the streams up by --quiet and --color.
void apply(const CommonOptions& options, Session& session);

/// The threads for the library; 0: it chooses. Prints a note when there are fewer processors.
int choose_threads(const CommonOptions& options, Session& session);

/// Whether progress is shown: on a terminal, unless the options say no.
bool shows_progress(const Session& session, const CommonOptions& common);

/// Keeps how far a run is for an early end, and shows it after `label`, for example "Q(17)".
ProgressCallback progress_callback(Session& session, const CommonOptions& common,
                                   const std::string& label);

/// Sets the options of a run accordingly: while nothing is shown nothing is called.
template <typename Options>
void watch_progress(Options& options, Session& session, const CommonOptions& common,
                    const std::string& label) {
  options.on_progress = progress_callback(session, common, label);
  if (!shows_progress(session, common)) options.progress_interval = std::chrono::milliseconds(0);
}

/// The problem of --place and --block. Throws InvalidArgument for bad squares.
Problem make_problem(const CountingArguments& arguments, int board_size);

/// "Q(8 with 0:3 without 1:1)", in the words of the command line.
std::string title(const CountingArguments& arguments, int board_size, char letter = 'Q');

/// The same of a problem without a command line.
std::string title(const Problem& problem);

/// The options that make the problem, each followed by its value; none for a plain board.
std::vector<std::string> problem_options(const Problem& problem);

}  // namespace nqueens::cli
