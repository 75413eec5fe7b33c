// nqueens solve: one solution of a board of any size.
#include <fmt/format.h>

#include <functional>
#include <memory>

#include "cli/commands/commands.hpp"
#include "cli/commands/solve_report.hpp"
#include "cli/common_options.hpp"
#include "cli/numbers.hpp"
#include "cli/output_check.hpp"
#include "cli/program.hpp"
#include "cli/progress_line.hpp"
#include "cli/text.hpp"
#include "nqueens/info.hpp"
#include "nqueens/placement_file.hpp"
#include "nqueens/solve.hpp"
#include "run/memory.hpp"

namespace nqueens::cli {

namespace {

/// Longest line of columns that is shown on a terminal.
constexpr std::uint64_t kMaxShown = 1000;
/// From here on the memory is stated before it is taken.
constexpr std::uint64_t kLargeBoard = 1'000'000;
/// Seconds without a progress line.
constexpr double kShownAfter = 0.8;

struct SolveArguments {
  std::string board;
  std::string algorithm = "auto";
  std::string instruction_set = "auto";
  std::optional<std::string> output;
  std::string format = "columns";
  bool stats = false;
  bool no_verify = false;
  std::optional<std::uint64_t> max_restarts;
  std::optional<std::uint64_t> max_steps;
  CommonOptions common;
};

void declare_options(CLI::App& app, SolveArguments& arguments) {
  std::vector<std::string> names = {"auto"};
  std::string limits;
  for (const SolverInfo& solver : solvers()) {
    names.push_back(solver.name);
    if (solver.practical_size == 0) continue;
    limits +=
        fmt::format("; {} is practical up to about {} queens", solver.name, solver.practical_size);
  }
  std::vector<std::string> formats;
  for (const PlacementFormat format :
       {PlacementFormat::columns, PlacementFormat::binary, PlacementFormat::board}) {
    formats.emplace_back(to_string(format));
  }
  OptionAdder add(app);
  add.argument(arguments.board, "N", fmt::format("board size, 1 to {}", kMaxPlacementSize));
  add.choice("--algorithm", arguments.algorithm, "algorithm", names,
             "how the solution is searched; nqueens info describes them" + limits);
  add_instruction_set(add, arguments.instruction_set);
  add.text("--output", arguments.output, "FILE", "write the placement to this file");
  add.choice("--format", arguments.format, "format", formats,
             "one line of column numbers (the default), 4 bytes a queen, or a drawing");
  add.flag("--stats", arguments.stats, "print what the search did: conflicts, moves, times");
  add.flag("--no-verify", arguments.no_verify, "do not verify the placement before it is written");
  add.whole("--max-restarts", arguments.max_restarts, "restarts", 1, UINT64_MAX, "K",
            "give up with exit code 75 after so many restarts");
  add.whole("--max-steps", arguments.max_steps, "steps", 1, UINT64_MAX, "K",
            "first-choice and steepest: give a start up after so many moves, and restart");
  add_threads(add, arguments.common);
  add_seed(add, arguments.common);
  add_json(add, arguments.common);
  add_quiet(add, arguments.common);
  add_no_progress(add, arguments.common);
  add_colour(add, arguments.common);
  add_time_limit(add, arguments.common);
}

class Solving {
 public:
  Solving(const SolveArguments& arguments, Session& session)
      : arguments_(arguments),
        session_(session),
        size_(parse_whole(arguments.board, "board size", 1, kMaxPlacementSize)),
        format_(parse_placement_format(arguments.format)) {
    if (arguments.output && *arguments.output != "-") path_ = *arguments.output;
    options_.algorithm = arguments.algorithm;
    options_.instruction_set = arguments.instruction_set;
    options_.pinning = arguments.common.pinning();
    options_.seed = arguments.common.seed;
    options_.verify = !arguments.no_verify;
    options_.max_restarts = arguments.max_restarts.value_or(0);
    options_.max_steps = arguments.max_steps.value_or(0);
  }

  ExitCode run() {
    check_output();
    options_.threads = choose_threads(arguments_.common, session_);
    session_.stopped = {fmt::format("no solution of {} queens found yet", size_),
                        "run it again, with more time or another seed"};
    const SolveResult result = search_and_write();
    tell_seed_if_lost(result, [&] {
      if (arguments_.common.json) {
        print_record(result);
      } else if (!path_) {
        print_placement(result);
      }
      session_.output.flush();
    });
    session_.messages.block(summary(result));
    if (arguments_.stats && !arguments_.common.json) {
      session_.messages.block(statistics_table(result, session_.messages.paint()));
    }
    return ExitCode::done;
  }

