#include "cli/commands/record.hpp"

#include <fmt/format.h>
#include <sys/utsname.h>

#include "nqueens/info.hpp"

namespace nqueens::cli {

Json begin_record(const std::string& command) {
  Json record;
  record["schema_version"] = kSchemaVersion;
  record["command"] = command;
  return record;
}

void add_provenance(Json& record) {
  utsname system{};
  ::uname(&system);
  const MachineInfo here = machine();
  Json& host = record["host"];
  host["name"] = system.nodename;
  host["system"] = std::string(system.sysname) + " " + system.release + " " + system.machine;
  host["processor"] = here.processor;
  host["processors"] = here.processors;
  host["usable_processors"] = here.usable_processors;
  host["memory_bytes"] = here.memory_bytes;
  const BuildInfo built = build();
  Json& made = record["build"];
  made["version"] = built.version;
  made["compiler"] = built.compiler;
  made["build_type"] = built.build_type;
  made["libraries"] = built.libraries;
}

std::string to_line(const Json& record) {
  return record.dump(-1, ' ', false, Json::error_handler_t::replace) + "\n";
}

bool agrees_with_published(Session& session, int board_size, WideCount value,
                           const std::optional<WideCount>& published, const std::string& sequence) {
  if (!published) {
    session.messages.note(
        fmt::format("{} has no published value for N = {} to compare with", sequence, board_size));
    return false;
  }
  if (*published != value) {
    throw NegativeAnswer(fmt::format("count differs from {}: {}; published is {}", sequence,
                                     to_string(value), to_string(*published)));
  }
  return true;
}

void say_agreement(Session& session, const std::string& sequence) {
  session.messages.block(session.messages.paint().good("agrees with " + sequence) + "\n");
}

}  // namespace nqueens::cli
