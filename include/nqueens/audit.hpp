// Auditing the journals of a count: arithmetic checks every record at once, independent code
// recounts a sample of them, and the result says how likely that was to catch an error.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "nqueens/cluster.hpp"
#include "nqueens/execution.hpp"
#include "nqueens/provenance.hpp"
#include "nqueens/run_info.hpp"
#include "nqueens/wide.hpp"

namespace nqueens {

struct AuditOptions {
  /// Records to recount, drawn at random without replacement; all of them when there are no more,
  /// and 0 leaves it at arithmetic.
  std::uint64_t sample = 10;
  /// Start of the random numbers of the draw; absent: drawn from the system.
  std::optional<std::uint64_t> seed{};
  /// Who recounts: "listing" lists all solutions of a task and adds up their weights; the name
  /// of an engine (see engines() in info.hpp) is for tasks whose solutions all have one weight. By
  /// "auto" these are counted by bitmask; tasks of row sets by "colour-listing", which lists the
  /// placements of each colour and multiplies; any others are listed.
  std::string engine = "auto";
  int threads = 0;  ///< worker threads; 0 takes the processors that this process may use
  Pinning pinning = Pinning::automatic;
  /// Ends the audit early by the exception Stopped.
  std::stop_token stop{};
  /// As in CountOptions; the tasks are those of the sample.
  ProgressCallback on_progress{};
  std::chrono::milliseconds progress_interval{200};
};

/// A record that is not what was counted now.
struct AuditMismatch {
  std::uint64_t task = 0;
  WideCount recorded = 0;
  WideCount recounted = 0;
};

/// Of journals that have passed every check by arithmetic. The engine is who recounted: an engine,
/// "listing" or "colour-listing".
struct AuditResult : RunInfo {
  std::uint64_t recounted = 0;         ///< size of the sample
  std::vector<AuditMismatch> wrong{};  ///< by task
  std::uint64_t seed = 0;
  std::uint64_t records = 0;     ///< tasks that are recorded as done
  std::uint64_t duplicates = 0;  ///< equal records that were dropped
  std::vector<JournalFile> files{};
  std::vector<Provenance> counted_by{};  ///< as the journals say; nothing checks that
  /// The total: there when every task has a record. Not to be trusted when a record is wrong.
  std::optional<WideCount> solutions{};

  std::uint64_t agreed() const { return recounted - wrong.size(); }
};

/// Checks the union of journals of one plan. By arithmetic: every check sum, the plan, made again,
/// that each tally is possible and agrees with its residues, no contradictions, and the sums of a
/// closed journal. Then counts a random sample of the records again, by code that shares nothing
/// with the engine of their plan but the rule which solutions belong to a task, and with what
/// weight. Journals are opened for reading only and not locked: unfinished ones, and one that a
/// running count appends to, are audited as far as they are on disk. Throws JournalError for the
/// first check by arithmetic that fails or when there is no record yet, IoError, InvalidArgument
/// for a bad option, Stopped when stopped; recounted records that differ are in the result.
AuditResult audit_journals(std::span<const std::filesystem::path> journals,
                           const AuditOptions& options = {});

/// Probability that a sample of `sample` out of `records`, drawn without replacement, holds at
/// least one of the `wrong` records. Exact: the hypergeometric distribution.
double audit_detection_probability(std::uint64_t records, std::uint64_t wrong,
                                   std::uint64_t sample);

}  // namespace nqueens
