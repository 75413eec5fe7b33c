// Auditing a journal: some of its records are counted again by other code than wrote them, and
// compared. What that proves is stated as a probability.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "nqueens/execution.hpp"
#include "nqueens/run_info.hpp"
#include "nqueens/wide.hpp"

namespace nqueens {

struct AuditOptions {
  /// Records to count again, drawn at random without replacement; all of them when there are no
  /// more. At least 1.
  std::uint64_t sample = 10;
  /// Start of the random numbers of the draw; absent: drawn from the system.
  std::optional<std::uint64_t> seed{};
  /// Who counts again: "listing" lists all solutions of a task and adds up their weights; the name
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

/// What came of counting a sample again. `engine` is who did: an engine, "listing" or
/// "colour-listing".
struct RecountResult : RunInfo {
  std::uint64_t recounted = 0;         ///< size of the sample
  std::vector<AuditMismatch> wrong{};  ///< by task
  std::uint64_t seed = 0;

  std::uint64_t agreed() const { return recounted - wrong.size(); }
};

struct AuditResult : RecountResult {
  std::uint64_t records = 0;     ///< tasks that are recorded as done
  std::uint64_t torn_bytes = 0;  ///< at the end of the file: a write that is under way or was torn
};

/// Counts a random sample of the journal's records again, by code that shares nothing with the
/// engine of their plan but the rule which solutions are a task's, and with what weight. The
/// journal is opened for reading only and not locked: an unfinished one, and one that a running
/// count appends to, are audited as far as they are on disk. Throws JournalError when it is none,
/// is damaged, or has no record yet, IoError, InvalidArgument for a bad option, Stopped when
/// stopped.
AuditResult audit_journal(const std::filesystem::path& journal, const AuditOptions& options = {});

/// Probability that a sample of `sample` out of `records`, drawn without replacement, holds at
/// least one of the `wrong` records. Exact: the hypergeometric distribution.
double audit_detection_probability(std::uint64_t records, std::uint64_t wrong,
                                   std::uint64_t sample);

}  // namespace nqueens
