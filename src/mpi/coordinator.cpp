#include "mpi/coordinator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <thread>
#include <utility>

#include "mpi/protocol.hpp"
#include "nqueens/error.hpp"
#include "nqueens/version.hpp"

namespace nqueens::mpi {

namespace {

/// Sets up a plan for all machines of the job; rank 0 counts nothing. Resumes the journal unless it
/// is empty or missing.
api::Run set_up(const Options& options) {
  CountOptions counting = options.counting;
  counting.resume = true;
  return api::set_up(options.board_size, counting);
}

}  // namespace

Coordinator::Coordinator(Communicator& communicator, const Options& options,
                         std::function<void(const std::string&)> note,
                         std::function<std::string()> stop_cause)
    : communicator_(communicator),
      options_(options),
      note_(std::move(note)),
      stop_cause_(std::move(stop_cause)) {}

Outcome Coordinator::run() {
  api::Run& setup = setup_.emplace(set_up(options_));
  const counting::Plan& plan = setup.plan;
  const double core_seconds =
      std::max(api::predict(*setup.engine, plan).seconds(plan.total_cost()), 1e-6);
  LeaseTable& table = table_.emplace(plan, static_cast<double>(plan.total_cost()) / core_seconds,
                                     LeaseRules{.min_lease = Seconds{options_.lease_seconds}});
  for (const journal::JournalRecord& record : setup.journal->contents().records) {
    table.restore(record.task_id, record.tally);
  }
  begin_ = last_word_ = Clock::now();
  const Offer offer{kVersion, std::string(plan.decomposition().name()),
                    static_cast<std::uint32_t>(plan.depth()), plan.id()};
  for (int rank = 1; rank < communicator_.size(); ++rank) send(rank, offer);
  try {
    serve();
  } catch (...) {
    setup.journal.reset();  // writes what has arrived: the process may end without destructors
    throw;
  }
  setup.journal->finish();

  Outcome outcome;
  CountResult& run = outcome.run;
  int threads = 0;
  for (const auto& [rank, hello] : workers_) threads += static_cast<int>(hello.threads);
  static_cast<RunInfo&>(run) =
      api::describe(setup, threads, Seconds(Clock::now() - begin_).count());
  run.solutions = table.solutions();
  run.tasks_resumed = setup.journal->contents().records.size();
  run.damaged = setup.journal->contents().damaged;
  outcome.workers = static_cast<int>(workers_.size());
  outcome.taken_back = table.taken_back();
  outcome.duplicates = table.duplicates();
  setup.journal.reset();
  return outcome;
}

bool Coordinator::dismiss() {
  for (int rank = 1; rank < communicator_.size(); ++rank) send(rank, End{});
  const Clock::time_point begin = Clock::now();
  while (is_waiting_for_farewell(Clock::now() - begin)) {
    while (const std::optional<Envelope> envelope = communicator_.receive()) {
      if (std::holds_alternative<Farewell>(unpack(envelope->bytes))) {
        gone_.insert(envelope->from);
      }
    }
    std::this_thread::sleep_for(kShortestPause);
  }
  const bool together = static_cast<int>(gone_.size()) == communicator_.size() - 1;
  for (const int rank : gone_) send(rank, Close{together});
  communicator_.flush(std::chrono::milliseconds(100));
  return together;
}

bool Coordinator::is_waiting_for_farewell(Clock::duration waited) const {
  for (int rank = 1; rank < communicator_.size(); ++rank) {
    const bool is_silent = workers_.contains(rank) && table_->is_silent(rank);
    const Clock::duration longest = is_silent ? kFarewellTimeOfSilent : kFarewellTime;
    if (!gone_.contains(rank) && waited < longest) return true;
  }
  return false;
}

/// Until every task has a result.
void Coordinator::serve() {
  while (!table_->done()) {
    while (const std::optional<Envelope> envelope = communicator_.receive()) {
      last_word_ = Clock::now();
      take(envelope->from, unpack(envelope->bytes));
    }
    table_->expire(now());
    answer_requests();
    require_company();
    const std::string cause = stop_cause_();
    if (!cause.empty()) stop(cause);
    if (!table_->done()) std::this_thread::sleep_for(pause_after(Clock::now() - last_word_));
  }
}

void Coordinator::take(int rank, const Message& message) {
  if (const auto* const hello = std::get_if<Hello>(&message)) {
    welcome(rank, *hello);
  } else if (const auto* const refusal = std::get_if<Refusal>(&message)) {
    throw Error(fmt::format("rank {}: {}", rank, refusal->reason));
  } else if (const auto* const request = std::get_if<Request>(&message)) {
    // An idle worker has lost the tasks that it has not answered.
    if (request->idle) table_->release(rank);
    requests_[rank] = Clock::now();
  } else if (const auto* const results = std::get_if<Results>(&message)) {
    for (const TaskResult& result : results->results) take(rank, result);
  }
}

void Coordinator::take(int rank, const TaskResult& result) {
  const counting::Tally tally =
      counting::Tally::restored(result.solutions, result.residues[0], result.residues[1]);
  const Seconds took = std::chrono::nanoseconds(result.nanoseconds);
  if (!table_->complete(rank, result.task, tally, took, now())) return;
  setup_->journal->task_done(setup_->plan.tasks()[result.task], tally);
}

void Coordinator::welcome(int rank, const Hello& hello) {
  const std::string name = fmt::format("rank {} on {}", rank, hello.host);
  table_->join(rank, name, static_cast<int>(hello.threads));
  workers_[rank] = hello;
  setup_->journal->add_counter(
      {hello.host, kVersion, hello.engine, hello.instruction_set, static_cast<int>(hello.threads)});
  if (hello.threads <= hello.processors || noted_) return;
  noted_ = true;
  note_(
      fmt::format("note: {} has {} threads on {} processor{}; mpirun --bind-to none gives every "
                  "rank all of its machine's",
                  name, hello.threads, hello.processors, hello.processors == 1 ? "" : "s"));
}

void Coordinator::answer_requests() {
  const Seconds patience{options_.lease_seconds * kAnswerPerLease};
  for (auto request = requests_.begin(); request != requests_.end();) {
    const int rank = request->first;
    Batch batch;
    if (table_->has_waiting()) batch.tasks = table_->grant(rank, now());
    // A worker that gets no message at all gives up this rank as lost.
    if (batch.tasks.empty() && Clock::now() - request->second < patience) {
      ++request;
      continue;
    }
    // As in a single process, the time of the run excludes making plans and preparing engines.
    if (!batch.tasks.empty() && !std::exchange(begun_, true)) begin_ = Clock::now();
    if (!send(rank, batch)) table_->release(rank);
    request = requests_.erase(request);
  }
}

/// Throws when every worker has been silent for so long that none will come back.
void Coordinator::require_company() {
  const Seconds silence = Clock::now() - last_word_;
  if (silence.count() < options_.lease_seconds * kSilencePerLease) return;
  for (const auto& [rank, hello] : workers_) {
    if (!table_->is_silent(rank)) return;
  }
  stop(fmt::format("no rank answers, nothing for {:.0f} s", silence.count()));
}

void Coordinator::stop(const std::string& cause) {
  setup_->journal->finish();
  throw Stopped(fmt::format(
      "{}: Q({}), {} of {} tasks done ({:.1f} %); the journal keeps them: run the same command "
      "to resume",
      cause, options_.board_size, table_->tasks_done(), setup_->plan.tasks().size(),
      100 * counting::part_done(table_->cost_done(), setup_->plan.total_cost())));
}

}  // namespace nqueens::mpi
