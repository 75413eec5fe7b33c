#include "mpi/worker.hpp"

#include <fmt/format.h>

#include <chrono>
#include <exception>
#include <memory>
#include <new>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

#include "api/count_setup.hpp"
#include "base/checksum.hpp"
#include "base/cpu_features.hpp"
#include "journal/format.hpp"
#include "mpi/messages.hpp"
#include "mpi/protocol.hpp"
#include "mpi/task_queue.hpp"
#include "nqueens/error.hpp"
#include "nqueens/version.hpp"
#include "run/executor.hpp"

namespace nqueens::mpi {

namespace {

using Clock = std::chrono::steady_clock;

/// The plan that was offered. Throws when this rank makes another one.
counting::Plan make_plan(const Options& options, const Offer& offer) {
  if (offer.version != kVersion) {
    throw Error(
        fmt::format("another version of the program: {}; rank 0 runs {}", kVersion, offer.version));
  }
  journal::JournalHeader header;
  header.decomposition = offer.decomposition;
  header.depth = static_cast<int>(offer.depth);
  counting::Plan plan =
      api::plan_of_journal(Problem(options.board_size), header, options.journal.string(), {});
  if (plan.id() != offer.plan_id) {
    throw Error(fmt::format(
        "another plan: {} for board {}; rank 0 has plan {}: give every rank the same command line",
        plan.id_text(), options.board_size, base::to_hex(offer.plan_id)));
  }
  return plan;
}

/// The threads that count, from the first task to the end of the queue. One thread more calls the
/// executor, so that the thread that speaks MPI stays free.
class Counting {
 public:
  Counting(const Options& options, const Offer& offer)
      : plan_(make_plan(options, offer)),
        executor_(options.threads, options.pinning()),
        queue_(executor_.threads()) {
    const base::InstructionSet most = base::parse_instruction_set(options.instruction_set);
    CountOptions count_options;
    count_options.engine = options.engine;
    count_options.journal = options.journal;
    const counting::Engine& engine =
        api::choose_engine(plan_.problem(), count_options, most, journal::header_of(plan_));
    const counting::EngineOptions engine_options{.depth = plan_.depth(), .instruction_set = most};
    api::require_room(engine, engine.memory(plan_.problem(), engine_options),
                      plan_.problem().board_size(), executor_.threads());
    prepared_ = engine.prepare(plan_.problem(), engine_options);
    provenance_ = journal::provenance_here(
        engine.name(), base::to_string(engine.instruction_set(most)), executor_.threads());
    runner_ = std::thread([this] { run(); });
  }

  ~Counting() { stop(); }

  /// Ends at once, within about 100 ms; what is in hand is lost.
  void stop() {
    stop_.request_stop();
    queue_.close();
    if (runner_.joinable()) runner_.join();
  }

  Hello hello() const {
    return {provenance_.host, provenance_.engine, provenance_.instruction_set,
            static_cast<std::uint32_t>(provenance_.threads),
            static_cast<std::uint32_t>(run::binding_of_this_thread().size())};
  }
  TaskQueue& queue() { return queue_; }

  void add(const Batch& batch) {
    std::vector<counting::Task> tasks;
    for (const std::uint64_t id : batch.tasks) {
      if (id >= plan_.tasks().size()) throw Error(fmt::format("no such task: {}; see rank 0", id));
      tasks.push_back(plan_.tasks()[id]);
    }
    queue_.add(tasks);
  }

  /// Once the queue says that counting has ended: throws what ended it.
  void rethrow() {
    runner_.join();
    if (failure_) std::rethrow_exception(failure_);
    throw Error("counting has ended early: no reason is known; please report it");
  }

 private:
  void run() {
    try {
      executor_.run([this](int) { count(); });
    } catch (...) {
      failure_ = std::current_exception();
    }
    queue_.counting_ended();
  }

  void count() {
    try {
      const std::unique_ptr<counting::Worker> counter = prepared_->make_worker();
      while (const std::optional<counting::Task> task = queue_.take()) {
        queue_.put_back(*task, count_task(*counter, *task));
      }
    } catch (...) {
      queue_.close();
      throw;
    }
  }

