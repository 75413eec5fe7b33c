// What a run counts and how: part of every result of counting, planning, merging and auditing. And
// who counted the records of a journal.
#pragma once

#include <cstdint>
#include <string>

#include "nqueens/board.hpp"

namespace nqueens {

/// Members are empty or 0 where unknown: several engines may have counted a journal.
struct RunInfo {
  Board board{0};  ///< with as few restrictions as make it
  std::string engine;
  std::string instruction_set;  ///< of its kernels
  std::string decomposition;    ///< how solutions were cut into tasks
  int depth = 0;                ///< how finely; as in CountOptions
  std::string plan_id;          ///< 16 hexadecimal digits; names the exact list of tasks
  std::uint64_t tasks = 0;      ///< of the plan
  int threads = 0;
  double seconds = 0;  ///< wall clock time of counting
};

/// The machine and the program behind records of a journal. No result depends on it. Words of
/// letters, digits and ". _ + -"; the shard also has a slash.
struct Provenance {
  std::string host;
  std::string version;  ///< of the program
  std::string engine;
  std::string instruction_set;  ///< of the engine's kernels
  int threads = 0;
  std::string shard{};  ///< "3/64"; empty for a run without shards
  friend bool operator==(const Provenance&, const Provenance&) = default;
};

/// Lines of a journal whose check sums are wrong. They are left out, and their tasks counted again.
struct DamagedLines {
  std::uint64_t count = 0;
  std::uint64_t bytes = 0;
};

}  // namespace nqueens
