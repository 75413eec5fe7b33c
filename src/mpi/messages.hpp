// The messages between coordinator and workers, and their bytes.
//
//   coordinator -> worker   Offer, then a Batch for each Request, End, Close
//   worker -> coordinator   Hello when it is ready (or Refusal), Requests, Results, Farewell
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace nqueens::mpi {

/// What to count: enough to make the plan, and its id to check that it is the same.
struct Offer {
  std::string version;  ///< of the program
  std::string decomposition;
  std::uint32_t depth = 0;
  std::uint64_t plan_id = 0;
  friend bool operator==(const Offer&, const Offer&) = default;
};

/// The worker has made the plan and is ready.
struct Hello {
  std::string host;
  std::string engine;
  std::string instruction_set;  ///< of the engine's kernels
  std::uint32_t threads = 0;
  std::uint32_t processors = 0;  ///< that the rank may use
  friend bool operator==(const Hello&, const Hello&) = default;
};

/// The worker cannot take part or cannot continue; the reason is one line.
struct Refusal {
  std::string reason;
  friend bool operator==(const Refusal&, const Refusal&) = default;
};

/// The worker wants tasks. `idle`: it has none, and has sent all its results.
struct Request {
  bool idle = false;
  friend bool operator==(const Request&, const Request&) = default;
};

/// Tasks, by id. Empty: there is nothing now, ask again.
struct Batch {
  std::vector<std::uint64_t> tasks;
  friend bool operator==(const Batch&, const Batch&) = default;
};

struct TaskResult {
  std::uint64_t task = 0;
  std::uint64_t solutions = 0;
  std::uint32_t residues[2] = {0, 0};
  std::uint64_t nanoseconds = 0;  ///< of one thread
  friend bool operator==(const TaskResult&, const TaskResult&) = default;
};

struct Results {
  std::vector<TaskResult> results;
  friend bool operator==(const Results&, const Results&) = default;
};

/// Nothing is left to do.
struct End {
  friend bool operator==(const End&, const End&) = default;
};

/// The worker has ended and sends nothing more.
struct Farewell {
  friend bool operator==(const Farewell&, const Farewell&) = default;
};

/// The last message to a worker that has sent Farewell. `together`: every rank has sent one, so all
/// can end MPI, which waits for all; otherwise each ends by itself.
struct Close {
  bool together = false;
  friend bool operator==(const Close&, const Close&) = default;
};

using Message = std::variant<Offer, Hello, Refusal, Request, Batch, Results, End, Farewell, Close>;

std::string pack(const Message& message);

/// Throws Error for bytes that pack() cannot return.
Message unpack(std::string_view bytes);

}  // namespace nqueens::mpi
