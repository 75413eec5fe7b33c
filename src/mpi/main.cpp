// nqueens-mpi: every rank counts; rank 0 also hands out ranges of tasks and keeps the journal.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <iterator>
#include <set>
#include <sstream>

#include "base/stopwatch.hpp"
#include "cli/options/option.hpp"
#include "cli/report.hpp"
#include "cli/terminal/text.hpp"
#include "mpi/communicator.hpp"
#include "mpi/options.hpp"
#include "mpi/tasks.hpp"
#include "nqueens/version.hpp"

namespace nqueens::mpi {
namespace {

constexpr double kReportSeconds = 1;  ///< a rank reports this often, and rank 0 answers

class Rank0 {
 public:
  Rank0(Communicator& ranks, const Options& options)
      : ranks_(ranks),
        options_(options.counting),
        executor_(options_.threads, options_.pinning),
        run_(counting::set_up(Board(options.board_size), options_, {}, executor_.threads())),
        header_(journal::header_of(run_.plan)),
        done_(run_.plan.tasks().size()),
        heard_(static_cast<std::size_t>(ranks.size), Communicator::lived()),
        threads_(executor_.threads()) {
    for (const journal::JournalRecord& record : run_.journal->contents().records) add(record);
    run_.journal->add_provenance(counting::provenance_of(run_, threads_));
    const engine::WorkTime time = counting::predict(*run_.engine, run_.plan);
    ranges_.emplace(run_.plan, done_, time.seconds_per_cost, ranks.size);
    options_.on_start(counting::count_start(run_, threads_ * ranks.size, time));
  }

  /// Throws like nqueens::count(); also Error when a rank fails, and Stopped when one is silent.
  CountResult count() {
    const std::size_t resumed = tasks_done_;
    base::Stopwatch watch, shown;
    const double fraction_before = fraction();
    const auto progress = [&] {
      const double seconds = watch.seconds();
      const auto tasks = static_cast<double>(tasks_done_ - resumed);
      Progress now{tasks_done_, done_.size(), fraction(), seconds, tasks / seconds, {}};
      if (tasks > 0) {
        now.seconds_left = seconds * (1 - now.fraction) / (now.fraction - fraction_before);
      }
      return now;
    };
    if (!is_complete()) tell_others(MessageKind::plan, journal::format_header(header_));
    bool more = true;
    for (Counter counter(run_, executor_); !is_complete() && !options_.stop.stop_requested();) {
      const Counter::News news = counter.look(more);
      enter(news.records);
      if (more && news.is_short) {
        const std::vector<std::uint32_t> range = ranges_->next(executor_.threads());
        more = !range.empty();
        counter.add(range);
      }
      while (const std::optional<Message> message = ranks_.receive()) take(*message);
      if (shown.seconds() > 0.2) {
        options_.on_progress(progress());
        shown = {};
      }
      require_all_heard();
    }
    options_.on_progress(progress());
    run_.journal->finish();
    if (!is_complete()) throw counting::stopped(run_, threads_, progress(), "stopped");
    tell_others(MessageKind::end);
    return counting::count_result(run_, threads_, watch.seconds(), solutions_);
  }

  std::size_t ranks() const { return 1 + joined_.size(); }  ///< that have counted

 private:
  bool is_complete() const { return tasks_done_ == done_.size(); }
  double fraction() const { return engine::fraction_done(cost_done_, run_.plan.total_cost()); }

  void tell_others(MessageKind kind, const std::string& text = {}) {
    for (int rank = 1; rank < ranks_.size; ++rank) ranks_.send(rank, kind, text);
  }

  void take(const Message& message) {
    const std::string name = fmt::format("rank {}", message.from);
    heard_[static_cast<std::size_t>(message.from)] = Communicator::lived();
    if (message.kind == MessageKind::failure)
      throw Error(fmt::format("{}: {}", name, message.text));
    const journal::JournalContents said = journal::parse_journal(message.text, name);
    const Provenance by = said.counted_by.empty() ? Provenance() : said.counted_by.front();
    if (said.header != header_ || by.version != kVersion || said.damaged.count > 0) {
      throw Error(fmt::format(
          "{} does not fit: version {}, {}; rank 0 has version {}, {}: give every rank the same "
          "program and command line",
          name, by.version, describe(said.header), kVersion, describe(header_)));
    }
    if (joined_.insert(message.from).second) {
      run_.journal->add_provenance(by);
      threads_ += by.threads;
    }
    enter(said.records);
    std::vector<std::uint32_t> range;
    if (message.kind == MessageKind::request) range = ranges_->next(by.threads);
    ranks_.send(message.from, MessageKind::range, fmt::format("{}", fmt::join(range, " ")));
  }

  void enter(const std::vector<journal::JournalRecord>& records) {
    for (const journal::JournalRecord& record : records) {
      add(record);
      solutions_ += record.tally.solutions();
      run_.journal->task_done(run_.plan.tasks()[record.task_id], record.tally);
    }
  }

  void add(const journal::JournalRecord& record) {
    if (done_[record.task_id]) {
      throw Error(fmt::format("task {} was counted twice; please report this", record.task_id));
    }
    done_[record.task_id] = true;
    ++tasks_done_;
    cost_done_ += run_.plan.tasks()[record.task_id].cost;
  }

