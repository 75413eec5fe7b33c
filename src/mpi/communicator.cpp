#include "mpi/communicator.hpp"

#include <fmt/format.h>
#include <mpi.h>
#include <unistd.h>

#include <climits>
#include <csignal>
#include <iterator>
#include <list>
#include <string_view>
#include <utility>

#include "mpi/protocol.hpp"
#include "nqueens/error.hpp"

namespace nqueens::mpi {

namespace {

constexpr int kTag = 1;

volatile std::sig_atomic_t code_of_end = 0;

/// Runs `action` after that time, whatever MPI does.
void set_alarm(void (*action)(int), std::chrono::seconds time) {
  struct sigaction on_alarm {};
  on_alarm.sa_handler = action;
  ::sigaction(SIGALRM, &on_alarm, nullptr);
  sigset_t alarm_only;
  ::sigemptyset(&alarm_only);
  ::sigaddset(&alarm_only, SIGALRM);
  ::pthread_sigmask(SIG_UNBLOCK, &alarm_only, nullptr);
  ::alarm(static_cast<unsigned>(time.count()));
}

/// MPI_Init waits for all ranks, for ever for one that was killed in it.
void bound_start(std::chrono::seconds longest) {
  set_alarm(
      [](int) {
        constexpr std::string_view kLine =
            "nqueens-mpi: MPI does not start: not all ranks have come; start the job again\n";
        [[maybe_unused]] const ssize_t written = ::write(2, kLine.data(), kLine.size());
        ::_exit(2);
      },
      longest);
}

/// Ends this process with that code when what follows takes too long. MPI_Finalize may wait for
/// ever for ranks that are gone, and mpirun for it: 6 of 30 runs with a killed rank under
/// --enable-recovery (Open MPI 4.1.4).
void bound_end(int exit_code) {
  code_of_end = exit_code;
  set_alarm([](int) { ::_exit(code_of_end); }, kFinalizeTime);
}

}  // namespace

/// Messages being sent: MPI reads the bytes until the request is complete.
struct Communicator::Sends {
  struct Send {
    std::string bytes;
    MPI_Request request;
  };
  std::list<Send> open;

  /// Removes those that are complete.
  void reap() {
    for (auto send = open.begin(); send != open.end();) {
      int complete = 0;
      // A failed send counts as complete.
      const bool failed = MPI_Test(&send->request, &complete, MPI_STATUS_IGNORE) != MPI_SUCCESS;
      send = failed || complete != 0 ? open.erase(send) : std::next(send);
    }
  }
};

Communicator::Communicator(int& argc, char**& argv, std::chrono::seconds longest)
    : sends_(std::make_unique<Sends>()) {
  bound_start(longest);
  int provided = MPI_THREAD_SINGLE;
  if (MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided) != MPI_SUCCESS) {
    throw Error("MPI does not start: MPI_Init_thread failed; start the program by mpirun");
  }
  ::alarm(0);
  // Otherwise the first message to a rank that has died would end this one too.
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank_);
  MPI_Comm_size(MPI_COMM_WORLD, &size_);
  if (provided < MPI_THREAD_FUNNELED) {
    throw Error(fmt::format(
        "MPI without threads: level {} is provided; take an MPI library with MPI_THREAD_FUNNELED",
        provided));
  }
}

Communicator::~Communicator() = default;

bool Communicator::send(int to, std::string bytes) {
  sends_->reap();
  if (bytes.size() > INT_MAX) throw Error(fmt::format("message too long: {} bytes", bytes.size()));
  Sends::Send& send = sends_->open.emplace_back(Sends::Send{std::move(bytes), MPI_REQUEST_NULL});
  const int result = MPI_Isend(send.bytes.data(), static_cast<int>(send.bytes.size()), MPI_BYTE, to,
                               kTag, MPI_COMM_WORLD, &send.request);
  if (result == MPI_SUCCESS) return true;
  sends_->open.pop_back();
  return false;
}

std::optional<Envelope> Communicator::receive() {
  int there = 0;
  MPI_Status status;
  if (MPI_Iprobe(MPI_ANY_SOURCE, kTag, MPI_COMM_WORLD, &there, &status) != MPI_SUCCESS ||
      there == 0) {
    return std::nullopt;
  }
  int length = 0;
  MPI_Get_count(&status, MPI_BYTE, &length);
  Envelope envelope{status.MPI_SOURCE, std::string(static_cast<std::size_t>(length), '\0')};
  if (MPI_Recv(envelope.bytes.data(), length, MPI_BYTE, status.MPI_SOURCE, kTag, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE) != MPI_SUCCESS) {
    return std::nullopt;
  }
  return envelope;
}

void Communicator::flush(std::chrono::milliseconds longest) {
  const auto end = std::chrono::steady_clock::now() + longest;
  for (sends_->reap(); !sends_->open.empty() && std::chrono::steady_clock::now() < end;) {
    ::usleep(100);
    sends_->reap();
  }
}

void Communicator::finish(int exit_code) {
  bound_end(exit_code);
  flush(kFinalizeTime);
  MPI_Finalize();
  ::alarm(0);
}

void Communicator::leave(int exit_code) {
  ::_exit(exit_code);
}

void Communicator::abort(int exit_code) {
  bound_end(exit_code);
  MPI_Abort(MPI_COMM_WORLD, exit_code);
  ::_exit(exit_code);
}

}  // namespace nqueens::mpi
