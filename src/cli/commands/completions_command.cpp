// nqueens completions: the completion script of a shell.
#include <memory>

#include "cli/commands/commands.hpp"
#include "cli/completions.hpp"
#include "cli/options.hpp"

namespace nqueens::cli {

Command completions_command() {
  return {"completions",
          "Print the completion script for a shell",
          {
              {"source <(nqueens completions bash)", "for this bash"},
              {"nqueens completions zsh > ~/.zfunc/_nqueens", "for zsh, in a directory of $fpath"},
              {"nqueens completions fish > ~/.config/fish/completions/nqueens.fish", "for fish"},
          },
          [](CLI::App& app) -> Action {
            const auto shell = std::make_shared<std::string>();
            std::vector<std::string> names;
            for (const CompletionShell& known : completion_shells()) names.push_back(known.name);
            OptionAdder(app).argument_choice(*shell, "shell", names, "the shell");
            return [shell](Session& session) {
              for (const CompletionShell& known : completion_shells()) {
                if (known.name == *shell) session.output.write(known.script(session.table));
              }
              return ExitCode::done;
            };
          }};
}

}  // namespace nqueens::cli
