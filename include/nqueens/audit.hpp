// Audits journals: arithmetic checks every record, independent code recounts a random sample.
#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "nqueens/count.hpp"
#include "nqueens/execution.hpp"
#include "nqueens/merge.hpp"
#include "nqueens/wide.hpp"

namespace nqueens {

struct AuditResult;

struct AuditOptions {
  /// How many records to recount, drawn without replacement; all if there are fewer. May be 0.
  std::uint64_t samples = 10;
  /// Replaces `samples` by as many records as are forecast to take this many seconds, at least one.
  /// Their number is fixed before the draw, and all are recounted, however long they take, so that
  /// the sample is random. The forecast takes some seconds more.
  std::optional<double> seconds{};
  bool dry_run = false;  ///< forecasts the time of the sample instead of recounting it
  std::optional<std::uint64_t> seed{};  ///< seeds the draw; if absent, the system gives one
  /// Which code recounts: a word of audit_engines(). "listing" lists all solutions of a task and
  /// adds up their weights. An engine needs tasks whose solutions all have the same weight. "auto"
  /// takes "colour-listing" for row sets, which lists the placements of each colour and multiplies;
  /// else "listing".
  std::string engine = "auto";
  int threads = 0;  ///< worker threads; 0 takes the processors that this process may use
  Pinning pinning = Pinning::automatic;
  std::stop_token stop{};  ///< ends the audit early by the exception Stopped
  /// Called before the sample is recounted, with the forecast, if there is one, and the seed.
  std::function<void(const AuditResult&)> on_sample{};
  /// Called as in CountOptions, about the tasks of the sample.
  ProgressCallback on_progress{};
  std::chrono::milliseconds progress_interval{200};
};

std::vector<std::string> audit_engines();  ///< lists "auto", "listing", and engines

struct AuditMismatch {
  std::uint64_t task = 0;
  WideCount recorded = 0;
  WideCount recounted = 0;
};

/// The journals passed every arithmetic check. RunInfo::engine is what recounted: an engine,
/// "listing" or "colour-listing".
struct AuditResult : RunInfo {
  std::uint64_t sample = 0;            ///< records that are recounted, or would be
  std::uint64_t recounted = 0;         ///< size of the sample; a dry run recounts none
  std::vector<AuditMismatch> wrong{};  ///< sorted by task
  std::uint64_t seed = 0;
  std::uint64_t records = 0;     ///< tasks with a record
  std::uint64_t duplicates = 0;  ///< equal records that were dropped
  std::vector<JournalFile> files{};
  std::vector<Provenance> counted_by{};  ///< as the journals say; not checked
  /// The total, which is wrong if a record is wrong; absent while a task has no record.
  std::optional<WideCount> solutions{};
  /// What a sample of this size takes, by records recounted here: in dry runs and with `seconds`.
  std::optional<TimeForecast> forecast{};

  bool has_closed_journal() const;
  std::uint64_t agreed() const { return recounted - wrong.size(); }
};

/// Checks the union of journals of one plan, and recounts a sample of their records.
/// The arithmetic checks are: check sums, the id of the rebuilt plan, whether each tally is
/// possible and agrees with its residues, contradictions between journals, and the sums of a closed
/// journal. Damaged lines are refused. The recount shares with the engine of the plan only the rule
/// that says which solutions a task holds, and their weights. Takes no lock.
/// Throws JournalError for the first arithmetic check that fails and if there is no record;
/// IoError, InvalidArgument, Stopped. Records that the recount contradicts are in the result.
AuditResult audit_journals(std::span<const std::filesystem::path> journals,
                           const AuditOptions& options = {});

/// The probability that a sample drawn without replacement holds at least one wrong record. It is
/// exact, by the hypergeometric distribution.
double audit_detection_probability(std::uint64_t records, std::uint64_t wrong,
                                   std::uint64_t sample);

}  // namespace nqueens
