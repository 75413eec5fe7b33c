// The JSON form of results: what all records have in common.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace nqueens::cli {

using Json = nlohmann::ordered_json;

/// Raised whenever a member changes its meaning or goes away; new members leave it alone.
inline constexpr int kSchemaVersion = 1;

/// {"schema_version": 1, "command": ...}
Json begin_record(const std::string& command);

/// Adds "host" and "build": what the figures of the record depend on.
void add_provenance(Json& record);

/// One line. Bytes that are not UTF-8 (file names may hold them) are replaced.
std::string to_line(const Json& record);

}  // namespace nqueens::cli
