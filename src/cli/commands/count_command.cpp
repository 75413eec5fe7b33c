// nqueens count: exact numbers of solutions, of one board or a range.
#include <cmath>

#include "cli/commands/commands.hpp"
#include "count/count_run.hpp"
#include "domain/problem.hpp"
#include "journal/shards.hpp"
#include "run/executor.hpp"
#include "run/limits.hpp"

namespace nqueens::cli {

namespace {

constexpr double kSampleSeconds = 3;   ///< the sample of a forecast takes this long
constexpr double kSilentSeconds = 10;  ///< counts without a journal say nothing before

struct CountOutcome {
  CountResult run;
  std::optional<SymmetryCounts> symmetry;  ///< with --fundamental and --symmetry
  Agreements agrees_with;                  ///< with --check
};

std::string symmetry_table(const SymmetryCounts& counts, const Paint& paint) {
  const std::string all = to_string(counts.all);
  const std::string fundamental = to_string(counts.fundamental);
  const std::string heading = "solutions of " + name_of(counts.count.board);
  const auto name_width = std::max<std::size_t>(33, heading.size());
  const auto width = std::max<std::size_t>(6, all.size());
  const auto row = [&](std::string_view name, std::string_view number) {
    return fmt::format("{:<{}}  {:>{}}", name, name_width, number, width);
  };
  std::string text = paint.heading(row(heading, "number")) + "\n";
  text += row("Q: all", all) + "\n";
  text += row("P: unchanged by a half turn", to_string(counts.point_symmetric)) + "\n";
  text += row("R: unchanged by a quarter turn", to_string(counts.quarter_turn_symmetric)) + "\n";
  text += row("U: fundamental, one of each orbit", fundamental) + "\n\n";
  const auto orbits = [&](std::string_view size, std::string_view number, std::string_view of) {
    return fmt::format("{:>10}  {:>{}}  {:>{}}", size, number, width, of, width + 3);
  };
  text += paint.heading(orbits("orbit size", "orbits", "solutions")) + "\n";
  for (const Orbits& one : counts.orbits()) {
    text +=
        orbits(fmt::to_string(one.size), to_string(one.number), to_string(one.solutions)) + "\n";
  }
  return text + orbits("all", fundamental, all) + "\n";
}

/// Writes "0.52 s, engine bitmask (bmi2), 2 threads, 140 of 1118 tasks of rows at depth 3, 12 of
/// these found in the journal".
std::string shard_summary(const ShardResult& result) {
  const std::string text =
      fmt::format("{}, {} of {} tasks of {}{}", engine_text(result), result.shard_tasks,
                  result.tasks, decomposition_text(result),
                  resumed_text(result.tasks_resumed, result.shard_tasks, result.damaged));
  if (result.tasks_of_others == 0) return text;
  return text + fmt::format(", beside {} of other shards", result.tasks_of_others);
}

/// Returns the plan with the times of its forecast, if it has one, instead of those predicted.
CountPlan with_best_times(CountPlan plan) {
  if (!plan.forecast) return plan;
  plan.predicted_seconds = plan.forecast->seconds;
  plan.predicted_core_seconds = plan.forecast->core_seconds;
  plan.forecast.reset();
  return plan;
}

/// Writes "Q(20): by 24 tasks counted here in 1.50 s, give or take 6 %".
std::string forecast_text(const CountPlan& plan) {
  const TimeForecast& forecast = *plan.forecast;
  return fmt::format(
      "{}: by {} counted here in {}, {}{}", title(plan.board),
      plural(forecast.sample_tasks, "task"), format_duration(forecast.sample_seconds),
      forecast.is_least ? "some of them not to their end: at least this time"
                        : fmt::format("give or take {:.0f} %", std::ceil(200 * forecast.error)),
      busy_text(forecast));
}

/// Writes "3.10 s for 9 boards, 2 threads". Precondition: there is an outcome.
std::string range_summary(const std::vector<CountOutcome>& outcomes) {
  double seconds = 0;
  for (const CountOutcome& outcome : outcomes) seconds += outcome.run.seconds;
  return fmt::format("{} for {}, {}", format_duration(seconds), plural(outcomes.size(), "board"),
                     plural(outcomes.back().run.threads, "thread"));
}

Fields fields(const CountOutcome& outcome) {
  return (outcome.symmetry ? fields(*outcome.symmetry) : fields(outcome.run)) +
         agreement_fields(outcome.agrees_with);
}

/// Writes the command that merges the journals of all shards, by the name of this one's, whose
/// number becomes "*"; and those of --except.
std::string merge_line(const CountOptions& options, const Shard& shard) {
  const std::string journal = options.journal.string();
  const auto parts = journal::around_number(journal, shard.number);
  if (shard.count > 1 && !parts) return "nqueens merge FILE...";
  const auto quoted = [](const std::string& text) { return text.empty() ? "" : shell_quote(text); };
  std::string line = "nqueens merge ";
  line += shard.count == 1 ? quoted(journal) : quoted(parts->first) + "*" + quoted(parts->second);
  for (const std::filesystem::path& path : options.except) {
    const std::string name = path.string();
    const bool is_shard = shard.count > 1 && name.starts_with(parts->first);
    if (name == journal || (is_shard && name.ends_with(parts->second))) continue;
    line += " " + quoted(name);
  }
  return line;
}

Shard shard_of(const std::string& text) {
  if (const std::optional<Shard> shard = counting::parse_shard(text)) return *shard;
  refuse("--shard must be I/K, shard I of K, with I from 1 to K and K up to {}, not '{}'",
         kMaxShards, text);
}

struct CountArguments : CommonOptions {
  ProblemArguments problem;
  CountOptions options;
  ResultOptions result;
  std::optional<Shard> shard;
  bool dry_run = false;
  bool fundamental = false;
  bool symmetry = false;
  bool check = false;
};

std::vector<Option> options_of(CountArguments& to) {
  Option board = option::board(to.problem, "board size, 0 to 32 (restricted: 64)");
  board.value += "|A..B";
  board.help += "; or a range of sizes, as in 8..12: a line \"N NUMBER\" for each";
  board.unless.insert(board.unless.end(), {"--journal", "--except"});
  Option journal = option::journal(to.options.journal);
  journal.help += "; to resume, the board size may be left out";
  std::vector<Option> own = {
      board,
      {.name = "--fundamental",
       .to = &to.fundamental,
       .help = "count the fundamental solutions; rotations and reflections of one count once",
       .excludes = {"--symmetry"}},
      {"--symmetry", &to.symmetry,
       "print a table of solutions by symmetry; with -q its numbers Q, P, R and U"},
      journal,
      option::check(to.check),
      {.name = "--dry-run",
       .to = &to.dry_run,
       .help = "forecast time and memory; with --journal those of the rest; --threads may be "
               "another machine's; with -q only the seconds",
       .excludes = {"--check"}},
      {.name = "--shard",
       .to = [&to](const std::string& text) { to.shard = shard_of(text); },
       .help = "count shard I of K into its journal; nqueens merge adds them up",
       .value = "I/K",
       .excludes = {"--fundamental", "--symmetry", "--check"},
       .needs = "--journal",
       .unless = {"--dry-run"}},
      {.name = "--except",
       .to = [&to](const std::string& file) { to.options.except.emplace_back(file); },
       .help = "count only what these journals lack; a journal that begins takes over their plan",
       .value = "FILE...",
       .excludes = {"--fundamental", "--symmetry", "--check"},
       .needs = "--journal",
       .unless = {"--dry-run"}},
      option::force(to.options.allow_uncomputed, fmt::format("; restricted: over {:.0f} core hours",
                                                             kLongestUnaskedCount / 3600)),
      option::engine(to.options.engine),
      option::instruction_set(to.options.instruction_set),
      option::device(to.options.device),
      option::depth(to.options.depth),
      option::progress(to.log_seconds),
  };
  for (Option& option : option::table(to.result)) {
    option.excludes = {"--shard", "--except"};
    own.push_back(std::move(option));
  }
  return option::with_restrictions(with_run(std::move(own), to.options, to), to.problem);
}

bool is_range(const CountArguments& arguments) {
  return arguments.problem.board && arguments.problem.board->find("..") != std::string::npos;
}

/// Returns both ends of a range such as 8..12.
std::pair<std::uint64_t, std::uint64_t> parse_range(const std::string& text, std::uint64_t max) {
  const auto size = [&](const std::string& part) {
    return parse_whole(part.empty() ? text : part, "board size", 0, max);
  };
  const std::size_t dots = text.find("..");
  const std::uint64_t first = size(text.substr(0, dots));
  const std::uint64_t last = size(text.substr(dots + 2));
  if (first > last) refuse("the range {} is empty; did you mean {}..{}?", text, last, first);
  return {first, last};
}

/// Refuses two sizes with something else than ".." or 'x' between them: "8-12", "8,10".
void refuse_other_range(const std::string& text) {
  constexpr const char* kDigits = "0123456789";
  const auto at = std::min(text.find_first_not_of(kDigits), text.size() - 1);
  const std::string last = text.substr(at + 1);
  const bool are_two = at > 0 && !last.empty() && last.find_first_not_of(kDigits) == last.npos;
  if (!are_two || std::string_view("-,:").find(text[at]) == std::string_view::npos) return;
  refuse("'{}' is no board size; write a range of sizes as {}..{}", text, text.substr(0, at), last);
}

/// Returns what is counted: the boards of the command line, or without one that of the journal.
std::vector<Board> boards_of(const CountArguments& arguments) {
  const ProblemArguments& problem = arguments.problem;
  std::vector<Board> boards;
  // A board that restricts nothing after all is a plain one.
  const auto add = [&](const Board& board) { boards.push_back(board_of(Problem(board))); };
  if (problem.board && !problem.board->empty()) refuse_other_range(*problem.board);
  if (!problem.has_restrictions() &&
      base::parse_whole(problem.board.value_or("")).value_or(0) > kMaxCountSize) {
    refuse(
        "board size must be a whole number from 0 to {}, not '{}'; on larger boards nqueens solve "
        "finds a solution, and nqueens estimate estimates their number up to {} queens",
        kMaxCountSize, *problem.board, kMaxProblemSize);
  }
  if (is_range(arguments)) {
    const auto [first, last] =
        parse_range(*problem.board, problem.has_restrictions() ? kMaxProblemSize : kMaxCountSize);
    const char* const option = !arguments.options.journal.empty()  ? "--journal"
                               : !arguments.options.except.empty() ? "--except"
                               : arguments.shard                   ? "--shard"
                               : arguments.symmetry                ? "--symmetry"
                                                                   : problem.square_option();
    if (option != nullptr) {
      refuse("{} needs one board size, not the range {}", option, *problem.board);
    }
    for (std::uint64_t size = first; size <= last; ++size) {
      add(make_board(problem, BoardShape{size, size}));
    }
  } else {
    const CountOptions& options = arguments.options;
    add(make_board(problem, options.except.empty() ? options.journal : options.except.front()));
  }
  const Board& last = boards.back();
  if (arguments.check) require_published(last);
  if (arguments.symmetry && may_equal_mirror_images(last)) {
    refuse(
        "--symmetry has no table for {}, where solutions may equal their mirror images; "
        "--fundamental counts the fundamental ones",
        title(last));
  }
  return boards;
}

class Counting : CommandCall<CountArguments> {
 public:
  Counting(CountArguments& arguments, Session& session)
      : CommandCall{arguments, session},
        boards_(boards_of(arguments)),
        is_range_(is_range(arguments)),
        table_(arguments.result, session) {}

