// The N-Queens problem: counting all solutions exactly, and finding one on very large boards.
//
//   #include <nqueens/nqueens.hpp>
//   #include <iostream>
//
//   int main() {
//     // All solutions of 14 queens, on every processor that this process may use.
//     nqueens::CountResult all = nqueens::count(14);
//     std::cout << nqueens::to_string(all.solutions) << "\n";  // 365596
//
//     // One solution of a million queens, the same one for the same seed.
//     nqueens::SolveOptions options;
//     options.threads = 1;
//     options.seed = 7;
//     nqueens::SolveResult one = nqueens::solve(1'000'000, options);
//     std::cout << one.placement[0] << "\n";  // the column of the queen in row 0
//
//     // Every error is an exception whose message says what is wrong and what to do.
//     try {
//       nqueens::count(-1);
//     } catch (const nqueens::Error& error) {
//       std::cerr << error.what() << "\n";
//     }
//   }
//
// The library never prints, exits, reads the environment or installs signal handlers. Functions
// may be called from several threads at once.
#pragma once

#include "nqueens/audit.hpp"           // IWYU pragma: export
#include "nqueens/board.hpp"           // IWYU pragma: export
#include "nqueens/collect.hpp"         // IWYU pragma: export
#include "nqueens/count.hpp"           // IWYU pragma: export
#include "nqueens/error.hpp"           // IWYU pragma: export
#include "nqueens/estimate.hpp"        // IWYU pragma: export
#include "nqueens/execution.hpp"       // IWYU pragma: export
#include "nqueens/info.hpp"            // IWYU pragma: export
#include "nqueens/known_values.hpp"    // IWYU pragma: export
#include "nqueens/list.hpp"            // IWYU pragma: export
#include "nqueens/merge.hpp"           // IWYU pragma: export
#include "nqueens/placement.hpp"       // IWYU pragma: export
#include "nqueens/placement_file.hpp"  // IWYU pragma: export
#include "nqueens/puzzle.hpp"          // IWYU pragma: export
#include "nqueens/run_info.hpp"        // IWYU pragma: export
#include "nqueens/solve.hpp"           // IWYU pragma: export
#include "nqueens/symmetry.hpp"        // IWYU pragma: export
#include "nqueens/tour.hpp"            // IWYU pragma: export
#include "nqueens/verify.hpp"          // IWYU pragma: export
#include "nqueens/version.hpp"         // IWYU pragma: export
#include "nqueens/wide.hpp"            // IWYU pragma: export
