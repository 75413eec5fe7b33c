// Reads a journal without locking it, so that a running count can append meanwhile; and checks what
// it says against its plan. Changes nothing.
#pragma once

#include <filesystem>

#include "journal/format.hpp"
#include "nqueens/problem.hpp"

namespace nqueens::journal {

/// What is on disk now. A batch that its writer is appending shows as a torn tail: records are
/// whole up to there, since a writer only ever appends. Throws IoError, and JournalError as
/// parse_journal does.
JournalContents read_journal(const std::filesystem::path& path);

/// Throws JournalError (`name` in the message) for a tally that no count of its task can give: no
/// multiple of tally_divisor() or above max_tally(). Precondition: contents.header is the plan's.
void require_possible(const JournalContents& contents, const counting::Plan& plan,
                      const std::string& name);

/// The problem that the header describes; throws JournalError (`name` in the message) when it
/// describes none.
Problem problem_of(const JournalHeader& header, const std::string& name);

}  // namespace nqueens::journal