  void run() {
    const StoppableRun stoppable(
        session_, options_.journal.empty() ? "nothing is kept without --journal FILE" : kResume,
        options_, !arguments_.dry_run);
    if (arguments_.dry_run) return plan();
    try {
      const bool is_part = arguments_.shard || !options_.except.empty();
      return is_part ? count_part() : count_all();
    } catch (const NeedsConfirmation&) {
      if (boards_.back().is_plain()) refuse_uncounted(boards_.back());
      throw;
    }
  }

 private:
  void count_all() {
    // Boards are refused before the first one is counted, not after years.
    if (is_range_) {
      for (const Board& board : boards_) counting::require_allowed(board, options_);
    }
    const Fields begun = session_.object;
    std::vector<CountOutcome> outcomes;
    for (const Board& board : boards_) {
      watch(title_of(board));
      CountOutcome& outcome = outcomes.emplace_back();
      if (arguments_.fundamental || arguments_.symmetry) {
        outcome.symmetry = count_by_symmetry(board, options_);
        outcome.run = outcome.symmetry->count;
      } else {
        outcome.run = count(board, options_);
      }
      if (arguments_.check) check(outcome);
      if (is_range_) session_.object = begun + Fields{{"counts", outcomes}};
      table_.add({outcome});
      if (!session_.common.json && !table_.is_wanted()) print(outcome);
    }
    table_.end();
    if (session_.common.json) {
      print_object(session_, is_range_ ? Fields() : fields(outcomes.front()));
    }
    print_summary(outcomes);
  }

