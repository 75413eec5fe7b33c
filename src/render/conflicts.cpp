#include "render/conflicts.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace nqueens::render {

Conflicts find_conflicts(std::span<const Column> columns) {
  Conflicts found;
  found.is_attacked.resize(columns.size());
  std::vector<std::pair<std::uint64_t, std::uint64_t>> lines(columns.size());  // line, row
  for (const Line family : {Line::column, Line::diagonal, Line::antidiagonal}) {
    for (std::uint64_t row = 0; row < columns.size(); ++row) {
      const std::uint64_t column = columns[row];
      lines[row] = {family == Line::column     ? column
                    : family == Line::diagonal ? row + columns.size() - column
                                               : row + column,
                    row};
    }
    std::sort(lines.begin(), lines.end());
    for (std::size_t i = 1; i < lines.size(); ++i) {
      if (lines[i].first != lines[i - 1].first) continue;
      const std::uint64_t first = lines[i - 1].second;
      const std::uint64_t second = lines[i].second;
      found.is_attacked[first] = found.is_attacked[second] = true;
      found.pairs.push_back({{first, columns[first]}, {second, columns[second]}, family});
    }
  }
  return found;
}

}  // namespace nqueens::render
