// nqueens-mpi: rank 0 keeps the journal and hands out tasks, all others count. Prints the result,
// and ends the job so that no rank can block its end.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <csignal>
#include <exception>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "cli/docs/documents.hpp"
#include "cli/exit_code.hpp"
#include "cli/program.hpp"
#include "cli/record.hpp"
#include "cli/terminal/messages.hpp"
#include "cli/terminal/output.hpp"
#include "cli/terminal/stop_control.hpp"
#include "cli/terminal/text.hpp"
#include "mpi/communicator.hpp"
#include "mpi/coordinator.hpp"
#include "mpi/options.hpp"
#include "mpi/protocol.hpp"
#include "mpi/worker.hpp"
#include "nqueens/error.hpp"
#include "nqueens/known_values.hpp"
#include "nqueens/version.hpp"

namespace nqueens::mpi {
namespace {

using cli::ExitCode;

/// The signal that asked rank 0 to stop, or 0. mpirun sends SIGTERM to all ranks when it gets one,
/// and when it ends the job because another rank has died; a second later it kills.
volatile std::sig_atomic_t stop_signal = 0;

const std::string kSequence = "A000170";

void watch_signals() {
  for (const int signal : {SIGINT, SIGTERM}) {
    struct sigaction action {};
    action.sa_handler = [](int number) { stop_signal = number; };
    ::sigaction(signal, &action, nullptr);
  }
}

/// A rank that is killed before MPI has started is never heard of: the others wait as long as for
/// one that falls silent later.
std::chrono::seconds start_time(const std::vector<std::string>& words) {
  Options options;
  try {
    options = parse_options(words);
  } catch (const Error&) {
    // Rank 0 reports it once MPI has started.
  }
  return std::chrono::seconds(
      static_cast<int>(std::ceil(std::min(kSilencePerLease * options.lease_seconds, 1e6))));
}

class Program {
 public:
  Program(Communicator& communicator, std::vector<std::string> words)
      : communicator_(communicator), words_(std::move(words)) {}

  /// The exit code of this rank, when all ranks are there to end MPI together.
  int run() {
    const bool first = communicator_.rank() == 0;
    try {
      options_ = parse_options(words_);
      messages_.set_quiet(options_.common.quiet);
      if (options_.help || options_.version) {
        if (first) print_about();
        return to_int(ExitCode::done);
      }
      require_company();
    } catch (const std::exception& error) {
      // All ranks fail in the same way; one reports it.
      if (first) messages_.error(error.what());
      return to_int(ExitCode::bad_input);
    }
    return first ? coordinate() : work();
  }

 private:
  void print_about() {
    const cli::Program program = mpi_program(options_);
    output_.write(options_.help ? cli::command_help(program, program.commands.front(), cli::Paint())
                                : fmt::format("{} {}\n", program.name, kVersion));
    output_.finish();
  }

  void require_company() const {
    if (communicator_.size() >= 2) return;
    throw InvalidArgument(fmt::format(
        "too few ranks: {}; two are needed, one for the journal and one that counts: mpirun -n 2 "
        "nqueens-mpi {}",
        communicator_.size(), cli::join(words_, " ")));
  }

  int coordinate() {
    watch_signals();
    Coordinator coordinator(
        communicator_, options_, [this](const std::string& line) { messages_.note(line); },
        [this] {
          const std::optional<cli::StopCause> cause = stop_cause();
          return cause ? cause->description() : "";
        });
    const int exit_code = count(coordinator);
    // The number is printed and the journal complete, so a rank that does not answer is not needed.
    // The other ranks end by themselves; the abort ends one that has stalled.
    if (!coordinator.dismiss()) communicator_.abort(exit_code);
    return exit_code;
  }

  int count(Coordinator& coordinator) {
    try {
      report(coordinator.run());
      output_.finish();
      return to_int(ExitCode::done);
    } catch (...) {
      cli::Failure failure = cli::failure_of(std::current_exception());
      const std::optional<cli::StopCause> cause = stop_cause();
      if (failure.code == ExitCode::stopped && cause) failure.code = cause->exit_code();
      if (!failure.text.empty()) messages_.error(failure.text);
      return to_int(failure.code);
    }
  }

  void report(const Outcome& outcome) {
    Fields members = fields(outcome.run);
    const int size = options_.board_size;
    const WideCount solutions = outcome.run.solutions;
    if (options_.check && cli::agrees_with_published(solutions, known_solutions(size), kSequence)) {
      members.push_back({"agrees_with", Value::List{kSequence}});
    }
    if (options_.common.json) {
      output_.write(cli::to_line(
          cli::record_of("mpi", members + Fields{{"ranks", outcome.workers},
                                                 {"tasks_taken_back", outcome.taken_back},
                                                 {"duplicate_results", outcome.duplicates}})));
    } else {
      const std::string number = to_string(solutions);
      output_.write(options_.common.quiet ? number + "\n"
                                          : fmt::format("Q({}) = {}\n", size, number));
    }
    output_.flush();
    if (options_.check) {
      messages_.note(!known_solutions(size) ? cli::nothing_published(kSequence, size)
                                            : "agrees with " + kSequence);
    }
    std::string summary = fmt::format("{}, on {}", cli::run_summary(outcome.run),
                                      cli::plural(outcome.workers, "counting rank"));
    if (outcome.taken_back > 0) {
      summary += fmt::format(", {} given out again", cli::plural(outcome.taken_back, "task"));
    }
    messages_.note(summary);
  }

  int work() {
    try {
      if (run_worker(communicator_, options_)) return to_int(ExitCode::done);
      std::this_thread::sleep_for(kLeaveTime);
      communicator_.leave(to_int(ExitCode::done));
    } catch (...) {
      messages_.error(fmt::format("rank {}: {}", communicator_.rank(),
                                  cli::failure_of(std::current_exception()).text));
      communicator_.abort(to_int(ExitCode::stopped));
    }
  }

  std::optional<cli::StopCause> stop_cause() const {
    if (stop_signal != 0) return cli::StopCause{static_cast<int>(stop_signal), 0};
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin_;
    if (!options_.common.time_limit || time.count() < *options_.common.time_limit)
      return std::nullopt;
    return cli::StopCause{0, *options_.common.time_limit};
  }

  Communicator& communicator_;
  const std::vector<std::string> words_;
  const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  Options options_;
  cli::Output output_{1};
  cli::Messages messages_{2, "nqueens-mpi"};
};

}  // namespace
}  // namespace nqueens::mpi

int main(int argc, char** argv) {
  using namespace nqueens;
  cli::open_missing_streams();
  cli::ignore_failed_writes();
  try {
    mpi::Communicator communicator(argc, argv, mpi::start_time({argv + 1, argv + argc}));
    const int exit_code = mpi::Program(communicator, {argv + 1, argv + argc}).run();
    communicator.finish(exit_code);
    return exit_code;
  } catch (const std::exception& error) {
    cli::Messages(2, "nqueens-mpi").error(error.what());
    return cli::to_int(cli::ExitCode::bad_input);
  }
}
