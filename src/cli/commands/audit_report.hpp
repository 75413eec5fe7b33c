// What `nqueens audit` prints: what arithmetic found, the sample that was recounted.
#pragma once

#include <cstdint>
#include <string>

#include "cli/terminal/paint.hpp"
#include "nqueens/audit.hpp"
#include "nqueens/fields.hpp"

namespace nqueens::cli {

/// The total, what was checked, who counted, each wrong record, and the confidence.
std::string audit_text(const AuditResult& result, const Paint& paint);

/// "if 1 % of the records (13 of 1233) were wrong, this sample would have shown one with
/// probability 12.4 %". With fewer than 200 records: if one were wrong. Or that all were recounted.
std::string confidence_text(std::uint64_t records, std::uint64_t recounted);

/// What the sample says, for JSON: how likely it was to show one of the wrong records.
Fields confidence_fields(std::uint64_t records, std::uint64_t recounted);

/// "0.52 s, 10 records by bitmask, seed 7, 2 threads"
std::string audit_summary(const AuditResult& result);

}  // namespace nqueens::cli
