// The environment variables that the program heeds: the one place where they are described.
#pragma once

#include <array>
#include <string_view>

namespace nqueens::cli {

inline constexpr const char* kThreadsVariable = "NQUEENS_THREADS";

struct EnvironmentVariable {
  std::string_view name;
  std::string_view meaning;
};

inline constexpr std::array<EnvironmentVariable, 3> kEnvironment = {{
    {kThreadsVariable, "number of threads where --threads is not given"},
    {"NO_COLOR", "no colours where it is set to anything, unless --color always"},
    {"TERM", "\"dumb\": neither colours nor a progress line"},
}};

}  // namespace nqueens::cli
