// Sets of journals, for merging and audits.
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <stop_token>
#include <vector>

#include "engine/plan.hpp"
#include "journal/journal_union.hpp"
#include "nqueens/merge.hpp"

namespace nqueens::merging {

struct JournalSet {
  engine::Plan plan;
  journal::JournalUnion all;
  std::vector<JournalFile> files;
  std::vector<Provenance> counted_by;  ///< distinct, without shards
  struct Work {
    std::uint64_t cost = 0;  ///< of its tasks
    int threads = 0;         ///< that counted it; 0 if several machines did, or it is closed
  };
  std::vector<Work> work{};  ///< by file
};

/// Reads the journals one by one. Throws like merge_journals().
JournalSet read_journals(std::span<const std::filesystem::path> journals,
                         const std::stop_token& stop);

/// Estimates the time by the speed of the journals: their work over the time from their birth to
/// their last write, pauses included. Those of less than `least_seconds` do not count, nor those
/// ten times as fast or slow as predicted, which may be copies; none where no journal is left.
std::optional<engine::WorkTime> time_by_journals(const JournalSet& set,
                                                 const engine::WorkTime& predicted,
                                                 double least_seconds = 60);

}  // namespace nqueens::merging
