// Messages between ranks by MPI, for one thread (MPI_THREAD_FUNNELED).
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

inline constexpr int kLongestSilence = 60;  ///< seconds; a rank that is silent so long ends the job

/// Rank 0 sends the first three. The comments say
enum class MessageKind {
  plan,     ///< make this plan; the header of its journal
  range,    ///< answers every message: ids of tasks to count, maybe none
  end,      ///< the count is complete
  request,  ///< wants a range; a journal of the tallies since the last message
  report,   ///< wants no range; such a journal
  failure,  ///< an error, in one line
};

struct Message {
  int from = 0;
  MessageKind kind = MessageKind::end;
  std::string text;
};

class Communicator {
 public:
  /// SIGINT, SIGTERM and SIGHUP wait until the rank is known, so that only rank 0 speaks of them;
  /// in rank 0 and in the threads of MPI they stay blocked. SIGUSR1 is for rank 0 alone.
  Communicator(int& argc, char**& argv) {
    mask_signals(SIG_BLOCK);
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
    if (rank == 0) return;
    std::signal(SIGUSR1, SIG_IGN);
    mask_signals(SIG_UNBLOCK);  // a signal ends this rank, and mpirun the others
  }

  /// Returns the seconds that this process has run; they stand still while it is stopped.
  static int lived() { return lived_; }

  void send(int to, MessageKind kind, const std::string& text = {}) {
    if (rank == 0) watch();
    MPI_Send(text.data(), static_cast<int>(text.size()), MPI_BYTE, to, static_cast<int>(kind),
             MPI_COMM_WORLD);
    if (rank == 0) end_ = INT_MAX;
  }

  /// Returns a message that has arrived, if any. Messages of one rank come in the order of sending.
  std::optional<Message> receive() {
    int there = 0;
    MPI_Status status;
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &there, &status);
    if (there == 0) return std::nullopt;
    int bytes = 0;
    MPI_Get_count(&status, MPI_BYTE, &bytes);
    Message message{status.MPI_SOURCE, static_cast<MessageKind>(status.MPI_TAG),
                    std::string(static_cast<std::size_t>(bytes), '\0')};
    MPI_Recv(message.text.data(), bytes, MPI_BYTE, message.from, status.MPI_TAG, MPI_COMM_WORLD,
             MPI_STATUS_IGNORE);
    if (rank > 0) watch();
    return message;
  }

  /// Waits for the next message without spinning, which MPI would do on a processor in use.
  Message wait() {
    std::optional<Message> message;
    while (!(message = receive())) ::usleep(1000);
    return *std::move(message);
  }

  /// Ends this process with all others; if it `has_failed`, at once, stopped ones included. Signals
  /// end it without a word, since all is said.
  [[noreturn]] void end(int exit_code, bool has_failed) {
    watch(exit_code);
    mask_signals(SIG_UNBLOCK);
    has_failed ? MPI_Abort(MPI_COMM_WORLD, exit_code) : MPI_Finalize();
    ::_exit(exit_code);
  }

  int rank = 0;
  int size = 1;

 private:
  /// Ends this process after kLongestSilence; mpirun then ends the others. Rank 0 is watched only
  /// in MPI calls, which may wait for a stopped rank, others from message to message.
  void watch(int exit_code = cli::to_int(cli::ExitCode::stopped)) {
    exit_code_ = exit_code;
    end_ = lived_ + kLongestSilence + (rank > 1 ? 5 : 0);  // rank 1 speaks for all
  }

  static void tick(int) {
    lived_ = lived_ + 1;
    if (lived_ < end_) return;
    constexpr std::string_view kLine =
        "nqueens-mpi: a rank has not answered for a minute; run it again to resume\n";
    [[maybe_unused]] const ssize_t written = ::write(2, kLine.data(), kLine.size());
    ::_exit(exit_code_);
  }

  static void mask_signals(int how) {
    sigset_t ends;
    ::sigemptyset(&ends);
    ::sigaddset(&ends, SIGINT);
    ::sigaddset(&ends, SIGTERM);
    ::sigaddset(&ends, SIGHUP);
    ::pthread_sigmask(how, &ends, nullptr);
  }

  static inline volatile std::sig_atomic_t lived_ = 0;
  static inline volatile std::sig_atomic_t end_ = 0;
  static inline volatile std::sig_atomic_t exit_code_ = 0;
};

}  // namespace nqueens::mpi
