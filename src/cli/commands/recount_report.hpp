// What audits of journals and of certificates have in common: their options, their progress, and
// what is printed of the sample that was counted again.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/commands/record.hpp"
#include "cli/options/shared_options.hpp"
#include "nqueens/audit.hpp"

namespace nqueens::cli {

struct RecountArguments {
  std::optional<std::uint64_t> sample;
  std::string engine;  ///< empty where none was given
  std::optional<std::uint64_t> seed;
};

/// --sample, --engine and --seed.
std::vector<Option> audit_options_of(RecountArguments& to);

/// Options of the library for these, without a stop. What is to be said of an early end goes to the
/// session.
AuditOptions recount_options(const RecountArguments& arguments, const CommonOptions& common,
                             Session& session);

/// "wrong record: task 7: recorded 12, recounted 13" for each that is, and "9 of 10 recounted
/// records agree"; `noun` is "record" or "task".
std::string recount_text(const RecountResult& result, std::string_view noun, const Paint& paint);

/// "if 1 % of the records (13 of 1233) were wrong, this sample would have shown one with
/// probability 12.4 %"; of fewer than 200 records, if one were; and of all, that all were counted.
std::string confidence_text(std::uint64_t records, std::uint64_t recounted,
                            std::string_view noun = "record");

/// Adds the members of a sample of `records` records.
void add_recount(Json& record, const RecountResult& result, std::uint64_t records);

/// "0.52 s, 10 records by bitmask, seed 7, 2 threads"
std::string recount_summary(const RecountResult& result, std::string_view noun);

}  // namespace nqueens::cli
