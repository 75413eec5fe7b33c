// Sends bytes from rank to rank by MPI. Its .cpp is the only file that includes mpi.h. Only the
// thread that made it may use it (MPI_THREAD_FUNNELED).
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <string>

namespace nqueens::mpi {

struct Envelope {
  int from = 0;
  std::string bytes;
};

class Communicator {
 public:
  /// Starts MPI. Throws Error when it does not support threads. When that takes longer than
  /// `longest`, because another rank is gone, the process ends with a line and exit code 2.
  Communicator(int& argc, char**& argv, std::chrono::seconds longest);
  ~Communicator();
  Communicator(const Communicator&) = delete;
  Communicator& operator=(const Communicator&) = delete;

  int rank() const { return rank_; }
  int size() const { return size_; }

  /// Starts to send and returns at once: a rank that has stalled does not block this one. False
  /// when MPI cannot reach the rank.
  bool send(int to, std::string bytes);

  /// A message that has arrived, if any. Messages of one rank arrive in the order of sending.
  std::optional<Envelope> receive();

  /// Waits up to `longest` until MPI has sent everything.
  void flush(std::chrono::milliseconds longest);

  // The three ways to end. None takes longer than kFinalizeTime, even if other ranks are gone: a
  // process that waited for ever would keep mpirun from ending.

  /// Ends MPI, which waits for every rank to do the same. Does not return when a rank is gone.
  void finish(int exit_code);
  /// Ends this process alone, without ending MPI. Without `mpirun --enable-recovery` that ends the
  /// job.
  [[noreturn]] void leave(int exit_code);
  /// Asks MPI to end every process of the job, also those that have stalled, and ends this one.
  /// Under --enable-recovery Open MPI 4.1 ends only this one.
  [[noreturn]] void abort(int exit_code);

 private:
  struct Sends;
  int rank_ = 0;
  int size_ = 1;
  std::unique_ptr<Sends> sends_;
};

}  // namespace nqueens::mpi
