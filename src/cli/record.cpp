#include "cli/record.hpp"

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

}  // namespace nqueens::cli
