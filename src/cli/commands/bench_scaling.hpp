// The scaling part of nqueens bench: its own options, the measurement, table and JSON.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/exit_code.hpp"
#include "cli/options/shared_options.hpp"

namespace nqueens::cli {

struct ScalingArguments {
  std::optional<std::string> threads;  ///< "1,2,4"
  std::optional<std::string> pin;
  std::optional<int> size;
  std::optional<std::uint64_t> queens;
  std::optional<std::string> engine;
  std::optional<int> repetitions;
};

std::vector<Option> scaling_options_of(ScalingArguments& to);

ExitCode run_scaling(const ScalingArguments& arguments, const std::string& instruction_set,
                     const CommonOptions& common, Session& session);

}  // namespace nqueens::cli
