// nqueens help, completions and man: the texts of --help, completion scripts, the manual page.
#include <optional>

#include "cli/commands/commands.hpp"
#include "cli/docs/documents.hpp"

namespace nqueens::cli {

namespace {

std::vector<Option> help_options(std::optional<std::string>& command) {
  return {{.name = "command",
           .to = &command,
           .value = "COMMAND",
           .help = "the command; default: the program, with a list of its commands",
           .words = nqueens_program().command_names()}};
}

ExitCode print_help(const std::optional<std::string>& command, Session& session) {
  const Program& program = session.program;
  const Paint& paint = session.output.paint();
  session.output.write(command ? command_help(program, *program.find(*command), paint)
                               : program_help(program, paint));
  return ExitCode::done;
}

std::vector<Option> completions_options(std::string& chosen) {
  std::vector<std::string> names;
  for (const CompletionShell& shell : completion_shells()) names.push_back(shell.name);
  return {{.name = "shell", .to = &chosen, .help = "the shell", .words = names, .required = true}};
}

ExitCode print_completions(const std::string& name, Session& session) {
  for (const CompletionShell& shell : completion_shells()) {
    if (shell.name == name) session.output.write(shell.script(session.program));
  }
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
          [] {
            return Invocation{{}, [](Session& session) {
                                session.output.write(man_page(session.program));
                                return ExitCode::done;
                              }};
          }};
}

}  // namespace nqueens::cli
