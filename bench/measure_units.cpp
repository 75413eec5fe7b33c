// Times batches of units of the colour join, class by class and colour by colour, with what was
// compared. By such batches the cost model is fitted (src/counting/colour_join/model.cpp).
// Usage: measure_units N CLASSES [BATCHES [UNITS [SEED [INSTRUCTION_SET [WALK]]]]]
#include <fmt/format.h>

#include <bit>
#include <cstdio>
#include <cstdlib>
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

using namespace nqueens;
using namespace nqueens::counting::colour_join;

int main(int argc, char** argv) {
  const std::vector<std::string> words(argv + 1, argv + argc);
  const auto number = [&](std::size_t i, int otherwise) {
    return i < words.size() ? std::stoi(words[i]) : otherwise;
  };
  const Board board(number(0, 0));
  const Units units(board);
  const Model model(board);
  const SharedLists lists(board, model.limits().max_shared_bytes);
  const int batches = number(2, 8);
  const auto length = static_cast<std::size_t>(number(3, 64));
  const int walk = number(6, -1);
  double whole = 0;
  for (int queens = 0; queens <= board.even(); ++queens) {
    if (words[1] != "all" && std::stoi(words[1]) != queens) continue;
    std::vector<LineSet> sets;
    std::vector<double> sizes;
    double total = 0;
    double predicted_all = 0;
    for (LineSet rows = 0; rows < LineSet{1} << board.even(); ++rows) {
      if (std::popcount(rows) != queens) continue;
      const auto all = units.of(rows);
      if (all.empty()) continue;
      sets.push_back(rows);
      sizes.push_back(static_cast<double>(all.size()));
      total += sizes.back();
      for (const LineSet odd : all) predicted_all += model.unit_seconds(rows, odd);
    }
    if (total == 0) continue;
    ClassChoice choice = model.of_queens(queens);
    if (walk >= 0) choice.summed.lists = walk == 1;
    std::mt19937_64 random(static_cast<unsigned>(number(4, 1)));
    std::discrete_distribution<std::size_t> draw(sizes.begin(), sizes.end());
    UnitCounter counter(
        model, kernels().best(base::parse_instruction_set(words.size() > 5 ? words[5] : "auto")),
        lists, false);
    UnitCounter pair_counter(model, kernels().best(base::parse_instruction_set("auto")), lists,
                             true);
    UnitSeconds seconds;
    double done = 0;
    double predicted = 0;
    double pairs = 0;
    double pairs_of = 0;
    unsigned __int128 solutions = 0;
    for (int batch = -1; batch < batches; ++batch) {
      const LineSet even_rows = sets[draw(random)];
      const auto all = units.of(even_rows);
      const std::size_t count = std::min(length, all.size());
      const std::size_t first = random() % (all.size() - count + 1);
      const std::span<const LineSet> odd_rows = std::span(all).subspan(first, count);
      if (batch == 0) seconds = {};
      counter.measure(&seconds);
      counter.count(even_rows, odd_rows, choice, {},
                    [&](LineSet, const UnitCount& unit) { solutions += unit.solutions; });
      if (batch < 0) continue;
      done += static_cast<double>(count);
      for (const LineSet rows : odd_rows) predicted += model.unit_seconds(even_rows, rows);
      if (std::getenv("PAIRS") && batch < 2) {
        ClassChoice plain = model.of_queens(queens);
        pairs_of += static_cast<double>(std::min<std::size_t>(count, 8));
        pair_counter.count(
            even_rows, odd_rows.first(std::min<std::size_t>(count, 8)), plain, {},
            [&](LineSet, const UnitCount& unit) { pairs += static_cast<double>(unit.pairs); });
      }
    }
    const double sum = seconds.first + seconds.counted + seconds.summed + seconds.factors;
    whole += sum / done * total;
    const PairWork& c = counter.counted_work();
    const WalkWork& w = counter.summed_work(choice.sums_white);
    fmt::print(
        "N {} k {} units {:.3g} sums {}: us first {:.4g} counted {:.4g} factors {:.4g} summed "
        "{:.4g} sum {:.4g} pred {:.4g}; class {:.4g} s pred {:.4g}; pairs {:.3g} sol {} c p{} "
        "t{:.3g} e{:.3g} r{:.3g} s f{:.3g} t{:.3g} e{:.3g} b{:.3g}\n",
        board.board_size(), queens, total, choice.sums_white ? "white" : "black",
        seconds.first / done * 1e6, seconds.counted / done * 1e6, seconds.factors / done * 1e6,
        seconds.summed / done * 1e6, sum / done * 1e6, predicted / done * 1e6, sum / done * total,
        predicted_all, pairs_of > 0 ? pairs / pairs_of : 0., static_cast<std::uint64_t>(solutions),
        choice.counted.pivots, double(c.tiles) / done, double(c.entries) / done,
        double(c.runs) / done, double(w.filtered) / done, double(w.tables) / done,
        double(w.entered) / done, double(w.blocks) / double(w.tables));
  }
  fmt::print("N {} in all {:.4g} s\n", board.board_size(), whole);
}
