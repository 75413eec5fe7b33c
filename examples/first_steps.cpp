// Counts, solves and completes boards with the C++ library.
#include <iostream>
#include <nqueens/nqueens.hpp>

int main() {
  std::cout << "nqueens " << nqueens::kVersion << "\n";

  // All solutions of a plain board, on all processors.
  const nqueens::CountResult all = nqueens::count(12);
  std::cout << "12 queens: " << nqueens::to_string(all.solutions) << " solutions\n";

  // One solution of a large board. The same seed gives the same solution.
  nqueens::SolveOptions options;
  options.seed = 7;
  const nqueens::SolveResult one = nqueens::solve(100'000, options);
  std::cout << "100000 queens: " << (nqueens::is_solution(one.placement) ? "solved" : "attacked")
            << "\n";

  // A restricted board: all completions of Nauck's puzzle of 1850, which gives two queens.
  nqueens::Board puzzle(8);
  puzzle.place({.row = 4, .column = 1});
  puzzle.place({.row = 3, .column = 3});
  nqueens::list(puzzle, [](const nqueens::SolutionBlock& block) {
    for (std::size_t i = 0; i < block.size(); ++i) {
      const char* separator = "";
      for (const int column : block[i]) {
        std::cout << separator << column;
        separator = " ";
      }
      std::cout << "\n";
    }
  });

  // Errors are exceptions.
  try {
    nqueens::count(33);
  } catch (const nqueens::Error& error) {
    std::cout << "error: " << error.what() << "\n";
  }
}
