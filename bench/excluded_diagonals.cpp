// Random boards with excluded diagonals (problem 079 of CSPLib): of all 2 (2 N - 1) diagonals and
// antidiagonals D are drawn and forbidden. Each board is completed, or shown to have no completion.
// Hardest where about half of the boards have one: D about 0.89 N.
//
//   excluded_diagonals --n N --d D [--count 20] [--seed 1] [--threads 1]
//
// Prints CSV. Board number i has the seed `seed` + i.
#include <fmt/format.h>

#include <charconv>
#include <exception>
#include <numeric>
#include <string_view>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "base/stopwatch.hpp"
#include "nqueens/error.hpp"
#include "nqueens/problem.hpp"
#include "search/complete_board.hpp"

namespace {

using nqueens::InvalidArgument;

nqueens::Problem draw(int board_size, int excluded, std::uint64_t seed) {
  nqueens::base::Random random(seed);
  const int diagonals = 2 * board_size - 1;
  std::vector<int> lines(static_cast<std::size_t>(2 * diagonals));
  std::iota(lines.begin(), lines.end(), 0);
  nqueens::Problem problem(board_size);
  for (std::size_t i = 0; i < static_cast<std::size_t>(excluded); ++i) {
    std::swap(lines[i], lines[i + random.below(static_cast<std::uint32_t>(lines.size() - i))]);
    if (lines[i] < diagonals) {
      problem.block_diagonal(lines[i] - (board_size - 1));
    } else {
      problem.block_antidiagonal(lines[i] - diagonals);
    }
  }
  return problem;
}

struct Options {
  int n = 0;
  int d = -1;
  int count = 20;
  int seed = 1;
  int threads = 1;
};

Options parsed(int argc, char** argv) {
  Options options;
  const std::pair<std::string_view, int*> known[] = {{"--n", &options.n},
                                                     {"--d", &options.d},
                                                     {"--count", &options.count},
                                                     {"--seed", &options.seed},
                                                     {"--threads", &options.threads}};
  for (int i = 1; i < argc; i += 2) {
    const std::string_view name = argv[i];
    const std::string_view text = i + 1 < argc ? argv[i + 1] : "";
    int* value = nullptr;
    for (const auto& [option, member] : known) {
      if (option == name) value = member;
    }
    if (value == nullptr) throw InvalidArgument(fmt::format("unknown option: {}", name));
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), *value);
    if (error != std::errc{} || end != text.data() + text.size() || *value < 0) {
      throw InvalidArgument(fmt::format("{} is not a number: '{}'", name, text));
    }
  }
  if (options.n < 1 || options.n > nqueens::kMaxProblemSize) {
    throw InvalidArgument(fmt::format("--n out of range: {}; valid are 1 to {}", options.n,
                                      nqueens::kMaxProblemSize));
  }
  if (options.d < 0 || options.d > 4 * options.n - 2) {
    throw InvalidArgument(
        fmt::format("--d out of range: {}; the board has {} diagonals and "
                    "antidiagonals",
                    options.d, 4 * options.n - 2));
  }
  return options;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    const Options options = parsed(argc, argv);
    nqueens::search::CompletionOptions search;
    search.threads = options.threads;
    fmt::print("n,d,seed,threads,status,nodes,seconds\n");
    for (int i = 0; i < options.count; ++i) {
      const auto seed = static_cast<std::uint64_t>(options.seed + i);
      const nqueens::Problem problem = draw(options.n, options.d, seed);
      const nqueens::base::Stopwatch watch;
      const nqueens::search::Completion found = nqueens::search::complete(problem, search);
      fmt::print("{},{},{},{},{},{},{:.6f}\n", options.n, options.d, seed, options.threads,
                 found.columns ? "solution" : "none", found.nodes, watch.seconds());
      std::fflush(stdout);
    }
  } catch (const std::exception& error) {
    fmt::print(stderr, "excluded_diagonals: {}\n", error.what());
    return 2;
  }
}
