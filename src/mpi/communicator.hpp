// Messages from rank to rank by MPI, for one thread (MPI_THREAD_FUNNELED).
#pragma once

#include <mpi.h>
#include <sys/time.h>
#include <unistd.h>

#include <climits>
#include <csignal>
#include <optional>
#include <string>
#include <string_view>

#include "cli/options/option.hpp"
#include "nqueens/error.hpp"

namespace nqueens::mpi {

/// Seconds. A rank that has said nothing for this long ends the job.
inline constexpr int kLongestSilence = 60;

/// What a message says, and what its text is. Rank 0 sends the first three.
enum class Kind {
  plan,     ///< make this plan; the header of its journal
  range,    ///< the answer to a request or a report: count these tasks, or none
  end,      ///< all is done
  request,  ///< wants a range; a journal with the tallies since the last message
  report,   ///< wants nothing; the same
  failure,  ///< an error, in one line
};

struct Message {
  int from = 0;
  Kind kind = Kind::end;
  std::string text;
};

class Communicator {
 public:
  Communicator(int& argc, char**& argv) {
    std::signal(SIGALRM, tick);
    const itimerval every_second{{1, 0}, {1, 0}};
    ::setitimer(ITIMER_REAL, &every_second, nullptr);
    watch();
    int threads = 0;
    MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &threads);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (threads < MPI_THREAD_FUNNELED) throw Error("this MPI library has no support for threads");
    if (rank == 0) end_ = INT_MAX;
    if (rank > 0) unblock_signals();  // one ends this rank, and mpirun the others
  }

  /// Seconds that this process has lived, which stand still while it is stopped.
  static int lived() { return lived_; }

  void send(int to, Kind kind, const std::string& text = {}) {
    if (rank == 0) watch();
    MPI_Send(text.data(), static_cast<int>(text.size()), MPI_BYTE, to, static_cast<int>(kind),
             MPI_COMM_WORLD);
    if (rank == 0) end_ = INT_MAX;
  }

  /// A message that has arrived, if any. Those of one rank come in the order of sending.
  std::optional<Message> receive() {
    int there = 0;
    MPI_Status status;
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &status);
    if (there == 0) return std::nullopt;
    int bytes = 0;
    MPI_Get_count(&status, MPI_BYTE, &bytes);
    Message message{status.MPI_SOURCE, static_cast<Kind>(status.MPI_TAG),
                    std::string(static_cast<std::size_t>(bytes), '\0')};
    MPI_Recv(message.text.data(), bytes, MPI_BYTE, message.from, status.MPI_TAG, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    if (rank > 0) watch();
    return message;
  }

  /// The next message. MPI would wait by spinning, on a processor that counting needs.
  Message wait() {
    std::optional<Message> message;
    while (!(message = receive())) ::usleep(1000);
    return *std::move(message);
  }

  /// Ends this process when all ranks do so; or, where it `has_failed`, at once with all others,
  /// also those that were stopped.
  [[noreturn]] void end(int exit_code, bool has_failed) {
    watch(exit_code);
    if (has_failed) unblock_signals();
    has_failed ? MPI_Abort(MPI_COMM_WORLD, exit_code) : MPI_Finalize();
    ::_exit(exit_code);
  }

  int rank = 0;
  int size = 1;

 private:
  /// Ends this process after kLongestSilence; mpirun then ends the others. Rank 0 is watched while
  /// it is in MPI, which may wait for a rank that was stopped; another one from message to message.
  void watch(int exit_code = cli::to_int(cli::ExitCode::stopped)) {
    exit_code_ = exit_code;
    end_ = lived_ + kLongestSilence + (rank > 1 ? 5 : 0);  // one rank speaks for all
  }

  static void tick(int) {
    lived_ = lived_ + 1;
    if (lived_ < end_) return;
    constexpr std::string_view kLine =
        "nqueens-mpi: a rank has not answered for a minute; run the same command to resume\n";
    [[maybe_unused]] const ssize_t written = ::write(2, kLine.data(), kLine.size());
    ::_exit(exit_code_);
  }

  static void unblock_signals() {
    sigset_t all;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_UNBLOCK, &all, nullptr);
  }

  static inline volatile std::sig_atomic_t lived_ = 0;
  static inline volatile std::sig_atomic_t end_ = 0;
  static inline volatile std::sig_atomic_t exit_code_ = 0;
};

}  // namespace nqueens::mpi
