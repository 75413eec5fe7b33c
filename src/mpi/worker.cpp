#include "mpi/worker.hpp"

#include <fmt/format.h>

#include <chrono>
#include <exception>
#include <memory>
#include <stop_token>
#include <thread>
#include <utility>
#include <vector>

#include "api/pipeline.hpp"
#include "base/checksum.hpp"
#include "base/cpu_features.hpp"
#include "cli/program.hpp"
#include "mpi/messages.hpp"
#include "mpi/protocol.hpp"
#include "mpi/task_queue.hpp"
#include "nqueens/error.hpp"
#include "nqueens/version.hpp"
#include "run/executor.hpp"

namespace nqueens::mpi {

namespace {

using Clock = std::chrono::steady_clock;

/// Sets up the offered run. Throws when this rank makes another plan.
api::Run set_up(const Options& options, const Offer& offer, int threads) {
  if (offer.version != kVersion) {
    throw Error(
        fmt::format("another version of the program: {}; rank 0 runs {}", kVersion, offer.version));
  }
  const Problem problem(options.board_size);
  const counting::Engine& engine =
      api::choose_engine_of_journal(problem, options.counting.engine,
                                    base::parse_instruction_set(options.counting.instruction_set),
                                    offer.decomposition, options.counting.journal.string());
  CountOptions counting = options.counting;
  counting.engine = engine.name();
  counting.depth = static_cast<int>(offer.depth);
  counting.journal.clear();
  api::Run run = api::set_up(options.board_size, counting, {}, threads);
  if (run.plan.id() != offer.plan_id) {
    throw Error(fmt::format(
        "another plan: {} for board {}; rank 0 has plan {}: give every rank the same command line",
        run.plan.id_text(), options.board_size, base::to_hex(offer.plan_id)));
  }
  return run;
}

/// The threads that count, until the queue ends. An extra thread calls the executor, so that the
/// MPI thread stays free.
class Counting {
 public:
  Counting(const Options& options, const Offer& offer)
      : executor_(options.counting.threads, options.counting.pinning),
        run_(set_up(options, offer, executor_.threads())),
        queue_(executor_.threads()) {
    runner_ = std::thread([this] { count(); });
  }

  ~Counting() { stop(); }

  /// Ends within about 100 ms; unfinished tasks are lost.
  void stop() {
    stop_.request_stop();
    if (runner_.joinable()) runner_.join();
  }

  Hello hello() const {
    const Provenance here = journal::provenance_here(
        run_.engine->engine().name(), base::to_string(run_.engine->instruction_set()),
        executor_.threads());
    return {here.host, here.engine, here.instruction_set, static_cast<std::uint32_t>(here.threads),
            static_cast<std::uint32_t>(run::binding_of_this_thread().size())};
  }
  TaskQueue& queue() { return queue_; }

  void add(const Batch& batch) {
    std::vector<counting::Task> tasks;
    for (const std::uint64_t id : batch.tasks) {
      if (id >= run_.plan.tasks().size()) {
        throw Error(fmt::format("no such task: {}; see rank 0", id));
      }
      tasks.push_back(run_.plan.tasks()[id]);
    }
    queue_.add(tasks);
  }

  /// To be called when counting has ended by itself: throws the reason.
  void rethrow() {
    runner_.join();
    if (failure_) std::rethrow_exception(failure_);
    throw Error("counting has ended early: no reason is known; please report it");
  }

 private:
  void count() {
    try {
      run::count_tasks(
          run_.worker_maker(), executor_,
          [this](const std::stop_token& stop) { return queue_.take(stop); },
          [this](const run::FinishedTask& finished) { queue_.put_back(finished); },
          stop_.get_token());
    } catch (...) {
      failure_ = std::current_exception();
    }
    queue_.counting_ended();
  }

  run::Executor executor_;
  api::Run run_;
  TaskQueue queue_;
  std::stop_source stop_;
  std::exception_ptr failure_;
  std::thread runner_;
};

/// The worker's side of the protocol.
class Worker {
 public:
  Worker(Communicator& communicator, const Options& options)
      : communicator_(communicator), options_(options), last_word_(Clock::now()) {}

  bool run() {
    try {
      work();
    } catch (const CoordinatorIsGone&) {
      throw;
    } catch (...) {
      send(Refusal{cli::failure_of(std::current_exception()).text});
    }
    counting_.reset();
    // After a refusal rank 0 ends the job.
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

  /// Without an open request only End can come, and the queue tells when a request is due.
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

  /// Rank 0 answers every request in a fraction of this time, so it is gone.
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
  Clock::time_point last_word_;  ///< last message from rank 0, or request to it
};

}  // namespace

bool run_worker(Communicator& communicator, const Options& options) {
  return Worker(communicator, options).run();
}

}  // namespace nqueens::mpi
