// The N-Queens problem: counting all solutions exactly, and finding one on very large boards.
//
//   std::cout << nqueens::to_string(nqueens::count(14).solutions) << "\n";  // 365596
//   auto queens = nqueens::solve(1'000'000, {.threads = 1, .seed = 7}).placement;
//
// Exceptions that the library throws itself are derived from nqueens::Error; the message says what
// is wrong and what to do. Others are std::bad_alloc, std::system_error where no thread can be
// started, and std::bad_function_call where an empty function is called. The library never prints,
// exits or installs signal handlers, and does not read the environment itself (hwloc and TBB may).
// Functions may be called from several threads at once.
#pragma once

#include "nqueens/audit.hpp"           // IWYU pragma: export
#include "nqueens/board.hpp"           // IWYU pragma: export
#include "nqueens/count.hpp"           // IWYU pragma: export
#include "nqueens/error.hpp"           // IWYU pragma: export
#include "nqueens/estimate.hpp"        // IWYU pragma: export
#include "nqueens/execution.hpp"       // IWYU pragma: export
#include "nqueens/info.hpp"            // IWYU pragma: export
#include "nqueens/list.hpp"            // IWYU pragma: export
#include "nqueens/merge.hpp"           // IWYU pragma: export
#include "nqueens/placement.hpp"       // IWYU pragma: export
#include "nqueens/placement_file.hpp"  // IWYU pragma: export
#include "nqueens/puzzle.hpp"          // IWYU pragma: export
#include "nqueens/solve.hpp"           // IWYU pragma: export
#include "nqueens/symmetry.hpp"        // IWYU pragma: export
#include "nqueens/tour.hpp"            // IWYU pragma: export
#include "nqueens/verify.hpp"          // IWYU pragma: export
#include "nqueens/version.hpp"         // IWYU pragma: export
#include "nqueens/wide.hpp"            // IWYU pragma: export