  void watch(const std::string& label) {
    const bool has_journal = !options_.journal.empty();
    log_progress(session_, has_journal);
    options_.on_start = [=, this](const CountStart& start) {
      start_line_ = start_text(label, start);
      if (has_journal) say_start();
      if (has_journal) note_short_limit(session_, start);
    };
    options_.on_progress = [=, this,
                            show = progress_callback(session_, label)](const Progress& progress) {
      if (progress.seconds >= kSilentSeconds) say_start();
      show(progress);
    };
  }

  void say_start() {
    if (!start_line_.empty()) session_.messages.log(std::exchange(start_line_, {}));
  }

  [[noreturn]] void refuse_uncounted(const Board& board) {
    options_.threads = run::useful_threads(options_.threads);
    // The time limit would end a sample, and even the plan.
    if (session_.common.time_limit) options_.stop = {};
    const CountPlan plan = plan_of(board, session_.common.time_limit ? 0 : kSampleSeconds);
    throw NeedsConfirmation(fmt::format(
        "nobody has counted {} queens yet: {}it would take {} on {}, by engine {}", board.rows(),
        plan.forecast ? "by a sample " : "", about(with_best_times(plan).predicted_seconds),
        plural(plan.threads, "thread"), plan.engine));
  }

  /// By default makes a forecast, which takes some seconds.
  CountPlan plan_of(const Board& board, double sample_seconds = kSampleSeconds) {
    session_.stopped.how_far = "the plan is not made yet";
    session_.stopped.what_to_do = kRunAgain;
    session_.messages.show_progress({"counting a sample of " + title(board)});
    CountPlan plan = plan_count(board, options_, arguments_.shard, sample_seconds);
    session_.messages.clear_progress();
    return plan;
  }

