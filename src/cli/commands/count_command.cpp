// nqueens count: exact numbers of solutions, of one board, a range, or a restricted problem.
#include <fmt/format.h>

#include <filesystem>
#include <system_error>
#include <utility>

#include "api/pipeline.hpp"
#include "cli/commands/command_lines.hpp"
#include "cli/commands/commands.hpp"
#include "cli/commands/count_report.hpp"
#include "cli/commands/plan_report.hpp"
#include "cli/commands/record.hpp"
#include "cli/options/problem_arguments.hpp"
#include "cli/options/shared_options.hpp"
#include "cli/options/values.hpp"
#include "cli/terminal/text.hpp"
#include "nqueens/count.hpp"
#include "nqueens/error.hpp"
#include "nqueens/known_values.hpp"

namespace nqueens::cli {

namespace {

struct CountArguments {
  ProblemArguments problem;
  CountingArguments counting;
  bool dry_run = false;
  bool unique = false;
  bool symmetry = false;
  std::filesystem::path journal;  ///< empty where none is given
  bool resume = false;
  bool force = false;
  bool check = false;
  CommonOptions common;
};

std::vector<Option> options_of(CountArguments& to) {
  Option board = option::board(to.problem);
  board.value += "|A..B";
  board.help += "; or a range of sizes: one line \"n a(n)\" for each";
  board.unless.push_back("--resume");
  std::vector<Option> own = {
      board,
      option::engine(to.counting.engine),
      option::instruction_set(to.counting.instruction_set),
      {.name = "--dry-run",
       .to = &to.dry_run,
       .help = "print engine, plan, memory and predicted time, and count nothing; what a journal "
               "lacks, nqueens status says",
       .excludes = {"--journal", "--check"}},
      {.name = "--unique",
       .to = &to.unique,
       .help = "count fundamental solutions: rotations and reflections are one",
       .excludes = {"--symmetry"}},
      {.name = "--symmetry",
       .to = &to.symmetry,
       .help =
           "print a table of the solutions by their symmetry; with -q all, those that a half turn "
           "keeps, those that a quarter turn keeps, and the fundamental ones"},
      option::journal(to.journal),
      {.name = "--resume",
       .to = &to.resume,
       .help = "resume the run that the journal records, of which the board size may be left out; "
               "where there is no journal yet, begin it",
       .needs = "--journal"},
      option::check(to.check),
      option::force(to.force),
      option::depth(to.counting.depth),
  };
  return option::with_restrictions(with_run(std::move(own), to.common), to.problem);
}

bool is_range(const CountArguments& arguments) {
  return arguments.problem.board && arguments.problem.board->find("..") != std::string::npos;
}

/// Refuses what needs one board.
void check_range(const CountArguments& arguments) {
  const auto needs_one_board = [&](bool given, std::string_view name) {
    if (!given) return;
    throw InvalidArgument(
        fmt::format("{} needs one board size, not the range {}", name, *arguments.problem.board));
  };
  needs_one_board(!arguments.journal.empty(), "--journal");
  needs_one_board(arguments.symmetry, "--symmetry");
  needs_one_board(!arguments.problem.place.empty(), "--place");
  needs_one_board(!arguments.problem.block.empty(), "--block");
  needs_one_board(!arguments.problem.exclude.empty(), "--exclude");
  needs_one_board(arguments.problem.file.has_value(), "--board");
}

/// What is counted: the boards of the command line, or without one the problem of the journal.
std::vector<Problem> problems_of(const CountArguments& arguments) {
  std::vector<Problem> problems;
  if (is_range(arguments)) {
    const BoardRange range = parse_board_range(*arguments.problem.board);
    check_range(arguments);
    ProblemArguments one_board = arguments.problem;
    for (int size = range.first; size <= range.last; ++size) {
      one_board.board = fmt::to_string(size);
      problems.push_back(make_problem(one_board));
    }
  } else {
    problems.push_back(make_problem(arguments.problem, arguments.journal));
  }
  // A range is refused before its first board, not after years.
  const bool allow = arguments.force || arguments.dry_run;
  for (const Problem& problem : problems) {
    api::require_computed(problem, allow);
    if (!is_range(arguments)) break;  // the engine may be that of a journal
    const base::InstructionSet max =
        base::parse_instruction_set(arguments.counting.instruction_set);
    api::require_countable_in_time(
        problem, api::choose_engine(problem, arguments.counting.engine, max), max, allow);
  }
  if (!problems.back().is_plain()) {
    const std::string restricted = title(problems.back());
    if (arguments.check) {
      throw InvalidArgument(fmt::format(
          "--check knows the published numbers of plain boards only, not of {}; leave it out",
          restricted));
    }
    if (arguments.symmetry && may_equal_mirror_images(problems.back())) {
      throw InvalidArgument(fmt::format(
          "--symmetry has no table for {}, where solutions may equal their mirror images; --unique "
          "counts the fundamental ones",
          restricted));
    }
  }
  return problems;
}

class Counting {
 public:
  Counting(const CountArguments& arguments, Session& session)
      : arguments_(arguments),
        session_(session),
        problems_(problems_of(arguments)),
        is_range_(is_range(arguments)) {
    options_.engine = arguments.counting.engine;
    options_.instruction_set = arguments.counting.instruction_set;
    options_.allow_uncomputed = arguments.force;
    options_.depth = arguments.counting.depth;
    options_.journal = arguments.journal;
    options_.resume = arguments.resume;
  }

