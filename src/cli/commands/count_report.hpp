// What `nqueens count` prints of its results: lines, the table of symmetry classes, JSON members.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/commands/record.hpp"
#include "cli/terminal/paint.hpp"
#include "nqueens/count.hpp"

namespace nqueens::cli {

/// Solutions of the plain board by the number of their different images.
struct OrbitRow {
  int size = 0;  ///< images: 8, 4 or 2; 1 for the boards of 0 and 1
  WideCount orbits = 0;
  WideCount solutions = 0;
};
/// Whether a solution may equal its image under a reflection: then orbits have other sizes too.
bool may_equal_mirror_images(const Problem& problem);
/// Precondition: !may_equal_mirror_images() of the problem.
std::vector<OrbitRow> orbit_rows(const SymmetryCounts& counts);

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

/// "3.10 s for 9 boards, engines bitmask (bmi2) for 4..7, simd (avx512) for 8..12, 2 threads":
/// every stretch of boards that one engine counted. Precondition: there is an outcome.
std::string range_summary(const std::vector<CountOutcome>& outcomes);

/// Adds the members of one counted board.
void add_outcome(Json& record, const CountOutcome& outcome);

}  // namespace nqueens::cli
