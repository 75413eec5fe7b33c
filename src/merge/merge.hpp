// Sets of journals, for merging and audits.
#pragma once

#include <filesystem>
#include <span>
#include <stop_token>
#include <vector>

#include "engine/plan.hpp"
#include "journal/shards.hpp"
#include "nqueens/merge.hpp"

namespace nqueens::merging {

/// Journals of one plan, and their union.
struct JournalSet {
  engine::Plan plan;
  journal::JournalUnion all;
  std::vector<JournalFile> files;
  std::vector<Provenance> counted_by;  ///< distinct, without shards
};

/// Reads the journals one by one. Throws like merge_journals().
JournalSet read_journals(std::span<const std::filesystem::path> journals,
                         const std::stop_token& stop);

}  // namespace nqueens::merging
