// What `nqueens tour` prints: the table of numbers, the summary, the JSON record.
#pragma once

#include <string>

#include "nqueens/tour.hpp"

namespace nqueens::cli {

/// A line a row: when each square is visited, from 1, right-aligned.
std::string tour_table(const TourResult& tour);

/// "open tour of 8 x 8 squares from row 0, column 0 in 31 us: 1 walk by Warnsdorff's rule"
std::string tour_summary(const TourResult& tour);

/// One line; "squares" is an array of [row, column] in the order of the tour.
std::string tour_record(const TourResult& tour);

}  // namespace nqueens::cli
