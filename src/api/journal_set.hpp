// Several journals of one plan, read one after the other into their union: for merging and audits.
#pragma once

#include <filesystem>
#include <span>
#include <stop_token>
#include <vector>

#include "counting/plan.hpp"
#include "journal/shards.hpp"
#include "nqueens/merge.hpp"

namespace nqueens::api {

struct JournalSet {
  counting::Plan plan;
  journal::JournalUnion all;
  std::vector<JournalFile> files;
  std::vector<Provenance> counted_by;  ///< each once, without shards
};

/// Throws what merge_journals() throws.
JournalSet read_journals(std::span<const std::filesystem::path> journals,
                         const std::stop_token& stop);

}  // namespace nqueens::api
