// Reads a journal without locking it, so that a running count can append meanwhile, and checks its
// contents against its plan. Changes no file.
#pragma once

#include <filesystem>
#include <string>

#include "base/file.hpp"
#include "domain/problem.hpp"
#include "journal/format.hpp"

namespace nqueens::journal {

/// The whole text of an open file that begins as a journal does; of any other, which may be larger
/// than the memory, the beginning. Throws IoError, and JournalError for a file that is larger than
/// a journal of its header's number of tasks can be.
std::string read_text(const base::FileDescriptor& file, const std::string& name);

/// What is on disk now. A batch that is being appended shows as a torn tail; all records before it
/// are whole, since a writer only appends. Throws IoError, and as parse_journal() does.
JournalContents read_journal(const std::filesystem::path& path);

/// Its header alone, in constant time. Throws IoError, and as parse_header() does.
JournalHeader read_header(const std::filesystem::path& path);

/// Throws JournalError (`name` in the message) for a tally that its task cannot have: not a
/// multiple of tally_divisor(), or above max_tally(). Precondition: contents.header is the plan's.
void require_possible(const JournalContents& contents, const counting::Plan& plan,
                      const std::string& name);

/// The problem that the header describes; throws JournalError (`name` in the message) when it
/// describes none.
Problem problem_of(const JournalHeader& header, const std::string& name);

}  // namespace nqueens::journal
