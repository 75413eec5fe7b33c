// Forecasts what counting a plain board takes on this machine, by timing random batches of units.
// The model predicts what a unit takes on another machine: units are drawn in proportion to it, so
// the mean of measured over predicted time, times the predicted time of all units, is unbiased, and
// differs little from batch to batch where the model is right.
#pragma once

#include <memory>
#include <stop_token>
#include <vector>

#include "base/random.hpp"
#include "counting/colour_join/kernels.hpp"
#include "counting/colour_join/model.hpp"
#include "counting/colour_join/second_placements.hpp"
#include "counting/colour_join/unit.hpp"
#include "counting/colour_join/units.hpp"

namespace nqueens::counting::colour_join {

/// May be used by several threads at the same time, each with a counter of its own.
class Forecast {
 public:
  /// Draws the units among which samples choose. Takes time and memory in proportion to 2^(N / 2).
  Forecast(int board_size, base::Random random);

  MemoryNeed memory() const { return model_.memory(); }
  /// Predicted core seconds of all units.
  double predicted_seconds() const { return shares_.back(); }

  struct Sample {
    double core_seconds = 0;  ///< of the whole count, by one batch
    bool is_whole = false;    ///< the batch was not cut off
  };

  std::unique_ptr<UnitCounter> make_counter() const;
  /// By a batch that takes about `seconds` or is a single unit. One that is cut off by a stop
  /// counts with what was predicted of it, or with what it has taken where that is more.
  Sample sample(UnitCounter& counter, double seconds, base::Random& random,
                const std::stop_token& stop) const;

 private:
  struct Unit {
    LineSet even_rows = 0;
    LineSet odd_rows = 0;
  };

  std::vector<LineSet> batch_of(const Unit& unit, double seconds) const;
  bool make_lists(const ClassChoice& choice, const std::vector<LineSet>& odd_rows,
                  const std::stop_token& stop) const;

  const Board board_;
  const Units units_;
  const Model model_;
  const SharedLists lists_;
  std::vector<Unit> drawn_;
  std::vector<double> shares_;  ///< predicted seconds that each of them stands for, summed up
};

}  // namespace nqueens::counting::colour_join
