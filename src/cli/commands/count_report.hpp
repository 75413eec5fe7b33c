// What `nqueens count` prints of its results: lines, the table of symmetry classes, JSON members.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/terminal/paint.hpp"
#include "nqueens/count.hpp"
#include "nqueens/fields.hpp"

namespace nqueens::cli {

/// One counted board.
struct CountOutcome {
  CountResult run;
  std::optional<SymmetryCounts> symmetry;  ///< with --unique and --symmetry
  /// Published sequences that the numbers agree with; empty where none was looked at or known.
  std::vector<std::string> agrees_with;
};

std::string symmetry_table(const SymmetryCounts& counts, const Paint& paint);

/// "0.52 s, engine bitmask (bmi2), 2 threads, 812 tasks"
std::string run_summary(const CountResult& run);

/// "0.52 s, engine bitmask (bmi2), 2 threads, 140 of 1118 tasks of rows at depth 3, 12 of these
/// found in the journal"
std::string shard_summary(const ShardResult& result);

/// "3.10 s for 9 boards, engines bitmask (bmi2) for 4..7, simd (avx512) for 8..12, 2 threads":
/// every stretch of boards that one engine counted. Precondition: there is an outcome.
std::string range_summary(const std::vector<CountOutcome>& outcomes);

/// The members of one counted board.
Fields fields_of(const CountOutcome& outcome);

}  // namespace nqueens::cli
