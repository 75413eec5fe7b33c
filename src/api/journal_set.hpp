// Several journals of one plan, read one after the other into their union. Shared by merging,
// status and audits.
#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <stop_token>
#include <vector>

#include "counting/plan.hpp"
#include "journal/format.hpp"
#include "journal/union.hpp"
#include "nqueens/cluster.hpp"

namespace nqueens::api {

struct JournalSet {
  counting::Plan plan;  ///< that of the first journal
  journal::JournalUnion all;
  std::vector<JournalFile> files;
  std::vector<Provenance> counted_by;  ///< each once, without shards
};

/// Called, unless empty, for every journal after it has been added.
using JournalVisitor =
    std::function<void(const JournalSet& set, const journal::JournalContents& journal)>;

/// Throws what merge_journals() throws.
JournalSet read_journals(std::span<const std::filesystem::path> journals,
                         const std::stop_token& stop, const JournalVisitor& visit);

}  // namespace nqueens::api
