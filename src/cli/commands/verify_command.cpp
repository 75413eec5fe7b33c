// nqueens verify: is the placement of a file or of standard input a solution; and, by the files
// verify_journal and verify_certificate, does what is kept of a count hold what its tasks give.
#include <fmt/format.h>

#include <memory>

#include "cli/commands/commands.hpp"
#include "cli/commands/recount_report.hpp"
#include "cli/commands/verify_certificate.hpp"
#include "cli/commands/verify_journal.hpp"
#include "cli/common_options.hpp"
#include "cli/record.hpp"
#include "cli/text.hpp"
#include "nqueens/error.hpp"
#include "nqueens/verify.hpp"

namespace nqueens::cli {

namespace {

struct VerifyArguments {
  std::optional<std::string> file;
  std::optional<std::uint64_t> size;
  std::optional<std::string> journal;
  std::optional<std::string> certificate;
  RecountArguments recount;
  CommonOptions common;
};

Json square(const Square& square) {
  return {{"row", square.row}, {"column", square.column}};
}

void print_record(Session& session, const std::string& file, const VerifyResult& result) {
  Json record = begin_record("verify");
  record["file"] = file;
  record["board_size"] = result.board_size;
  record["solution"] = result.is_solution();
  record["attack"] = nullptr;
  if (result.attack) {
    record["attack"] = {{"first", square(result.attack->first)},
                        {"second", square(result.attack->second)},
                        {"line", std::string(to_string(result.attack->line))}};
  }
  record["seconds"] = result.seconds;
  add_provenance(record);
  session.output.write(to_line(record));
}

ExitCode verify_placement(const VerifyArguments& arguments, Session& session) {
  VerifyOptions options;
  options.threads = choose_threads(arguments.common, session);
  options.pinning = arguments.common.pinning();
  options.expected_size = arguments.size;
  // No stoppable section: there is nothing to save, and standard input may wait for ever.
  const std::string& file = *arguments.file;
  const VerifyResult result =
      file == "-" ? verify_stream(0, "standard input", options) : verify_file(file, options);
  const Paint paint = paint_for(session.output.descriptor(), arguments.common.colour_choice());
  if (arguments.common.json) {
    print_record(session, file, result);
  } else if (!arguments.common.quiet) {
    session.output.write(
        result.attack
            ? fmt::format("{}: {}\n", paint.bad("not a solution"), to_string(*result.attack))
            : fmt::format("{}: {} queen{}\n", paint.good("solution"), result.board_size,
                          result.board_size == 1 ? "" : "s"));
  }
  session.output.flush();
  session.messages.note(format_duration(result.seconds));
  return result.is_solution() ? ExitCode::done : ExitCode::negative;
}

/// One of the three things that can be verified.
struct Subject {
  std::string_view option;
  const std::optional<std::string>& value;
};

/// A journal or a certificate stands alone.
void require_alone(const Subject& subject, std::string_view what,
                   const std::optional<std::string>& file, const Subject& other,
                   const std::optional<std::uint64_t>& size) {
  if (subject.value->empty()) {
    throw InvalidArgument(fmt::format("{} name is empty: ''; give {} FILE", what, subject.option));
  }
  if (file) {
    throw InvalidArgument(
        fmt::format("a placement and a {} exclude each other: {} {} {}; give one of them", what,
                    *file, subject.option, *subject.value));
  }
  if (other.value) {
    throw InvalidArgument(fmt::format("options exclude each other: {} {}; give one of them",
                                      subject.option, other.option));
  }
  if (size) {
    throw InvalidArgument(fmt::format(
        "option is for placements: --size {}; leave it out, a {} knows its board", *size, what));
  }
}

void check_combinations(const VerifyArguments& arguments) {
  const Subject journal{"--journal", arguments.journal};
  const Subject certificate{"--certificate", arguments.certificate};
  if (journal.value) {
    require_alone(journal, "journal", arguments.file, certificate, arguments.size);
    return;
  }
  if (certificate.value) {
    require_alone(certificate, "certificate", arguments.file, journal, arguments.size);
    const auto only_with_sample = [&](bool given, std::string_view name) {
      if (!given || arguments.recount.sample) return;
      throw InvalidArgument(fmt::format(
          "option is for counting again: {}; give --sample K, tasks to count again, too", name));
    };
    only_with_sample(!arguments.recount.engine.empty(), "--engine");
    only_with_sample(arguments.recount.seed.has_value(), "--seed");
    return;
  }
  if (!arguments.file) {
    throw InvalidArgument(
        "argument is missing: nqueens verify [options] FILE|-; or give --journal FILE or "
        "--certificate FILE");
  }
  const auto only_for_counts = [](bool given, std::string_view name) {
    if (!given) return;
    throw InvalidArgument(
        fmt::format("option is for journals and certificates: {}; give --journal FILE or "
                    "--certificate FILE instead of a placement",
                    name));
  };
  only_for_counts(arguments.recount.sample.has_value(), "--sample");
  only_for_counts(!arguments.recount.engine.empty(), "--engine");
  only_for_counts(arguments.recount.seed.has_value(), "--seed");
  only_for_counts(arguments.common.time_limit.has_value(), "--time-limit");
}

}  // namespace

Command verify_command() {
  return {"verify",
          "Say whether a placement is a solution, or a journal or certificate right",
          {
              {"nqueens verify queens.txt", "a file, text or binary"},
              {"nqueens solve 1000 | nqueens verify -", "standard input"},
              {"nqueens verify queens.nqp --size 1e7 -q && echo fine", "by exit code alone"},
              {"nqueens verify --journal run.nqj --sample 100", "recount records of a count"},
              {"nqueens verify --certificate q20.nqc --sample 10",
               "check a published count, and recount tasks of it"},
          },
          [](CLI::App& app) -> Action {
            const auto arguments = std::make_shared<VerifyArguments>();
            OptionAdder add(app);
            add.optional_argument(arguments->file, "FILE|-",
                                  "placement file, or - for standard input; the first attacking "
                                  "pair is named where it is no solution");
            add.whole("--size", arguments->size, "size", 0, kMaxPlacementSize, "N",
                      "refuse a placement of any other number of queens");
            add.text("--journal", arguments->journal, "FILE",
                     "instead of a placement, verify the journal of a count: count some of its "
                     "records again; the file is only read, and may be in use");
            add.text("--certificate", arguments->certificate, "FILE",
                     "verify what merge --certificate has written: check sum, plan and sums at "
                     "once, and with --sample tasks by counting them again");
            declare_recount_options(add, arguments->recount);
            add_threads(add, arguments->common);
            add_json(add, arguments->common);
            add_quiet(add, arguments->common);
            add_no_progress(add, arguments->common);
            add_colour(add, arguments->common);
            add_time_limit(add, arguments->common);
            return [arguments](Session& session) {
              apply(arguments->common, session);
              check_combinations(*arguments);
              if (arguments->journal) {
                return verify_journal(*arguments->journal, arguments->recount, arguments->common,
                                      session);
              }
              if (arguments->certificate) {
                return verify_certificate(*arguments->certificate, arguments->recount,
                                          arguments->common, session);
              }
              return verify_placement(*arguments, session);
            };
          }};
}

}  // namespace nqueens::cli
