// The program with its commands, and what each of them includes to be one.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <vector>

#include "cli/options/problem_arguments.hpp"
#include "cli/options/shared_options.hpp"
#include "cli/report.hpp"

namespace nqueens::cli {

Program nqueens_program();

/// Makes a Command::prepare: `options` lists the options of the command, which fill in an
/// Arguments; `run` does the work. Arguments that are CommonOptions too set the streams up.
template <typename Arguments, typename Run>
std::function<Invocation()> prepare(std::vector<Option> (*options)(Arguments&), Run run) {
  return [options, run] {
    const auto arguments = std::make_shared<Arguments>();
    return Invocation{options(*arguments), [arguments, run](Session& session) {
                        if constexpr (std::derived_from<Arguments, CommonOptions>) {
                          session.apply(*arguments);
                        }
                        return run(*arguments, session);
                      }};
  };
}

/// Serves prepare(): makes a CommandCall and runs it.
template <typename OwnCall>
constexpr auto run_with =
    [](auto& arguments, Session& session) { return OwnCall(arguments, session).run(); };

template <typename Arguments>
struct CommandCall {
  Arguments& arguments_;
  Session& session_;
  decltype(Arguments::options)& options_ = arguments_.options;
};

}  // namespace nqueens::cli
