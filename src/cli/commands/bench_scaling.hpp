// The scaling part of nqueens bench: its own options, the measurement, table and JSON.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cli/common_options.hpp"
#include "cli/exit_code.hpp"

namespace nqueens::cli {

struct ScalingArguments {
  std::optional<std::string> threads;  ///< "1,2,4"
  std::optional<std::string> pin;
  std::optional<std::uint64_t> size;
  std::optional<std::uint64_t> queens;
  std::optional<std::string> engine;
  std::optional<std::uint64_t> repetitions;
};

void add_scaling_options(OptionAdder& add, ScalingArguments& arguments);

/// Throws InvalidArgument when one of them is given: without `scaling` they say nothing.
void refuse_scaling_options(const ScalingArguments& arguments);

ExitCode run_scaling(const ScalingArguments& arguments, const std::string& instruction_set,
                     const CommonOptions& common, Session& session);

}  // namespace nqueens::cli