  void plan() {
    std::vector<CountPlan> plans;
    for (const Board& board : boards_) plans.push_back(plan_of(board));
    table_.add({plans.begin(), plans.end()});
    table_.end();
    if (session_.common.json) {
      session_.object.push_back({"dry_run", true});
      return print_object(session_, is_range_ ? Fields{{"plans", plans}} : fields(plans.front()));
    }
    for (const CountPlan& plan : plans) {
      if (!table_.is_wanted()) print(with_best_times(plan));
    }
    session_.output.flush();
    bool all_measured = true;
    for (const CountPlan& plan : plans) {
      if (plan.forecast) session_.messages.note(forecast_text(plan));
      all_measured = all_measured && (plan.forecast || plan.predicted_seconds == 0);
      if (plan.fits_memory()) continue;
      session_.messages.note(fmt::format("{} on {} needs {}; {} are available here",
                                         title(plan.board), plural(plan.threads, "thread"),
                                         run::format_bytes(plan.total_bytes()),
                                         run::format_bytes(plan.available_bytes)));
    }
    session_.messages.note(fmt::format(
        "nothing {}was counted; times are for {}, a processor each ({} usable here){}",
        plans.back().forecast ? "else " : "", plural(plans.back().threads, "thread"),
        plans.back().usable_processors,
        all_measured ? ""
                     : fmt::format("; {} predicted from figures of another machine, and may be off "
                                   "by a factor of two or more",
                                   is_range_ ? "those without a sample are" : "they are")));
  }

  void print(const CountPlan& plan) {
    const std::string size = is_range_ ? fmt::format("{} ", plan.board.rows()) : "";
    session_.output.write(session_.common.quiet
                              ? size + to_digits(plan.predicted_seconds, 2) + "\n"
                              : session_.output.paint().heading("Plan for " + title(plan.board)) +
                                    "\n" + text_of(fields_beside_board(plan)));
  }

