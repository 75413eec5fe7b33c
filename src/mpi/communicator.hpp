// Bytes from rank to rank, by MPI. Its .cpp is the only file that includes mpi.h. Knows not what
// the bytes mean. To be used by the thread that made it only (MPI_THREAD_FUNNELED).
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
  /// Starts MPI. Throws Error when it cannot work with threads.
  Communicator(int& argc, char**& argv);
  ~Communicator();
  Communicator(const Communicator&) = delete;
  Communicator& operator=(const Communicator&) = delete;

  int rank() const { return rank_; }
  int size() const { return size_; }

  /// Starts to send and returns at once, whether or not anybody receives: a rank that has stalled
  /// holds up nobody. False when MPI says that the rank cannot be reached.
  bool send(int to, std::string bytes);

  /// A message that has arrived, if there is one. Messages of one rank come in their order.
  std::optional<Envelope> receive();

  /// Waits for `longest` at most until all that was sent is on its way.
  void flush(std::chrono::milliseconds longest);

  // The three ends of a process. None of them takes longer than kFinalizeTime, whatever has become
  // of the other ranks: a process that waited for ever would keep mpirun from ending.

  /// Ends MPI, which waits for every rank to do the same. Does not return when one has gone.
  void finish(int exit_code);
  /// Ends this process alone, without ending MPI. Without `mpirun --enable-recovery` that ends the
  /// job.
  [[noreturn]] void leave(int exit_code);
  /// Asks MPI to end every process of the job, answering or not, and ends this one. Under
  /// --enable-recovery Open MPI 4.1 ends no other.
  [[noreturn]] void abort(int exit_code);

 private:
  struct Sends;
  int rank_ = 0;
  int size_ = 1;
  std::unique_ptr<Sends> sends_;
};

}  // namespace nqueens::mpi
