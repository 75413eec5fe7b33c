// The commands of nqueens, and what each includes to be one. A new one is a file that defines its
// function, a word here and in commands.cpp, and a line in CMakeLists.txt.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "cli/options/shared_options.hpp"
#include "cli/program.hpp"

namespace nqueens::cli {

Command count_command(), estimate_command(), list_command(), solve_command(), verify_command(),
    draw_command(), puzzle_command(), merge_command(), audit_command(), tour_command(),
    bench_command(), info_command();

Program nqueens_program();

/// For Command::prepare: `options` lists the options of the command, which fill in an Arguments;
/// `run` does the work. The member `common` of Arguments, if any, sets the streams up.
template <typename Arguments, typename Run>
std::function<Invocation()> prepare(std::vector<Option> (*options)(Arguments&), Run run) {
  return [options, run] {
    const auto arguments = std::make_shared<Arguments>();
    return Invocation{options(*arguments), [arguments, run](Session& session) {
                        if constexpr (requires { arguments->common; }) {
                          session.apply(arguments->common);
                        }
                        return run(*arguments, session);
                      }};
  };
}

/// For prepare(): makes a Work and runs it.
template <typename Work>
constexpr auto run_with =
    [](auto& arguments, Session& session) { return Work(arguments, session).run(); };

}  // namespace nqueens::cli