  ExitCode run() {
    const StoppableRun stoppable(
        session_, arguments_.common,
        arguments_.journal.empty() ? "nothing is kept without --journal FILE" : kRunAgain);
    session_.stopped.journal = arguments_.journal;
    session_.stopped.once_begun = "to resume: " + resume_hint(session_.words);
    stoppable.set(options_);
    if (arguments_.dry_run) return plan();
    std::error_code none;
    if (arguments_.resume && !std::filesystem::exists(arguments_.journal, none)) {
      require_writable(arguments_.journal, 0);
      session_.messages.note(fmt::format("note: no journal yet: {}; it is begun",
                                         escape_controls(arguments_.journal.string())));
    }
    std::vector<CountOutcome> outcomes;
    for (const Problem& problem : problems_) {
      outcomes.push_back(count_one(problem));
      if (!arguments_.common.json) print(outcomes.back());
    }
    if (arguments_.common.json) print_rows(outcomes, add_outcome);
    print_summary(outcomes);
    return ExitCode::done;
  }

 private:
  ExitCode plan() {
    session_.stopped = {"the plan is not made yet", kRunAgain};
    std::vector<CountPlan> plans;
    for (const Problem& problem : problems_) plans.push_back(plan_count(problem, options_));
    if (arguments_.common.json) {
      print_rows(plans, add_plan);
      return ExitCode::done;
    }
    if (arguments_.common.quiet) {
      for (const CountPlan& plan : plans) {
        const std::string size = is_range_ ? fmt::format("{} ", plan.problem.board_size()) : "";
        session_.output.write(size + two_digits(plan.predicted_seconds) + "\n");
      }
    } else if (is_range_) {
      session_.output.write(plan_table(plans, session_.output.paint()));
    } else {
      session_.output.write(plan_text(plans.front(), session_.output.paint()));
    }
    session_.output.flush();
    session_.messages.note(prediction_note());
    return ExitCode::done;
  }

  CountOutcome count_one(const Problem& problem) {
    watch_progress(options_, session_, title_of(problem));
    CountOutcome outcome;
    if (arguments_.unique || arguments_.symmetry) {
      outcome.symmetry = count_by_symmetry(problem, options_);
      outcome.run = outcome.symmetry->count;
    } else {
      outcome.run = count(problem, options_);
    }
    session_.messages.clear_progress();
    if (arguments_.check) check(outcome);
    return outcome;
  }

  std::string title_of(const Problem& problem) const {
    return title(problem, arguments_.unique ? 'U' : 'Q');
  }

