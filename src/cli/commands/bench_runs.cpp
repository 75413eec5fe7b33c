#include "cli/commands/bench_runs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <iterator>

#include "base/file.hpp"
#include "base/output_file.hpp"
#include "bench/command_times.hpp"
#include "cli/commands/record.hpp"
#include "cli/terminal/output.hpp"
#include "cli/terminal/text.hpp"
#include "nqueens/error.hpp"
#include "nqueens/info.hpp"

namespace nqueens::cli {

namespace {

using bench::CommandTimes;

constexpr int kUsualRuns = 5;
constexpr int kUsualWarmUps = 1;
/// Beyond these the times tell more about the machine than about the command.
constexpr double kMaxSpread = 0.2;
constexpr double kMaxLoad = 0.5;  ///< of each processor, before the first run

std::string command_line(const CommandTimes& command) {
  std::string line;
  for (const std::string& word : command.words) {
    line += (line.empty() ? "" : " ") + shell_quote(word);
  }
  return line;
}

/// Checked here: what is misspelled would else fail as a process.
void require_command(const std::vector<std::string>& words, bool with_threads,
                     const Session& session) {
  const Command* const command = words.empty() ? nullptr : session.program.find(words.front());
  if (command == nullptr || command->name == "bench") {
    throw InvalidArgument(
        fmt::format("no command to measure: '{}'; for example: nqueens bench count 16",
                    escape_controls(words.empty() ? "" : words.front())));
  }
  const std::vector<Option> options = command->prepare().options;
  if (with_threads && std::none_of(options.begin(), options.end(), [](const Option& option) {
        return option.has_name("--threads");
      })) {
    throw InvalidArgument(fmt::format("{} has no --threads; leave it out", command->name));
  }
  if (with_threads && std::any_of(words.begin(), words.end(), [](const std::string& word) {
        return word.starts_with("--threads") || word.starts_with("-t");
      })) {
    throw InvalidArgument(
        fmt::format("--threads is given twice: in '{}' and for all commands; give it once",
                    escape_controls(join(words, " "))));
  }
}

/// Words without spaces are one command; else each word is a whole command line, as in
/// "count 20 --engine simd". The name of the program may stand first, as the tables have it.
std::vector<CommandTimes> commands_of(const BenchRuns& arguments, const Session& session) {
  std::vector<std::vector<std::string>> lines;
  const auto has_space = [](const std::string& word) { return word.find(' ') != word.npos; };
  if (std::none_of(arguments.words.begin(), arguments.words.end(), has_space)) {
    lines = {arguments.words};
  } else {
    for (const std::string& word : arguments.words) {
      lines.push_back(split(word, ' '));
      std::erase(lines.back(), "");
    }
  }
  std::vector<CommandTimes> commands;
  for (std::vector<std::string>& words : lines) {
    if (!words.empty() && words.front() == session.program.name) words.erase(words.begin());
    require_command(words, !arguments.threads.empty(), session);
    if (arguments.threads.empty()) commands.push_back({.words = words});
    for (const int threads : arguments.threads) {
      commands.push_back({.words = words});
      commands.back().words.insert(commands.back().words.end(),
                                   {"--threads", fmt::to_string(threads)});
    }
  }
  return commands;
}

/// What the tables show of a command, in seconds.
struct Figures {
  std::string line;
  double median = 0;
  double min = 0;
  double max = 0;
  double user = 0;
  double system = 0;
  double relative = 1;  ///< to the fastest of all
};

std::vector<Figures> figures_of(const std::vector<CommandTimes>& commands) {
  std::vector<Figures> all;
  for (const CommandTimes& command : commands) {
    const auto [min, max] = std::minmax_element(command.seconds.begin(), command.seconds.end());
    all.push_back({command_line(command), bench::median(command.seconds), *min, *max,
                   bench::median(command.user_seconds), bench::median(command.system_seconds)});
  }
  double fastest = all.front().median;
  for (const Figures& one : all) fastest = std::min(fastest, one.median);
  for (Figures& one : all) one.relative = one.median / fastest;
  return all;
}

std::string table(const std::vector<Figures>& figures, const Paint& paint) {
  Table table({{"command"},
               {"median", Align::right},
               {"min", Align::right},
               {"max", Align::right},
               {"user", Align::right},
               {"system", Align::right},
               {"relative", Align::right}});
  for (const Figures& one : figures) {
    table.add({one.line, format_duration(one.median), format_duration(one.min),
               format_duration(one.max), format_duration(one.user), format_duration(one.system),
               fmt::format("{:.2f}", one.relative)});
  }
  return table.format(paint);
}

/// The text with `instead` for every such letter.
std::string replace(const std::string& text, char letter, const char* instead) {
  std::string replaced;
  for (const char one : text) {
    if (one == letter) {
      replaced += instead;
    } else {
      replaced += one;
    }
  }
  return replaced;
}

std::string markdown(const std::vector<Figures>& figures) {
  std::string text =
      "| command | median [s] | min [s] | max [s] | user [s] | system [s] | relative |\n"
      "| :--- | ---: | ---: | ---: | ---: | ---: | ---: |\n";
  for (const Figures& one : figures) {
    const std::string line = replace(one.line, '|', "\\|");  // a bar would end the cell
    text += fmt::format("| `nqueens {}` | {:.4f} | {:.4f} | {:.4f} | {:.4f} | {:.4f} | {:.2f} |\n",
                        line, one.median, one.min, one.max, one.user, one.system, one.relative);
  }
  return text;
}

std::string csv(const std::vector<Figures>& figures) {
  std::string text =
      "command,median_seconds,min_seconds,max_seconds,user_seconds,system_seconds,relative\n";
  for (const Figures& one : figures) {
    const std::string line = replace(one.line, '"', "\"\"");  // as RFC 4180 has it
    fmt::format_to(std::back_inserter(text),
                   "\"nqueens {}\",{:.6f},{:.6f},{:.6f},{:.6f},{:.6f},{:.4f}\n", line, one.median,
                   one.min, one.max, one.user, one.system, one.relative);
  }
  return text;
}

Json record_of(const std::vector<CommandTimes>& commands, const std::vector<Figures>& figures,
               int warm_ups, double load) {
  Json record = begin_record("bench commands");
  record["warm_ups"] = warm_ups;
  record["load_before"] = load;
  record["rows"] = Json::array();
  for (std::size_t i = 0; i < commands.size(); ++i) {
    record["rows"].push_back({{"words", commands[i].words},
                              {"seconds", commands[i].seconds},
                              {"user_seconds", commands[i].user_seconds},
                              {"system_seconds", commands[i].system_seconds},
                              {"median_seconds", figures[i].median},
                              {"min_seconds", figures[i].min},
                              {"max_seconds", figures[i].max},
                              {"relative", figures[i].relative}});
  }
  return record;
}

enum class Export { markdown, csv, json };

std::optional<Export> export_of(const std::optional<std::string>& output) {
  if (!output) return std::nullopt;
  if (output->ends_with(".md")) return Export::markdown;
  if (output->ends_with(".csv")) return Export::csv;
  if (output->ends_with(".json")) return Export::json;
  throw InvalidArgument(
      fmt::format("the name of a file of times ends in .md, .csv or .json, not '{}'",
                  escape_controls(*output)));
}

/// Processes that run or want to, on average over the last minute; 0 where that is not known.
double load_average() {
  std::array<double, 1> load{};
  return ::getloadavg(load.data(), 1) == 1 ? load[0] : 0;
}

}  // namespace

ExitCode run_commands(const BenchRuns& arguments, const CommonOptions& common, Session& session) {
  std::vector<CommandTimes> commands = commands_of(arguments, session);
  const std::optional<Export> exported = export_of(arguments.output);
  if (exported) require_writable(*arguments.output, 0);
  const double load = load_average();
  bench::CommandRunOptions options;
  options.runs = arguments.runs.value_or(kUsualRuns);
  options.warm_ups = arguments.warm_ups.value_or(kUsualWarmUps);
  const StopControl::Section section(session.stop, std::nullopt);
  options.stop = section.token();
  const auto all = static_cast<int>(commands.size()) * (options.runs + options.warm_ups);
  session.stopped = {"no run done", "run it again for all of them"};
  options.on_run = [&](int done) {
    if (done > 0) session.stopped.how_far = fmt::format("{} of {} done", done, plural(all, "run"));
    if (!session.messages.shows_progress()) return;
    session.messages.show_progress(fmt::format("run {} of {}", done + 1, all));
  };
  bench::measure_commands(commands, options);
  session.messages.clear_progress();

  const std::vector<Figures> figures = figures_of(commands);
  const Json record = record_of(commands, figures, options.warm_ups, load);
  if (exported) {
    Json with_provenance = record;
    add_provenance(with_provenance);
    base::OutputFile file(*arguments.output);
    base::write_all(file.descriptor(), file.name(),
                    *exported == Export::markdown ? markdown(figures)
                    : *exported == Export::csv    ? csv(figures)
                                                  : to_line(with_provenance));
    file.commit();
  }
  if (common.json) {
    print_record(session, record);
  } else {
    session.output.write(table(figures, session.output.paint()));
  }
  session.output.flush();
  const int processors = machine().usable_processors;
  if (load > kMaxLoad * processors) {
    session.messages.note(fmt::format(
        "note: the machine was busy: a load of {:.1f} on {} before the first run; times "
        "may be too long",
        load, plural(processors, "processor")));
  }
  for (std::size_t i = 0; i < commands.size(); ++i) {
    if (commands[i].spread() <= kMaxSpread) continue;
    session.messages.note(fmt::format(
        "note: the shortest and the longest time of {} differ by {:.0f} % of the median; take more "
        "--runs, or a machine with less to do",
        figures[i].line, 100 * commands[i].spread()));
  }
  return ExitCode::done;
}

}  // namespace nqueens::cli
