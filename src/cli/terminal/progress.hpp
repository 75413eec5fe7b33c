// One line of text for a snapshot of a running count or search.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "cli/terminal/paint.hpp"
#include "nqueens/execution.hpp"
#include "nqueens/solve.hpp"

namespace nqueens::cli {

/// Searches and lists that end sooner show no progress line: seconds.
inline constexpr double kShownAfter = 0.8;

/// What is counted, and what is done with it.
struct ProgressWords {
  std::string_view things = "tasks";
  std::string_view done = "done";
};

/// "37.2 %  Q(20)  1190 of 3200 tasks  410/s  5.1 s left", cut to at most `width` columns: fields
/// are dropped from the right until the line fits.
std::string format_progress(std::string_view label, const Progress& progress, std::size_t width,
                            const Paint& paint, const ProgressWords& words = {});

/// "37.2 %  372000000 of 1000000000 rows  1.9 s left", "repair  1000000000 queens",
/// "search  12.3 s  310.2 million queens placed  25.2 million/s"; cut as above.
std::string format_progress(const SolveProgress& progress, std::size_t width, const Paint& paint);

/// "812 of 3200 tasks done (25.4 %)"
std::string describe_progress(const Progress& progress, const ProgressWords& words = {});

}  // namespace nqueens::cli
