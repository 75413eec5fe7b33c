// nqueens audit: checks the journals of a count by arithmetic, and a sample of their records by
// recounting them with independent code.
#include <utility>

#include "cli/commands/audit_report.hpp"
#include "cli/commands/commands.hpp"
#include "cli/options/shared_options.hpp"
#include "cli/record.hpp"
#include "nqueens/audit.hpp"
#include "nqueens/error.hpp"

namespace nqueens::cli {

namespace {

struct AuditArguments {
  std::vector<std::string> files;
  AuditOptions options;
  CommonOptions common;
};

ExitCode audit(AuditArguments& arguments, Session& session) {
  AuditOptions& options = arguments.options;
  if (options.sample == 0 && (options.seed || options.engine != AuditOptions().engine)) {
    throw InvalidArgument(
        "--sample 0 recounts nothing; leave out --engine and --seed, or give a larger sample");
  }
  begin_record(session, "audit", {}, arguments.common.json);
  watch_progress(options, session, "audit", {"records", "recounted"});
  const StoppableRun stoppable(session, arguments.common,
                               "run it again with a smaller --sample or more time", options);
  const std::vector<std::filesystem::path> paths(arguments.files.begin(), arguments.files.end());
  const AuditResult result = audit_journals(paths, options);
  session.messages.clear_progress();
  if (arguments.common.json) {
    Fields members = fields(result);
    if (result.recounted > 0) {
      members = std::move(members) + confidence_fields(result.records, result.recounted);
    }
    print_record(session, std::move(members));
  } else if (!arguments.common.quiet) {
    session.output.write(audit_text(result, session.output.paint()));
  }
  session.output.flush();
  session.messages.note(audit_summary(result));
  return result.wrong.empty() ? ExitCode::done : ExitCode::negative;
}

std::vector<Option> options_of(AuditArguments& to) {
  std::vector<Option> own = {
      option::journals(to.files, "; tasks may be missing: exit code 1 means a wrong record"),
      {.name = "--sample",
       .to = &to.options.sample,
       .value = "NUM",
       .help = "recount so many records, drawn at random; all if there are fewer; 0 checks by "
               "arithmetic alone; default: 10"},
      {.name = "--engine",
       .to = &to.options.engine,
       .help = "method of recounting; default: auto: tasks of rows and squares by bitmask, of row "
               "sets by listing the placements of each colour (half a minute a record at N = 24), "
               "others, and those of variants and of boards above 32, by listing all solutions",
       .words = audit_engines()},
      option::seed(to.options.seed, "the same sample"),
  };
  return with_run(std::move(own), to.options, to.common);
}

}  // namespace

Command audit_command() {
  return {"audit",
          "Check the journals of a count, and recount a sample of their records",
          {{"nqueens audit run.nqj --sample 100", "recount 100 records"},
           {"nqueens audit whole.nqj --sample 0", "by arithmetic alone, at once"},
           {"nqueens audit part-*.nqj -q && echo fine", "several journals, by exit code alone"}},
          prepare(options_of, audit)};
}

}  // namespace nqueens::cli
