// nqueens man: the manual page.
#include "cli/commands/commands.hpp"
#include "cli/man_page.hpp"

namespace nqueens::cli {

Command man_command() {
  return {"man",
          "Print the manual page",
          {
              {"nqueens man | man -l -", "read it"},
              {"nqueens man > nqueens.1", "write it to a file, for example in man1 of $MANPATH"},
          },
          [](CLI::App&) -> Action {
            return [](Session& session) {
              session.output.write(man_page(session.table));
              return ExitCode::done;
            };
          }};
}

}  // namespace nqueens::cli