  void require_all_heard() {
    for (std::size_t rank = 1; rank < heard_.size(); ++rank) {
      if (Communicator::lived() - heard_[rank] < kLongestSilence) continue;
      run_.journal->finish();
      throw Stopped(fmt::format("no word of rank {} for {} s; {} of {} tasks done: {}", rank,
                                kLongestSilence, tasks_done_, done_.size(), cli::kResume));
    }
  }

  Communicator& ranks_;
  const CountOptions& options_;
  run::Executor executor_;
  counting::Run run_;
  const journal::JournalHeader header_;
  std::vector<bool> done_;  ///< by task
  std::vector<int> heard_;  ///< by rank: Communicator::lived() at its last message
  std::set<int> joined_;    ///< other ranks that have sent a journal
  int threads_;             ///< of all ranks
  std::optional<Ranges> ranges_;
  std::uint64_t tasks_done_ = 0;  ///< including a resumed journal
  std::uint64_t cost_done_ = 0;
  WideCount solutions_ = 0;  ///< counted by this job
};

void lead(Communicator& ranks, Options& options, cli::Session& session) {
  const cli::StoppableRun stoppable(session, cli::kResume, options.counting);
  const std::string title = fmt::format("Q({})", options.board_size);
  cli::log_progress(session, true);
  options.counting.on_progress = cli::progress_callback(session, title);
  options.counting.on_start = [&](const CountStart& start) {
    session.messages.log(cli::start_text(title, start) +
                         fmt::format(", on {}", cli::plural(ranks.size, "rank")));
    cli::note_short_limit(session, start);
  };
  cli::begin_object(session, "mpi");
  Rank0 rank0(ranks, options);
  const CountResult result = rank0.count();

  cli::Agreements agreements;
  if (options.check) agreements = cli::check_published(session, result.board, result.solutions);
  const std::string total = to_string(result.solutions) + "\n";
  cli::print_result(
      session,
      fields(result) + Fields{{"ranks", rank0.ranks()}} + cli::agreement_fields(agreements),
      fmt::format("{} = {}", title, total), total);
  cli::say_agreements(session, agreements);
  session.note(
      fmt::format("{}, on {}", cli::run_summary(result), cli::plural(rank0.ranks(), "rank")));
}

/// The other ranks make the plan of rank 0 and count the ranges that they get.
void work(Communicator& ranks, const Options& options) {
  Message message = ranks.wait();
  if (message.kind == MessageKind::end) return;
  run::Executor executor(options.counting.threads, options.counting.pinning);
  const counting::Run run =
      counting::set_up_like(journal::parse_header(message.text, "of rank 0"),
                            Board(options.board_size), options.counting, executor.threads());
  const std::uint64_t plan = run.plan.id();
  const std::string head =
      journal::format_header(journal::header_of(run.plan)) +
      journal::format_provenance_line(plan, counting::provenance_of(run, executor.threads()));

  Counter counter(run, executor);
  std::string text = head;
  bool is_answered = true;  // rank 0 has answered the last message
  bool has_asked = false;   // the last message asked for a range
  bool more = true;         // rank 0 may have more tasks
  for (base::Stopwatch spoken; message.kind != MessageKind::end;) {
    const Counter::News news = counter.look(more && is_answered);
    for (const journal::JournalRecord& record : news.records) {
      text += journal::format_record(plan, record.task_id, record.tally);
    }
    const bool wants = more && news.is_short;
    const bool is_done = news.is_idle && text != head;
    if (is_answered && (wants || is_done || spoken.seconds() > kReportSeconds)) {
      ranks.send(0, wants ? MessageKind::request : MessageKind::report, std::exchange(text, head));
      has_asked = wants;
      is_answered = false;
      spoken = {};
    }
    if (std::optional<Message> answer = ranks.receive()) {
      message = *std::move(answer);
      std::istringstream words(message.text);
      const std::vector<std::uint32_t> range{std::istream_iterator<std::uint32_t>(words), {}};
      more = more && !(has_asked && range.empty());
      is_answered = true;
      counter.add(range);
    }
  }
}

}  // namespace
}  // namespace nqueens::mpi

int main(int argc, char** argv) {
  using namespace nqueens;
  cli::prepare_process();
  std::optional<mpi::Communicator> ranks;
  const cli::Program program = mpi::mpi_program([&](mpi::Options& options, cli::Session& session) {
    return ranks->rank == 0 ? mpi::lead(*ranks, options, session) : mpi::work(*ranks, options);
  });
  cli::Session session{program, {argv, argv + argc}};
  session.output.set_colour(cli::ColourChoice::never);  // mpirun gives ranks a terminal of its own
  cli::ExitCode code = cli::ExitCode::done;
  bool has_failed = false;
  try {
    ranks.emplace(argc, argv);
    if (ranks->rank == 0) {
      session.stop.start();
      code = cli::run_program(session);
    } else {
      const auto line = cli::parse({session.words.begin() + 1, session.words.end()}, program);
      if (!line.help && !line.version) line.invocation.run(session);
    }
  } catch (...) {
    if (ranks && ranks->rank > 0) {  // rank 0 prints it and ends the job
      ranks->send(0, mpi::MessageKind::failure, cli::failure_of(std::current_exception()).text);
      while (ranks->wait().kind != mpi::MessageKind::end) continue;
    } else {
      code = cli::report_failure(session);
      has_failed = true;
    }
  }
  if (ranks) ranks->end(cli::to_int(code), has_failed);
  return cli::to_int(code);
}
