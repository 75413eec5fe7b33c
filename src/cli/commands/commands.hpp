// The commands of nqueens, and what each includes to be one. A new one is a file that defines its
// function, one line here and one in CMakeLists.txt.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "cli/options/option.hpp"
#include "cli/options/shared_options.hpp"
#include "cli/program.hpp"

namespace nqueens::cli {

/// In the order in which help shows them; count_command() defines the first.
// clang-format off
#define NQUEENS_COMMANDS(command) \
  command(count)                  \
  command(estimate)               \
  command(list)                   \
  command(solve)                  \
  command(verify)                 \
  command(draw)                   \
  command(puzzle)                 \
  command(merge)                  \
  command(audit)                  \
  command(tour)                   \
  command(bench)                  \
  command(info)                   \
  command(help)                   \
  command(completions)            \
  command(man)
// clang-format on

#define NQUEENS_DECLARE(name) Command name##_command();
NQUEENS_COMMANDS(NQUEENS_DECLARE)
#undef NQUEENS_DECLARE

Program nqueens_program();

/// For Command::prepare: `options` lists the options of the command, which fill in an Arguments;
/// `run` does the work. The member `common` of Arguments, if any, sets the streams up.
template <typename Arguments, typename Run>
std::function<Invocation()> prepare(std::vector<Option> (*options)(Arguments&), Run run) {
  return [options, run] {
    const auto arguments = std::make_shared<Arguments>();
    return Invocation{options(*arguments), [arguments, run](Session& session) {
                        if constexpr (requires { arguments->common; }) {
                          apply(arguments->common, session);
                        }
                        return run(*arguments, session);
                      }};
  };
}

/// For prepare(): the work of a class.
template <typename Work>
constexpr auto run_with =
    [](auto& arguments, Session& session) { return Work(arguments, session).run(); };

}  // namespace nqueens::cli