  void check(CountOutcome& outcome) {
    const int size = outcome.run.problem.board_size();
    const auto check_one = [&](WideCount value, const std::optional<WideCount>& published,
                               const std::string& sequence) {
      if (agrees_with_published(value, published, sequence)) {
        outcome.agrees_with.push_back(sequence);
      } else {
        session_.messages.note(nothing_published(sequence, size));
      }
    };
    if (!arguments_.unique) check_one(outcome.run.solutions, known_solutions(size), "A000170");
    if (outcome.symmetry) {
      check_one(outcome.symmetry->fundamental, known_fundamental_solutions(size), "A002562");
    }
  }

  void print(const CountOutcome& outcome) {
    const std::string value =
        to_string(arguments_.unique ? outcome.symmetry->fundamental : outcome.run.solutions);
    const Problem& problem = outcome.run.problem;
    if (is_range_) {
      session_.output.write(fmt::format("{} {}\n", problem.board_size(), value));
      session_.output.flush();
    } else if (arguments_.symmetry) {
      session_.output.write(symmetry_text(*outcome.symmetry));
    } else if (arguments_.common.quiet) {
      session_.output.write(value + "\n");
    } else {
      session_.output.write(fmt::format("{} = {}\n", title_of(problem), value));
    }
  }

  std::string symmetry_text(const SymmetryCounts& counts) const {
    if (!arguments_.common.quiet) return symmetry_table(counts, session_.output.paint());
    return fmt::format("{} {} {} {}\n", to_string(counts.all), to_string(counts.point_symmetric),
                       to_string(counts.quarter_turn_symmetric), to_string(counts.fundamental));
  }

  static std::string symmetries_text(const SymmetryCounts& counts) {
    std::vector<std::string> names;
    for (const Symmetry symmetry : counts.symmetries) names.emplace_back(to_string(symmetry));
    return "symmetries of the board: " + join(names, ", ");
  }

  /// The members of one board, or an array with those of each board of a range.
  template <typename Row>
  void print_rows(const std::vector<Row>& rows, void (*add)(Json&, const Row&)) {
    Json record = begin_record("count");
    if (arguments_.dry_run) record["dry_run"] = true;
    if (is_range_) {
      Json& array = record[arguments_.dry_run ? "plans" : "counts"] = Json::array();
      for (const Row& row : rows) add(array.emplace_back(Json::object()), row);
    } else {
      add(record, rows.front());
    }
    print_record(session_, std::move(record));
  }

  void print_summary(const std::vector<CountOutcome>& outcomes) {
    session_.output.flush();
    for (const std::string& sequence : outcomes.back().agrees_with) {
      bool all = true;
      for (const CountOutcome& outcome : outcomes) all = all && !outcome.agrees_with.empty();
      if (all) say_agreement(session_, sequence);
    }
    if (!is_range_ && outcomes.front().symmetry && !problems_.front().is_plain()) {
      session_.messages.note(symmetries_text(*outcomes.front().symmetry));
    }
    session_.messages.note(is_range_ ? range_summary(outcomes) : run_summary(outcomes.front().run));
  }

  const CountArguments& arguments_;
  Session& session_;
  std::vector<Problem> problems_;
  bool is_range_;
  CountOptions options_;
};

ExitCode run(const CountArguments& arguments, Session& session) {
  return Counting(arguments, session).run();
}

}  // namespace

Command count_command() {
  return {"count",
          "Count all solutions exactly",
          {{"nqueens count 16", "the number of solutions of 16 queens"},
           {"nqueens count 4..14 --unique", "fundamental solutions of eleven boards"},
           {"nqueens count 12 --symmetry --check", "by symmetry, compared with the OEIS"},
           {"nqueens count 22 --dry-run", "what that would take: memory, predicted time"},
           {"nqueens count 20 --journal run.nqj", "a run that can be resumed"},
           {"nqueens count 8 --place 0:3 --block 7:0", "solutions with one queen given"}},
          prepare(options_of, run)};
}

}  // namespace nqueens::cli
