// What `nqueens status` prints of the journals of a count: a table of writers, JSON members.
#pragma once

#include <chrono>
#include <string>

#include "cli/commands/record.hpp"
#include "cli/terminal/paint.hpp"
#include "nqueens/cluster.hpp"

namespace nqueens::cli {

using SystemTime = std::chrono::system_clock::time_point;

/// `now` is what "12 s ago" counts from.
std::string status_text(const JournalStatus& status, SystemTime now, const Paint& paint);

/// Adds the members of one status.
void add_status(Json& record, const JournalStatus& status, SystemTime now);

}  // namespace nqueens::cli
