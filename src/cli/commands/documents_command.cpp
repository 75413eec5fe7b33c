// nqueens help, completions and man: the texts of --help, completion scripts, the manual page.
#include <optional>

#include "cli/commands/commands.hpp"
#include "cli/docs/documents.hpp"

namespace nqueens::cli {

namespace {

struct HelpArguments {
  std::optional<std::string> command;
  CommonOptions common;
};

std::vector<Option> help_options(HelpArguments& to) {
  return {{.name = "command",
           .to = &to.command,
           .value = "COMMAND",
           .help = "the command; default: the program, with a list of its commands",
           .words = nqueens_program().command_names()}};
}

ExitCode print_help(const HelpArguments& arguments, Session& session) {
  const Program& program = session.program;
  const Paint& paint = session.output.paint();
  session.output.write(arguments.command
                           ? command_help(program, *program.find(*arguments.command), paint)
                           : program_help(program, paint));
  return ExitCode::done;
}

struct CompletionsArguments {
  std::string shell;
  CommonOptions common;
};

std::vector<Option> completions_options(CompletionsArguments& to) {
  std::vector<std::string> names;
  for (const CompletionShell& shell : completion_shells()) names.push_back(shell.name);
  return {
      {.name = "shell", .to = &to.shell, .help = "the shell", .words = names, .required = true}};
}

ExitCode print_completions(const CompletionsArguments& arguments, Session& session) {
  for (const CompletionShell& shell : completion_shells()) {
    if (shell.name == arguments.shell) session.output.write(shell.script(session.program));
  }
  return ExitCode::done;
}

struct ManArguments {
  CommonOptions common;
};

std::vector<Option> man_options(ManArguments&) {
  return {};
}

ExitCode print_man_page(const ManArguments&, Session& session) {
  session.output.write(man_page(session.program));
  return ExitCode::done;
}

}  // namespace

Command help_command() {
  return {"help",
          "Print the help of the program or of a command",
          {{"nqueens help", "all commands"}, {"nqueens help count", "as nqueens count --help"}},
          prepare(help_options, print_help)};
}

Command completions_command() {
  return {"completions",
          "Print the completion script for a shell",
          {{"source <(nqueens completions bash)", "for this bash"},
           {"nqueens completions zsh > ~/.zfunc/_nqueens", "for zsh, in a directory of $fpath"},
           {"nqueens completions fish > ~/.config/fish/completions/nqueens.fish", "for fish"}},
          prepare(completions_options, print_completions)};
}

Command man_command() {
  return {"man",
          "Print the manual page",
          {{"nqueens man | man -l -", "read it"},
           {"nqueens man > nqueens.1", "write it to a file, for example in man1 of $MANPATH"}},
          prepare(man_options, print_man_page)};
}

}  // namespace nqueens::cli
