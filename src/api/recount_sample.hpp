// A random sample of recorded tallies, counted again by other code than recorded them and compared.
// Knows no journal.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "counting/plan.hpp"
#include "nqueens/audit.hpp"
#include "run/executor.hpp"

namespace nqueens::api {

struct RecordedTask {
  std::uint64_t task = 0;
  std::uint64_t solutions = 0;  ///< weighted
};

/// Throws InvalidArgument for a name that is no engine.
void require_known_engine(const AuditOptions& options);

/// Draws options.sample of the records, each of another task of the plan, and counts them again;
/// `name` stands in errors. Throws InvalidArgument when the engine cannot do that, and Stopped.
RecountResult recount_sample(const counting::Plan& plan, std::span<const RecordedTask> records,
                             const AuditOptions& options, run::Executor& executor,
                             const std::string& name);

}  // namespace nqueens::api
