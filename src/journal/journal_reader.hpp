// Looking into a journal without taking part in it: opened for reading only, not locked, so that a
// running count goes on appending. Changes nothing.
#pragma once

#include <filesystem>

#include "journal/journal_format.hpp"
#include "nqueens/problem.hpp"

namespace nqueens::journal {

/// What is on disk now. A batch that its writer is appending shows as a torn tail: records are
/// whole up to there, since a writer only ever appends. Throws IoError, and JournalError as
/// parse_journal does.
JournalContents read_journal(const std::filesystem::path& path);

/// The problem that the header describes; throws JournalError (`name` in the message) when it
/// describes none.
Problem problem_of(const JournalHeader& header, const std::string& name);

}  // namespace nqueens::journal
