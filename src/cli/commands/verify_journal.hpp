// nqueens verify --journal: the audit of a count's journal, and what is printed of it.
#pragma once

#include <optional>
#include <string>

#include "cli/common_options.hpp"
#include "nqueens/audit.hpp"

namespace nqueens::cli {

struct JournalAuditArguments {
  std::optional<std::string> journal;
  std::optional<std::uint64_t> sample;
  std::string engine;  ///< empty where none was given
  std::optional<std::uint64_t> seed;
};

void declare_audit_options(OptionAdder& add, JournalAuditArguments& arguments);

/// Audits arguments.journal, which must be there.
ExitCode verify_journal(const JournalAuditArguments& arguments, const CommonOptions& common,
                        Session& session);

/// "if 1 % of the records (13 of 1233) were wrong, this sample would have shown one with
/// probability 12.4 %"; of fewer than 200 records, if one were; and of all, that all were counted.
std::string confidence_text(std::uint64_t records, std::uint64_t recounted);

}  // namespace nqueens::cli