 private:
  /// Refuses before the search what could not be written after it.
  void check_output() const {
    if (format_ == PlacementFormat::board && size_ > kMaxBoardDrawing) {
      throw InvalidArgument(
          fmt::format("board is too large to draw: {}; at most {} queens, or "
                      "--format columns or binary",
                      size_, kMaxBoardDrawing));
    }
    if (path_) {
      require_writable(*path_, solution_bytes(size_, format_));
    } else if (arguments_.common.json && format_ != PlacementFormat::columns) {
      throw InvalidArgument(fmt::format("format does not go into JSON: {}; give --output FILE too",
                                        arguments_.format));
    } else if (format_ == PlacementFormat::binary && session_.output.is_terminal()) {
      throw InvalidArgument(
          "format is not for a terminal: binary; give --output FILE, or redirect the output");
    }
  }

  /// A file is written to its end even when a signal asks to stop: the solution is there, and half
  /// a file helps nobody.
  SolveResult search_and_write() {
    const StopControl::Section section(session_.stop, arguments_.common.time_limit);
    options_.stop = section.token();
    if (size_ >= kLargeBoard) {
      session_.messages.note(fmt::format("{} queens take {} of memory", size_,
                                         run::format_bytes(solve_memory_bytes(size_, options_))));
    }
    for (const SolverInfo& solver : solvers()) {
      if (solver.name != options_.algorithm || solver.practical_size == 0 ||
          size_ <= solver.practical_size) {
        continue;
      }
      session_.messages.note(fmt::format(
          "note: {} is practical up to about {} queens; --time-limit or a signal ends it",
          solver.name, solver.practical_size));
    }
    watch_progress();
    SolveResult result = solve(size_, options_);
    session_.messages.clear_progress();
    if (path_) {
      tell_seed_if_lost(result, [&] { write_placement_file(*path_, result.placement, format_); });
    }
    return result;
  }

  /// A search of hours must not be lost to a full disk: its seed finds the solution again.
  static void tell_seed_if_lost(const SolveResult& result, const std::function<void()>& write) {
    try {
      write();
    } catch (const IoError& error) {
      throw IoError(fmt::format("{}; to find a solution again: --seed {} --threads {}",
                                error.what(), result.seed, result.threads));
    }
  }

  /// Keeps how far the search is; shows it where there is a terminal, but nothing of what ends
  /// within a second.
  void watch_progress() {
    const bool shown = !arguments_.common.no_progress && !arguments_.common.quiet &&
                       session_.messages.can_show_progress();
    options_.on_progress = [this, shown](const SolveProgress& progress) {
      if (progress.phase == SolveProgress::Phase::verification) {
        session_.stopped.how_far = fmt::format("a placement of {} queens was not verified", size_);
      }
      if (!shown || progress.seconds < kShownAfter) return;
      const std::size_t width = session_.messages.terminal_width() - 1;
      session_.messages.show_progress(format_progress(progress, width, session_.messages.paint()));
    };
  }

  void print_placement(const SolveResult& result) {
    const bool shown = !session_.output.is_terminal() || size_ <= kMaxShown;
    if (!shown) {
      session_.messages.note(fmt::format(
          "not shown on a terminal: {} columns; give --output FILE, or redirect the output",
          size_));
      return;
    }
    session_.output.write_directly([&](int descriptor, const std::string& name) {
      write_placement(descriptor, name, result.placement, format_);
    });
  }

  void print_record(const SolveResult& result) {
    Json record = begin_record("solve");
    add_solution(record, result, arguments_.stats);
    if (path_) {
      record["output"] = *path_;
      record["format"] = arguments_.format;
    }
    add_provenance(record);
    if (path_) {
      session_.output.write(to_line(record));
    } else {
      write_with_columns(session_.output, record, result.placement);
    }
  }

  std::string summary(const SolveResult& result) const {
    const Paint& paint = session_.messages.paint();
    return fmt::format("{} queen{} in {}, algorithm {} ({}), seed {}, {} thread{}, {}\n", size_,
                       size_ == 1 ? "" : "s", format_duration(result.statistics.seconds),
                       result.algorithm, result.instruction_set, result.seed, result.threads,
                       result.threads == 1 ? "" : "s",
                       result.verified ? paint.good("verified") : "not verified");
  }

  const SolveArguments& arguments_;
  Session& session_;
  std::uint64_t size_;
  PlacementFormat format_;
  std::optional<std::string> path_;
  SolveOptions options_;
};

}  // namespace

Command solve_command() {
  return {"solve",
          "Find one solution of a board of up to billions of queens",
          {
              {"nqueens solve 8 --format board", "a drawing of eight queens"},
              {"nqueens solve 1e6 --output queens.txt", "a million queens, to a file"},
              {"nqueens solve 1e7 --format binary --output queens.nqp --stats",
               "ten million, 4 bytes each, and what the search did"},
              {"nqueens solve 1e9 --format binary --output queens.nqp",
               "a billion, in 4.3 GiB of memory"},
              {"nqueens solve 1000 --seed 7 --threads 1 --json", "the same placement every time"},
          },
          [](CLI::App& app) -> Action {
            const auto arguments = std::make_shared<SolveArguments>();
            declare_options(app, *arguments);
            return [arguments](Session& session) {
              apply(arguments->common, session);
              return Solving(*arguments, session).run();
            };
          }};
}

}  // namespace nqueens::cli
