// Times batches of units of the colour join: a line of CSV each, class by class. By these the cost
// model is fitted (fit_units.py), and they forecast what a board takes that nobody can count here.
// Usage: measure_units N BATCHES UNITS [SEED [INSTRUCTION_SET [QUEENS]]]
// A class is all R_e with so many queens; its batches are runs of UNITS units of R_e that are drawn
// by their number of units. Columns: N, queens, units of the class and of the batch; seconds a unit
// of listing first placements, of the counted colour, of factors, of the summed colour; by the
// model; its size by the model (Model::unit_size) in the counted and in the summed colour; what was
// done for it: entries of second placements and column sets, times tiles (counted), placements
// compared one by one, entered into tables, blocks of tables (summed). All are means of the batch.
// On stderr: core seconds of the board by the model (all units, the starts of all R_e, lists that
// threads share), unless QUEENS chooses one class. BATCHES may be 0.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <random>
#include <span>
#include <string>
#include <vector>

#include "counting/colour_join/kernels.hpp"
#include "counting/colour_join/model.hpp"
#include "counting/colour_join/second_placements.hpp"
#include "counting/colour_join/unit.hpp"
#include "counting/colour_join/units.hpp"
#include "nqueens/error.hpp"
#include "parsed.hpp"

using namespace nqueens;
using namespace nqueens::counting::colour_join;

namespace {

/// Every R_e of a class that has units.
struct ClassSets {
  std::vector<LineSet> even_rows;
  std::vector<double> units;
  double all_units = 0;
};

ClassSets sets_of(const counting::colour_join::Board& board, const Units& units, int queens) {
  ClassSets sets;
  for (LineSet rows = 0; rows < LineSet{1} << board.even(); ++rows) {
    if (std::popcount(rows) != queens) continue;
    const std::size_t count = units.of(rows).size();
    if (count == 0) continue;
    sets.even_rows.push_back(rows);
    sets.units.push_back(static_cast<double>(count));
    sets.all_units += sets.units.back();
  }
  return sets;
}

double model_seconds(const Model& model, const Units& units, const ClassSets& sets) {
  double seconds = 0;
  for (const LineSet even_rows : sets.even_rows) {
    seconds += model.start_seconds(even_rows);
    for (const LineSet odd_rows : units.of(even_rows)) {
      seconds += model.unit_seconds(even_rows, odd_rows);
    }
  }
  return seconds;
}

void measure(int size, int batches, std::size_t length, unsigned seed,
             base::InstructionSet instruction_set, int only) {
  const counting::colour_join::Board board(size);
  const Units units(board);
  const Model model(board);
  const SharedLists lists(board, model.limits().max_shared_bytes);
  double board_seconds = model.list_seconds();
  for (int queens = 0; queens <= board.even(); ++queens) {
    if (only >= 0 && queens != only) continue;
    const ClassSets sets = sets_of(board, units, queens);
    if (sets.all_units == 0) continue;
    board_seconds += model_seconds(model, units, sets);
    if (batches == 0) continue;
    const bool sums_white = model.of_queens(queens).sums_white;
    std::mt19937_64 random(seed);
    std::discrete_distribution<std::size_t> draw(sets.units.begin(), sets.units.end());
    // The first batch makes lists that threads share, and is not shown.
    for (int batch = -1; batch < batches; ++batch) {
      const LineSet even_rows = sets.even_rows[draw(random)];
      const std::vector<LineSet> all = units.of(even_rows);
      const std::size_t count = std::min(batch < 0 ? 1 : length, all.size());
      const auto odd_rows = std::span(all).subspan(random() % (all.size() - count + 1), count);
      UnitCounter counter(model, kernels().best(instruction_set), lists, false);
      UnitSeconds seconds;
      counter.measure(&seconds);
      counter.count(even_rows, odd_rows, {}, [](LineSet, const UnitCount&) {});
      if (batch < 0) continue;
      const auto n = static_cast<double>(count);
      double predicted = 0;
      UnitWork sizes;
      for (const LineSet odd : odd_rows) {
        predicted += model.unit_seconds(even_rows, odd);
        const UnitWork unit = model.unit_size(even_rows, odd);
        sizes.counted += unit.counted;
        sizes.summed += unit.summed;
      }
      const PairWork& pairs = counter.counted_work();
      const WalkWork& walks = counter.summed_work(sums_white);
      const auto per_unit = [&](std::uint64_t number) { return static_cast<double>(number) / n; };
      fmt::print(
          "{},{},{},{},{:.4g},{:.4g},{:.4g},{:.4g},{:.4g},{:.4g},{:.4g},{:.4g},{:.4g},{:.4g},"
          "{:.4g},{:.4g}\n",
          size, queens, sets.all_units, count, seconds.first / n, seconds.counted / n,
          seconds.factors / n, seconds.summed / n, predicted / n, sizes.counted / n,
          sizes.summed / n, per_unit(pairs.entries), per_unit(pairs.runs), per_unit(walks.filtered),
          per_unit(walks.entered), per_unit(walks.blocks));
      std::fflush(stdout);
    }
  }
  if (only >= 0) return;
  fmt::print(stderr, "N = {}: {:.4g} core seconds by the model\n", size, board_seconds);
}

}  // namespace

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.size() < 3) {
    std::fputs("measure_units: N BATCHES UNITS [SEED [INSTRUCTION_SET [QUEENS]]]\n", stderr);
    return 2;
  }
  try {
    const int size = parsed<std::uint16_t>(words[0], "board size");
    const int batches = parsed<std::uint16_t>(words[1], "number of batches");
    const std::size_t length = parsed<std::uint16_t>(words[2], "number of units");
    const unsigned seed = words.size() > 3 ? parsed<unsigned>(words[3], "seed") : 1;
    const auto instruction_set = base::parse_instruction_set(words.size() > 4 ? words[4] : "auto");
    const int only = words.size() > 5 ? parsed<std::uint16_t>(words[5], "number of queens") : -1;
    if (size > 32) throw InvalidArgument(fmt::format("board size above 32: {}", size));
    if (batches > 0 && length == 0) throw InvalidArgument("a batch has at least one unit");
    fmt::print(
        "n,queens,class_units,units,first,counted,factors,summed,predicted,counted_size,"
        "summed_size,entries,runs,filtered,entered,blocks\n");
    measure(size, batches, length, seed, instruction_set, only);
  } catch (const std::exception& error) {
    fmt::print(stderr, "measure_units: {}\n", error.what());
    return 2;
  }
}
