// The texts of help, and the manual page.
#include "cli/docs/documents.hpp"

#include <algorithm>
#include <cctype>
#include <iterator>

#include "nqueens/version.hpp"

namespace nqueens::cli {

namespace {

constexpr std::size_t kWidth = 80;
constexpr std::size_t kWidestTerm = 26;

using Rows = std::vector<Example>;

std::string paragraph(std::string_view text) {
  return join(wrap(text, kWidth), "\n") + "\n";
}

/// Writes terms on the left, what they mean wrapped on the right. A long term has a line of its
/// own; one that is too long for a line is broken between its alternatives.
std::string section(const std::string& title, const Rows& rows, const Paint& paint) {
  if (rows.empty()) return "";
  std::size_t column = 0;
  for (const auto& [term, meaning] : rows) {
    if (display_width(term) <= kWidestTerm) column = std::max(column, display_width(term));
  }
  column = (column == 0 ? kWidestTerm : column) + 4;
  std::string text = "\n" + paint.heading(title + ":") + "\n";
  for (const auto& [term, meaning] : rows) {
    std::string line = "  " + term;
    while (display_width(line) > kWidth) {
      const std::size_t bar = line.rfind('|', kWidth - 1);
      if (bar == std::string::npos) break;
      text += line.substr(0, bar + 1) + "\n";
      line = std::string(10, ' ') + line.substr(bar + 1);
    }
    for (const std::string& part : wrap(meaning, kWidth - column)) {
      if (display_width(line) + 2 > column) text += std::exchange(line, "") + "\n";
      text += line + std::string(column - display_width(line), ' ') + part + "\n";
      line.clear();
    }
  }
  return text;
}

/// Writes lines for a shell; what they do is a comment to it.
std::string examples_section(Rows examples, const Paint& paint) {
  for (Example& one : examples) one.says.insert(0, "# ");
  return section("Examples", examples, paint);
}

/// Writes many words as a "NAME" in `brief` help.
std::string term(const Option& option, bool brief) {
  if (option.is_argument()) return option.placeholder() + (option.is_list() ? "..." : "");
  // Options without a short name are set to the column of the long ones.
  const std::string names = (option.short_name.empty() ? "    " : "") + join(option.names(), ", ");
  if (option.is_flag()) return names;
  const std::string full = names + " " + option.placeholder();
  const bool is_short = option.words.empty() || !brief || full.size() <= kWidestTerm;
  return is_short ? full : names + " NAME";
}

Rows rows_of(const std::vector<Option>& options, bool brief) {
  Rows rows;
  for (const Option& option : options) {
    rows.push_back({term(option, brief), brief ? option.brief() : option.help});
  }
  return rows;
}

std::vector<Option> select(const std::vector<Option>& options, Topic topic) {
  std::vector<Option> result;
  std::copy_if(options.begin(), options.end(), std::back_inserter(result),
               [&](const Option& option) { return option.topic == topic; });
  if (topic != Topic::common) return result;
  result.insert(result.end(), Program::own_options().begin(), Program::own_options().end());
  return result;
}

Rows environment(const Program& program) {
  Rows rows;
  for (const Option& option : program.options_of(Topic::common)) {
    if (!option.variable.empty()) {
      rows.push_back({option.variable,
                      fmt::format("the value of {} where that option is not given", option.name)});
    }
  }
  rows.push_back({"NO_COLOR", "if set, no colours unless --color always"});
  rows.push_back({"TERM", "if it is dumb, no colours and no progress line"});
  return rows;
}

Rows exit_codes() {
  const auto text = [](ExitCode code) { return fmt::to_string(to_int(code)); };
  return {
      {text(ExitCode::done), "done"},
      {text(ExitCode::negative),
       "the answer is no: none exists (solve, tour, puzzle), a second one exists (solve --unique), "
       "a placement is no solution (verify), a check failed, tasks are missing (merge)"},
      {text(ExitCode::bad_input), "bad usage or input, or a file that cannot be read or written"},
      {text(ExitCode::stopped),
       "stopped by --time-limit, --max-starts or --max-attempts, or tour gave up; a journal keeps "
       "what was done"},
      {text(ExitCode::hung_up), "stopped by SIGHUP; a journal keeps what was done"},
      {text(ExitCode::interrupted), "stopped by SIGINT (Ctrl-C); a journal keeps what was done"},
      {text(ExitCode::cut_off), "the reader of the output (such as head) closed it early"},
      {text(ExitCode::terminated), "stopped by SIGTERM; a journal keeps what was done"},
  };
}

std::string roff_escape(std::string_view text) {
  std::string result = text.starts_with('.') ? "\\&" : "";
  for (const char letter : text) {
    result += letter == '\\'   ? "\\e"
              : letter == '|'  ? "|\\:"  // a line may break there
              : letter == '-'  ? "\\-"
              : letter == '\'' ? "\\(aq"
                               : std::string(1, letter);
  }
  return result;
}

std::string bold(std::string_view text) {
  return fmt::format("\\fB{}\\fR", roff_escape(text));
}

std::string entry(const std::string& term, std::string_view meaning) {
  return fmt::format(".TP\n{}\n{}.\n", term, roff_escape(meaning));
}

std::string entries(const Rows& rows) {
  std::string text;
  for (const auto& [term, meaning] : rows) text += entry(bold(term), meaning);
  return text;
}

std::string entries(const std::vector<Option>& options) {
  std::string text;
  for (const Option& option : options) {
    const std::string names = bold(join(option.names(), ", "));
    const std::string value = "\\fI" + roff_escape(option.placeholder()) + "\\fR";
    text += entry(option.is_argument() ? value
                  : option.is_flag()   ? names
                                       : names + " " + value,
                  option.help);
  }
  return text;
}

/// Writes what is the command's own, without empty lines, and where its other options are.
std::string command_section(const Program& program, const Command& command) {
  constexpr std::size_t kMaxExamples = 3;  // --help has all
  Rows examples = command.examples;
  examples.resize(std::min(examples.size(), kMaxExamples));
  const std::vector<Option> all = command.prepare().options;
  std::vector<std::string> also;
  for (const Option& option : all) {
    if (option.topic == Topic::common) also.push_back(bold(option.name));
  }
  const std::vector<Option> boards = select(all, Topic::boards);
  if (boards.size() == program.options_of(Topic::boards).size()) {
    also.push_back("those of BOARDS");
  } else {
    for (const Option& option : boards) also.push_back(bold(option.name));
  }
  return fmt::format(".SS {}\n.PD 0\n{}.\n", roff_escape(program.usage(command)),
                     roff_escape(command.summary)) +
         entries(select(all, Topic::command)) +
         (also.empty() ? "" : ".PP\nAlso: " + join(also, ", ") + ".\n") + entries(examples) +
         ".PD\n";
}

std::string paragraphs(const std::vector<std::string>& texts) {
  std::string text;
  for (const std::string& one : texts) {
    text += (&one == &texts.front() ? "" : ".PP\n") + roff_escape(one) + "\n";
  }
  return text;
}

}  // namespace

std::string program_help(const Program& program, const Paint& paint, bool brief) {
  std::string text = fmt::format("{0} {1} SIZE, or {1} COMMAND [OPTION]... [ARGUMENT]...\n",
                                 paint.heading("Usage:"), program.name);
  Rows commands;
  for (const Command& command : program.commands) {
    commands.push_back({command.name, command.summary});
  }
  text += section("Commands", commands, paint);
  text += section("Common options, of most commands",
                  rows_of(select(program.options_of(Topic::common), Topic::common), brief), paint);
  if (!brief) {
    text += section("Environment", environment(program), paint) +
            section("Exit codes", exit_codes(), paint) + examples_section(program.examples, paint);
  }
  return text + fmt::format("{0}More: {1} help COMMAND, {1} help boards, man {1}\n",
                            brief ? "" : "\n", program.name);
}

std::string command_help(const Program& program, const Command& command, const Paint& paint,
                         bool brief) {
  const std::vector<Option> all = command.prepare().options;
  const auto part = [&](const char* title, const std::vector<Option>& options) {
    return section(title, rows_of(options, brief), paint);
  };
  std::vector<Option> own = select(all, Topic::command);
  const std::vector<Option> common = select(all, Topic::common);
  std::vector<Option> boards = select(all, Topic::boards);
  std::vector<std::string> names;
  for (Option& option : boards) {
    names.push_back(option.name);
    option.help = option.brief();
  }
  const std::string usage = fmt::format("{} {}\n{}", paint.heading("Usage:"),
                                        program.usage(command), paragraph(command.summary + "."));
  if (!brief) {
    return usage + part("Options", own) +
           part("Restricted boards, see nqueens help boards", boards) +
           part("Common options", common) +
           (program.has_commands() ? fmt::format("\nExit codes: see {} --help\n", program.name)
                                   : section("Exit codes", exit_codes(), paint)) +
           examples_section(command.examples, paint);
  }
  // A screen is short, and who reads this knows -h.
  own.insert(own.end(), common.begin(), common.end() - std::ssize(Program::own_options()));
  const std::string see =
      fmt::format("Boards: {}; see {} help boards\n", join(names, ", "), program.name);
  return usage + part("Options", own) + "\n" + (names.empty() ? "" : see) +
         fmt::format("All of it, with examples: {} --help\n", program.call(command));
}

std::string boards_help(const Program& program, const Paint& paint) {
  std::string text;
  for (const std::string& one : program.boards) text += paragraph(one) + "\n";
  text.pop_back();
  return text + section("Options of restricted boards",
                        rows_of(program.options_of(Topic::boards), false), paint);
}

std::string short_usage(const Program& program) {
  std::string text =
      fmt::format("usage: {0} SIZE, or {0} COMMAND [OPTION]...; see {0} --help\n", program.name);
  for (const Example& example : program.examples) {
    text += fmt::format("  {:34}  {}\n", example.line, example.says);
  }
  return text;
}

std::string man_page(const Program& program) {
  const std::vector<Command>& commands = program.commands;
  const bool has_commands = program.has_commands();
  std::string title = program.name;
  std::transform(title.begin(), title.end(), title.begin(),
                 [](unsigned char letter) { return static_cast<char>(std::toupper(letter)); });
  std::string text = fmt::format(
      ".TH {} 1 \"\" \"nqueens {}\" \"User Commands\"\n.nh\n.ad l\n.SH NAME\n{} \\- {}\n.SH "
      "SYNOPSIS\n",
      roff_escape(title), kVersion, roff_escape(program.name), roff_escape(program.summary));
  text += has_commands ? bold(program.name + " SIZE") + "\n.br\n" +
                             bold(program.name + " COMMAND [OPTION]... [ARGUMENT]...") + "\n"
                       : bold(program.usage(commands.front())) + "\n";
  text += ".SH DESCRIPTION\n" + paragraphs(program.about);
  if (has_commands) {
    text += ".SH COMMANDS\n";
    for (const Command& command : commands) text += command_section(program, command);
    text +=
        ".SH BOARDS\n" + paragraphs(program.boards) + entries(program.options_of(Topic::boards));
    text += ".SH COMMON OPTIONS\nEach command has those that its section names.\n";
  } else {
    text += ".SH OPTIONS\n" + entries(select(commands.front().prepare().options, Topic::command));
  }
  return text + entries(select(program.options_of(Topic::common), Topic::common)) +
         ".SH ENVIRONMENT\n" + entries(environment(program)) + ".SH EXIT STATUS\n" +
         entries(exit_codes()) + ".SH EXAMPLES\n" +
         entries(has_commands ? program.examples : commands.front().examples);
}

}  // namespace nqueens::cli
