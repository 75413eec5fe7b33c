// The formula of the colour join (src/engine/colour_join/README.md), term by term and without a
// trick: to be read before the engine, and compared with it. Up to 12 queens.
#pragma once

#include <cstdint>
#include <map>
#include <tuple>
#include <vector>

#include "engine/colour_join/board/quartered_board.hpp"

namespace nqueens::engine::colour_join::plain {

/// Queens of one quarter that do not attack each other: a first or a second placement.
struct Part {
  LineSet rows = 0;
  LineSet columns = 0;
  std::uint64_t diagonals = 0;      ///< bit column - row + N
  std::uint64_t antidiagonals = 0;  ///< bit row + column
};

inline bool attack_each_other(const Part& one, const Part& other) {
  return (one.diagonals & other.diagonals) != 0 || (one.antidiagonals & other.antidiagonals) != 0;
}

/// Lists `part` with every choice of queens in `row`, row + 2, ... that it allows.
inline void list_parts(int n, int row, int column_parity, const Part& part,
                       std::vector<Part>& parts) {
  if (row >= n) return parts.push_back(part);
  list_parts(n, row + 2, column_parity, part, parts);  // no queen in this row
  for (int column = column_parity; column < n; column += 2) {
    const Part queen{LineSet{1} << row / 2, LineSet{1} << column / 2,
                     std::uint64_t{1} << (column - row + n), std::uint64_t{1} << (row + column)};
    if ((part.columns & queen.columns) != 0 || attack_each_other(part, queen)) continue;
    const Part longer{part.rows | queen.rows, part.columns | queen.columns,
                      part.diagonals | queen.diagonals, part.antidiagonals | queen.antidiagonals};
    list_parts(n, row + 2, column_parity, longer, parts);
  }
}

inline std::vector<Part> parts(int n, int row_parity, int column_parity) {
  std::vector<Part> parts;
  list_parts(n, row_parity, column_parity, {}, parts);
  return parts;
}

/// (even rows, odd rows, even columns, odd columns) on which queens of one colour stand -> in how
/// many ways they can stand there: White(R, C) or Black(R, C).
using Halves = std::map<std::tuple<LineSet, LineSet, LineSet, LineSet>, std::uint64_t>;

inline Halves halves(int n, bool are_white) {
  Halves halves;
  // White queens stand in columns of their row's parity, black ones in the others.
  const std::vector<Part> seconds = parts(n, 1, are_white ? 1 : 0);
  for (const Part& first : parts(n, 0, are_white ? 0 : 1)) {
    for (const Part& second : seconds) {
      if (attack_each_other(first, second)) continue;
      const LineSet even_columns = are_white ? first.columns : second.columns;
      const LineSet odd_columns = are_white ? second.columns : first.columns;
      ++halves[{first.rows, second.rows, even_columns, odd_columns}];
    }
  }
  return halves;
}

/// Calls add(sets, solutions) for all R_e, R_o, C_e, C_o that have solutions.
template <typename Add>
void join(int n, const Add& add) {
  const int even = (n + 1) / 2;
  const int odd = n / 2;
  const Halves black = halves(n, false);
  for (const auto& [lines, white] : halves(n, true)) {
    const auto [even_rows, odd_rows, even_columns, odd_columns] = lines;
    const auto others = black.find({complement(even_rows, even), complement(odd_rows, odd),
                                    complement(even_columns, even), complement(odd_columns, odd)});
    if (others == black.end()) continue;
    add(ParitySets{even_rows, odd_rows, even_columns, odd_columns}, white * others->second);
  }
}

}  // namespace nqueens::engine::colour_join::plain
