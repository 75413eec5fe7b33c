// Times batches of units of the colour join, class by class, one line of CSV each. They show how
// far the cost model is off, and forecast the time of boards too large to count here.
//
// measure_units N BATCHES UNITS [SEED [QUEENS]]
//
// A class is all R_e with the same number of queens, QUEENS if given. A batch is a run of UNITS
// units of one R_e, which is drawn by its number of units. For the counted colour (factors
// included) and the summed one a line has the mean seconds of a unit and its mean size by the model
// (Model::unit_size). On stderr: core seconds of the classes by the model: all units, the starts of
// all R_e, and the lists that threads share. BATCHES may be 0.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <random>
#include <span>
#include <vector>

#include "engine/colour_join/board/quartered_board.hpp"
#include "engine/colour_join/join.hpp"
#include "engine/colour_join/kernels/kernels.hpp"
#include "engine/colour_join/model/model.hpp"
#include "engine/colour_join/placements/second_placements.hpp"
#include "engine/colour_join/plan/plan_costs.hpp"
#include "nqueens/error.hpp"
#include "parsed.hpp"

using namespace nqueens;
using namespace nqueens::engine::colour_join;

namespace {

void measure(int size, int batches, std::size_t length, unsigned seed, int only) {
  const engine::colour_join::QuarteredBoard board(size);
  const Units units(board);
  const BoardEstimate estimate(board);
  const Model model(board, estimate);
  const PlanCosts costs(board, estimate);
  const SharedLists lists(board, model.limits().max_shared_bytes);
  double board_seconds = model.list_seconds();
  for (int queens = 0; queens <= board.even(); ++queens) {
    if (only >= 0 && queens != only) continue;
    std::vector<LineSet> sets;
    std::vector<double> counts;
    double class_units = 0;
    for (LineSet even_rows = 0; even_rows < LineSet{1} << board.even(); ++even_rows) {
      if (std::popcount(even_rows) != queens) continue;
      const std::vector<LineSet> all = units.of(even_rows);
      if (all.empty()) continue;
      sets.push_back(even_rows);
      counts.push_back(static_cast<double>(all.size()));
      class_units += counts.back();
      board_seconds += costs.start_seconds(even_rows);
      for (const LineSet unit : all) {
        board_seconds += costs.unit_seconds(even_rows, unit);
      }
    }
    if (sets.empty()) continue;
    std::mt19937_64 random(seed);
    std::discrete_distribution<std::size_t> draw(counts.begin(), counts.end());
    // The first batch makes the shared lists, so it is not printed.
    for (int batch = -1; batch < batches && batches > 0; ++batch) {
      const LineSet even_rows = sets[draw(random)];
      const std::vector<LineSet> all = units.of(even_rows);
      const std::size_t count = std::min(batch < 0 ? 1 : length, all.size());
      const auto run = std::span(all).subspan(random() % (all.size() - count + 1), count);
      Join join(model, units, kernels().best(base::best_instruction_set()), lists, false);
      UnitSeconds seconds;
      join.measure(&seconds);
      join.count(even_rows, run, {}, [](LineSet, const UnitCount&) {});
      if (batch < 0) continue;
      UnitWork sizes;
      for (const LineSet unit : run) {
        const UnitWork of_unit = costs.unit_size(even_rows, unit);
        sizes.counted += of_unit.counted;
        sizes.summed += of_unit.summed;
      }
      const auto n = static_cast<double>(count);
      fmt::print("{},{},{},{},{:.4g},{:.4g},{:.4g},{:.4g}\n", size, queens, class_units, count,
                 (seconds.counted + seconds.factors) / n, seconds.summed / n, sizes.counted / n,
                 sizes.summed / n);
      std::fflush(stdout);
    }
  }
  fmt::print(stderr, "N = {}: {:.4g} core seconds by the model\n", size, board_seconds);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc < 4) throw InvalidArgument("measure_units N BATCHES UNITS [SEED [QUEENS]] expected");
    const int size = parsed<std::uint16_t>(argv[1], "board size");
    const int batches = parsed<std::uint16_t>(argv[2], "number of batches");
    const std::size_t length = parsed<std::uint16_t>(argv[3], "number of units");
    const unsigned seed = argc > 4 ? parsed<unsigned>(argv[4], "seed") : 1;
    const int only = argc > 5 ? parsed<std::uint16_t>(argv[5], "number of queens") : -1;
    if (size > 32) throw InvalidArgument(fmt::format("board size above 32: {}", size));
    if (batches > 0 && length == 0) throw InvalidArgument("a batch has at least one unit");
    fmt::print("n,queens,class_units,units,counted,summed,counted_size,summed_size\n");
    measure(size, batches, length, seed, only);
  } catch (const std::exception& error) {
    fmt::print(stderr, "measure_units: {}\n", error.what());
    return 2;
  }
}
