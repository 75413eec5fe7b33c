// A program of somebody else: uses the installed library by its public headers alone.
#include <iostream>
#include <nqueens/nqueens.hpp>

int main() {
  const nqueens::CountResult all = nqueens::count(8);
  nqueens::SolveOptions options;
  options.threads = 1;
  options.seed = 7;
  const nqueens::SolveResult one = nqueens::solve(1000, options);
  const bool right = nqueens::is_solution(one.placement);
  std::cout << nqueens::kVersion << " " << nqueens::to_string(all.solutions) << " "
            << one.placement.size() << " " << (right ? "solution" : "attacked") << "\n";
}