  std::optional<TaskResult> count_task(counting::Worker& counter,
                                       const counting::Task& task) const {
    const Clock::time_point begin = Clock::now();
    counting::Tally tally;
    if (!counter.count(task, stop_.get_token(), tally)) return std::nullopt;
    const auto took = std::chrono::duration_cast<std::chrono::nanoseconds>(Clock::now() - begin);
    return TaskResult{task.id,
                      tally.solutions(),
                      {tally.residue(0), tally.residue(1)},
                      static_cast<std::uint64_t>(took.count())};
  }

  counting::Plan plan_;
  run::Executor executor_;
  TaskQueue queue_;
  std::unique_ptr<counting::PreparedEngine> prepared_;
  Provenance provenance_;
  std::stop_source stop_;
  std::exception_ptr failure_;
  std::thread runner_;
};

/// One rank's side of the talk.
class Worker {
 public:
  Worker(Communicator& communicator, const Options& options)
      : communicator_(communicator), options_(options), last_word_(Clock::now()) {}

  bool run() {
    try {
      work();
    } catch (const CoordinatorIsGone&) {
      throw;
    } catch (const std::bad_alloc&) {
      send(Refusal{"out of memory: the system refused more; take fewer threads or another engine"});
    } catch (const std::exception& error) {
      send(Refusal{error.what()});
    }
    counting_.reset();
    // After a refusal it is for rank 0 to end the job.
    while (!ended_) {
      receive();
      std::this_thread::sleep_for(kShortestPause);
      require_coordinator();
    }
    send(Farewell{});
    const Clock::time_point farewell = Clock::now();
    while (!close_ && Clock::now() - farewell < kCloseTime) {
      receive();
      std::this_thread::sleep_for(kShortestPause);
    }
    return close_ && close_->together;
  }

 private:
  void work() {
    while (!counting_ && !ended_) {
      receive();
      std::this_thread::sleep_for(kShortestPause);
      require_coordinator();
    }
    while (!ended_) {
      const TaskQueue::Outlook now = counting_->queue().look(pause(), requested_);
      if (!now.results.empty()) send(Results{now.results});
      if (now.ended) counting_->rethrow();
      if (now.wants_tasks && !requested_) {
        send(Request{now.idle});
        requested_ = true;
        last_word_ = Clock::now();
      }
      receive();
      if (requested_) require_coordinator();
    }
  }

  /// Without a request nothing is to come but the end, and the queue tells when one is due.
  std::chrono::microseconds pause() const {
    return requested_ ? pause_after(Clock::now() - last_word_) : kLongestPause;
  }

  void receive() {
    while (const std::optional<Envelope> envelope = communicator_.receive()) {
      last_word_ = Clock::now();
      const Message message = unpack(envelope->bytes);
      if (const auto* const offer = std::get_if<Offer>(&message)) {
        counting_ = std::make_unique<Counting>(options_, *offer);
        send(counting_->hello());
      } else if (const auto* const batch = std::get_if<Batch>(&message)) {
        requested_ = false;
        if (counting_) counting_->add(*batch);
      } else if (std::holds_alternative<End>(message)) {
        ended_ = true;
      } else if (const auto* const close = std::get_if<Close>(&message)) {
        close_ = *close;
      }
    }
  }

  /// Every request is answered in a fraction of this time, tasks or not: rank 0 has gone, and
  /// nobody else would tell.
  void require_coordinator() const {
    const double silence = std::chrono::duration<double>(Clock::now() - last_word_).count();
    if (silence < options_.lease_seconds * kSilencePerLease) return;
    throw CoordinatorIsGone(fmt::format(
        "rank 0 does not answer: nothing for {:.0f} s; what its journal holds is safe, start the "
        "job again",
        silence));
  }

  void send(const Message& message) { communicator_.send(0, pack(message)); }

  Communicator& communicator_;
  const Options& options_;
  std::unique_ptr<Counting> counting_;
  bool requested_ = false;
  bool ended_ = false;
  std::optional<Close> close_;
  Clock::time_point last_word_;  ///< from rank 0, or of a request to it
};

}  // namespace

bool run_worker(Communicator& communicator, const Options& options) {
  return Worker(communicator, options).run();
}

}  // namespace nqueens::mpi
