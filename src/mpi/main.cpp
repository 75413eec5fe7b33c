// nqueens-mpi: rank 0 keeps the journal and hands out tasks, all others count. Prints the result,
// and ends the job so that no rank can block its end.
#include <fmt/format.h>

#include <chrono>
#include <csignal>
#include <exception>
#include <new>
#include <string>
#include <thread>
#include <vector>

#include "base/file.hpp"
#include "cli/commands/count_report.hpp"
#include "cli/commands/record.hpp"
#include "cli/docs/documents.hpp"
#include "cli/exit_code.hpp"
#include "cli/terminal/output.hpp"
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

void watch_signals() {
  for (const int signal : {SIGINT, SIGTERM}) {
    struct sigaction action {};
    action.sa_handler = [](int number) { stop_signal = number; };
    ::sigaction(signal, &action, nullptr);
  }
}

void say(const std::string& text) {
  try {
    base::write_all(2, "standard error", text);
  } catch (const IoError&) {
    // Nobody reads; the exit code still tells.
  }
}

void say_error(const std::string& text) {
  say("nqueens-mpi: " + cli::escape_controls(text) + "\n");
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
      if (options_.help || options_.version) {
        if (first) print_about();
        return to_int(ExitCode::done);
      }
      require_company();
    } catch (const std::exception& error) {
      // All ranks fail in the same way; one reports it.
      return first ? fail(ExitCode::bad_input, error.what()) : to_int(ExitCode::bad_input);
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
        communicator_, options_,
        [this](const std::string& line) {
          if (!options_.quiet) say(cli::escape_controls(line) + "\n");
        },
        [this] { return stop_cause(); });
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
      return to_int(agrees_ ? ExitCode::done : ExitCode::negative);
    } catch (const cli::ClosedPipe&) {
      return to_int(ExitCode::done);
    } catch (const Stopped& stopped) {
      return fail(stop_code(), stopped.what());
    } catch (const Error& error) {
      return fail(ExitCode::bad_input, error.what());
    } catch (const std::bad_alloc&) {
      return fail(ExitCode::bad_input,
                  "out of memory: the system refused more; take a smaller depth");
    } catch (const std::exception& error) {
      return fail(ExitCode::bad_input,
                  fmt::format("unexpected failure: {}; please report it", error.what()));
    }
  }

  void report(const Outcome& outcome) {
    cli::CountOutcome counted{outcome.run, {}, {}};
    std::string notes;
    if (options_.check) notes = check(counted);
    if (!agrees_) return;
    if (options_.json) {
      cli::Json record = cli::begin_record("mpi");
      cli::add_outcome(record, counted);
      record["ranks"] = outcome.workers;
      record["tasks_taken_back"] = outcome.taken_back;
      record["duplicate_results"] = outcome.duplicates;
      cli::add_provenance(record);
      output_.write(cli::to_line(record));
    } else {
      const std::string number = to_string(outcome.run.solutions);
      output_.write(options_.quiet ? number + "\n"
                                   : fmt::format("Q({}) = {}\n", options_.board_size, number));
    }
    output_.flush();
    if (options_.quiet) return;
    notes += fmt::format("{}, on {} counting rank{}", cli::run_summary(outcome.run),
                         outcome.workers, outcome.workers == 1 ? "" : "s");
    if (outcome.taken_back > 0) {
      notes += fmt::format(", {} task{} given out again", outcome.taken_back,
                           outcome.taken_back == 1 ? "" : "s");
    }
    say(notes + "\n");
  }

  /// Compares with the published value; returns what to print about it.
  std::string check(cli::CountOutcome& counted) {
    const std::optional<WideCount> published = known_solutions(options_.board_size);
    if (!published) {
      return fmt::format("A000170 has no published value for N = {} to compare with\n",
                         options_.board_size);
    }
    if (*published != counted.run.solutions) {
      agrees_ = false;
      say_error(fmt::format("count differs from A000170: {}; published is {}",
                            to_string(counted.run.solutions), to_string(*published)));
      return "";
    }
    counted.agrees_with = {"A000170"};
    return "agrees with A000170\n";
  }

  int work() {
    try {
      if (run_worker(communicator_, options_)) return to_int(ExitCode::done);
      std::this_thread::sleep_for(kLeaveTime);
      communicator_.leave(to_int(ExitCode::done));
    } catch (const std::exception& error) {
      say_error(fmt::format("rank {}: {}", communicator_.rank(), error.what()));
      communicator_.abort(to_int(ExitCode::stopped));
    }
  }

  std::string stop_cause() const {
    if (stop_signal == SIGINT) return "stopped by SIGINT";
    if (stop_signal == SIGTERM) return "stopped by SIGTERM";
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin_;
    if (options_.time_limit && time.count() >= *options_.time_limit) {
      return fmt::format("stopped by the time limit of {} s", *options_.time_limit);
    }
    return "";
  }

  static ExitCode stop_code() {
    if (stop_signal == SIGINT) return ExitCode::interrupted;
    return stop_signal == SIGTERM ? ExitCode::terminated : ExitCode::stopped;
  }

  static int fail(ExitCode code, const std::string& text) {
    say_error(text);
    return to_int(code);
  }

  Communicator& communicator_;
  const std::vector<std::string> words_;
  const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  Options options_;
  cli::Output output_{1};
  bool agrees_ = true;
};

}  // namespace
}  // namespace nqueens::mpi

int main(int argc, char** argv) {
  using namespace nqueens;
  cli::open_missing_streams();
  cli::ignore_failed_writes();
  try {
    mpi::Communicator communicator(argc, argv);
    const int exit_code = mpi::Program(communicator, {argv + 1, argv + argc}).run();
    communicator.finish(exit_code);
    return exit_code;
  } catch (const std::exception& error) {
    mpi::say_error(error.what());
    return cli::to_int(cli::ExitCode::bad_input);
  }
}
