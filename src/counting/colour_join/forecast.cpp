#include "counting/colour_join/forecast.hpp"

#include <algorithm>
#include <bit>

namespace nqueens::counting::colour_join {

namespace {

/// Pairs (R_e, R_o) that are drawn of each class. A quarter to a half of them are units.
constexpr int kDrawn = 4000;

/// So many lines, each set equally likely.
LineSet random_set(int lines, int size, base::Random& random) {
  LineSet set = 0;
  for (int line = 0; line < lines; ++line) {
    if (random.below(static_cast<std::uint32_t>(lines - line)) <
        static_cast<std::uint32_t>(size - std::popcount(set))) {
      set |= LineSet{1} << line;
    }
  }
  return set;
}

}  // namespace

Forecast::Forecast(int board_size, base::Random random)
    : board_(board_size),
      units_(board_),
      model_(board_),
      lists_(board_, model_.limits().max_shared_bytes),
      shares_{0} {
  for (int queens = 0; queens <= board_.even(); ++queens) {
    const int odd_queens = board_.odd_queens(queens);
    if (odd_queens < 0 || odd_queens > board_.odd()) continue;
    const double pairs = binomial(board_.even(), queens) * binomial(board_.odd(), odd_queens);
    for (int i = 0; i < kDrawn; ++i) {
      const Unit unit{random_set(board_.even(), queens, random),
                      random_set(board_.odd(), odd_queens, random)};
      if (board_.row_weight(unit.even_rows, unit.odd_rows) == 0) continue;
      drawn_.push_back(unit);
      shares_.push_back(shares_.back() +
                        model_.unit_seconds(unit.even_rows, unit.odd_rows) * pairs / kDrawn);
    }
  }
}

std::unique_ptr<UnitCounter> Forecast::make_counter() const {
  return std::make_unique<UnitCounter>(model_, kernels().best(base::best_instruction_set()), lists_,
                                       false);
}

Forecast::Sample Forecast::sample(UnitCounter& counter, double seconds, base::Random& random,
                                  const std::stop_token& stop) const {
  const double place = random.unit() * predicted_seconds();
  const auto share = std::upper_bound(shares_.begin() + 1, shares_.end() - 1, place);
  const Unit& unit = drawn_[static_cast<std::size_t>(share - shares_.begin() - 1)];
  const std::vector<LineSet> batch = batch_of(unit, seconds);
  double predicted = 0;
  for (const LineSet odd_rows : batch) predicted += model_.unit_seconds(unit.even_rows, odd_rows);
  UnitSeconds took;
  counter.measure(&took);
  const bool is_whole =
      make_lists(model_.of_queens(std::popcount(unit.even_rows)), batch, stop) &&
      counter.count(unit.even_rows, batch, stop, [](LineSet, const UnitCount&) {});
  counter.measure(nullptr);
  const double measured = took.first + took.counted + took.factors + took.summed;
  const double of_batch = is_whole ? measured : std::max(measured, predicted);
  return {predicted_seconds() * of_batch / predicted, is_whole};
}

/// The units of R_e fall into runs of one length; the run of the unit. Every unit is in one, so
/// that a unit stands for its run.
std::vector<LineSet> Forecast::batch_of(const Unit& unit, double seconds) const {
  const std::vector<LineSet> all = units_.of(unit.even_rows);
  double predicted = 0;
  for (const LineSet odd_rows : all) predicted += model_.unit_seconds(unit.even_rows, odd_rows);
  const double most = std::clamp(seconds * static_cast<double>(all.size()) / predicted, 1.0,
                                 static_cast<double>(model_.limits().max_batch));
  const auto length = static_cast<std::ptrdiff_t>(most);
  const std::ptrdiff_t index = std::find(all.begin(), all.end(), unit.odd_rows) - all.begin();
  const auto begin = all.begin() + index / length * length;
  return {begin, begin + std::min(length, all.end() - begin)};
}

/// What threads share is made once in a count, not for every batch.
bool Forecast::make_lists(const ClassChoice& choice, const std::vector<LineSet>& odd_rows,
                          const std::stop_token& stop) const {
  if (!choice.shares_lists) return true;
  const auto make = [&](bool is_white, int pivots) {
    const Quarter quarter = is_white ? board_.white_second() : board_.black_second();
    SecondListing listing(quarter, model_.limits().max_heads);
    const QuarterLists& lists = is_white ? lists_.white() : lists_.black();
    for (const LineSet rows : odd_rows) {
      lists.find(is_white ? rows : complement(rows, board_.odd()), pivots, listing, stop);
      if (stop.stop_requested()) return false;
    }
    return true;
  };
  return make(!choice.sums_white, choice.counted.pivots) &&
         (!choice.summed.counts || make(choice.sums_white, choice.summed.counted.pivots));
}

}  // namespace nqueens::counting::colour_join
