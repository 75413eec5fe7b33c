// Several journals of one plan, read one after the other into their union. Shared by merging and
// status; keeps no journal's records of its own.
#pragma once

#include <filesystem>
#include <functional>
#include <span>
#include <stop_token>
#include <vector>

#include "cluster/journal_union.hpp"
#include "durable/journal_format.hpp"
#include "nqueens/cluster.hpp"
#include "tasks/plan.hpp"

namespace nqueens::api {

struct JournalSet {
  tasks::Plan plan;  ///< that of the first journal
  cluster::JournalUnion all;
  std::vector<JournalFile> files;
};

/// Called for every journal after it has been added.
using JournalVisitor =
    std::function<void(const JournalSet& set, const durable::JournalContents& journal)>;

/// Throws what merge_journals() throws.
JournalSet read_journals(std::span<const std::filesystem::path> journals,
                         const std::stop_token& stop, const JournalVisitor& visit);

}  // namespace nqueens::api