  /// Prints nothing on standard output: the total is for nqueens merge to print.
  void count_part() {
    const Board& board = boards_.front();
    const Shard shard = arguments_.shard.value_or(Shard{});
    const std::string part = arguments_.shard ? "shard " + to_string(shard) : "rest";
    watch(fmt::format("{} of {}", part, title(board)));
    const ShardResult result = count_shard(board, shard, options_);
    if (session_.common.json) {
      print_object(session_, Fields{{"journal", options_.journal.string()},
                                    {"shard", shard.number},
                                    {"shards", shard.count}} +
                                 fields(result));
    }
    session_.note(shard_summary(result));
    session_.note(fmt::format("{}: {}",
                              shard.count == 1 ? "for the total" : "when all shards are done",
                              merge_line(options_, shard)));
  }

  std::string title_of(const Board& board) const {
    return title(board, arguments_.fundamental ? 'U' : 'Q');
  }

  void check(CountOutcome& outcome) {
    Agreements& agrees = outcome.agrees_with;
    const Board& board = outcome.run.board;
    if (!arguments_.fundamental) agrees = check_published(session_, board, outcome.run.solutions);
    if (!outcome.symmetry) return;
    const Agreements more = check_published(session_, board, outcome.symmetry->fundamental, true);
    agrees.insert(agrees.end(), more.begin(), more.end());
  }

  void print(const CountOutcome& outcome) {
    const bool quiet = session_.common.quiet;
    const Board& board = outcome.run.board;
    const std::string value =
        to_string(arguments_.fundamental ? outcome.symmetry->fundamental : outcome.run.solutions);
    std::string text = quiet ? value + "\n" : fmt::format("{} = {}\n", title_of(board), value);
    if (is_range_) text = fmt::format("{} {}\n", board.rows(), value);
    if (arguments_.symmetry) {
      const SymmetryCounts& counts = *outcome.symmetry;
      text = quiet ? fmt::format(
                         "{} {} {} {}\n", to_string(counts.all), to_string(counts.point_symmetric),
                         to_string(counts.quarter_turn_symmetric), to_string(counts.fundamental))
                   : symmetry_table(counts, session_.output.paint());
    }
    session_.output.write(text);
    if (is_range_) session_.output.flush();
  }

  void print_summary(const std::vector<CountOutcome>& outcomes) {
    const bool all_agree = std::all_of(outcomes.begin(), outcomes.end(), [](const auto& outcome) {
      return !outcome.agrees_with.empty();
    });
    if (all_agree) say_agreements(session_, outcomes.back().agrees_with);
    if (!is_range_ && outcomes.front().symmetry && !boards_.front().is_plain()) {
      std::vector<std::string> names;
      for (const Symmetry symmetry : outcomes.front().symmetry->symmetries) {
        names.emplace_back(to_string(symmetry));
      }
      session_.note("symmetries that leave the board as it is: " + join(names, ", "));
    }
    session_.note(is_range_ ? range_summary(outcomes) : run_summary(outcomes.front().run));
  }

  std::vector<Board> boards_;
  bool is_range_;
  CsvTable table_;
  std::string start_line_;  ///< not said yet
};

}  // namespace

Command count_command() {
  return {"count",
          "Count all solutions exactly",
          {{"nqueens count 16", "the number of solutions of 16 queens"},
           {"nqueens count 4..14 --fundamental", "fundamental solutions of eleven boards"},
           {"nqueens count 12 --symmetry --check", "by symmetry, compared with the OEIS"},
           {"nqueens count 22 --dry-run", "the time and memory that it would take here"},
           {"nqueens count 20 --journal run.nqj", "a run that can be resumed"},
           {"nqueens count 22 --shard 3/64 --journal part-3.nqj",
            "one of 64 shards; the same line resumes it"},
           {"nqueens count --journal rest.nqj --except part-1.nqj part-2.nqj",
            "the tasks that these two journals lack"},
           {"nqueens count 8 --place 0:3 --block 7:0", "one queen given, a1 blocked"}},
          prepare(options_of, run_with<Counting>)};
}

}  // namespace nqueens::cli
