#include "cli/commands/tour_report.hpp"

#include <fmt/format.h>

#include <cstdint>
#include <iterator>
#include <vector>

#include "cli/record.hpp"
#include "cli/text.hpp"

namespace nqueens::cli {

std::string tour_table(const TourResult& tour) {
  std::vector<std::uint32_t> visit(tour.squares.size());
  for (std::size_t i = 0; i < tour.squares.size(); ++i) {
    visit[tour.squares[i]] = static_cast<std::uint32_t>(i + 1);
  }
  const std::size_t width = fmt::formatted_size("{}", visit.size());
  std::string text;
  text.reserve(visit.size() * (width + 1));
  for (std::size_t square = 0; square < visit.size(); ++square) {
    if (square % tour.columns != 0) text += ' ';
    const fmt::format_int digits(visit[square]);
    text.append(width - digits.size(), ' ');
    text.append(digits.data(), digits.size());
    if (square % tour.columns == tour.columns - 1) text += '\n';
  }
  return text;
}

std::string tour_summary(const TourResult& tour) {
  const TourStatistics& did = tour.statistics;
  std::string text = fmt::format(
      "{} tour of {} x {} squares from row {}, column {} in {}: {} by Warnsdorff's rule",
      tour.closed ? "closed" : "open", tour.rows, tour.columns, tour.squares.front() / tour.columns,
      tour.squares.front() % tour.columns, format_duration(did.seconds), plural(did.walks, "walk"));
  if (did.left_over > 0)
    text += fmt::format(", {} left over by the best", plural(did.left_over, "square"));
  if (did.rotations > 0) text += fmt::format(", {}", plural(did.rotations, "rotation"));
  if (did.backtracks > 0) text += fmt::format(", {} taken back", plural(did.backtracks, "move"));
  return text;
}

std::string tour_record(const TourResult& tour) {
  Json record = begin_record("tour");
  record["rows"] = tour.rows;
  record["columns"] = tour.columns;
  record["closed"] = tour.closed;
  record["statistics"] = {{"walks", tour.statistics.walks},
                          {"left_over", tour.statistics.left_over},
                          {"rotations", tour.statistics.rotations},
                          {"backtracks", tour.statistics.backtracks}};
  record["seconds"] = tour.statistics.seconds;
  add_provenance(record);
  std::string text = to_line(record);
  text.erase(text.rfind('}'));
  text += ",\"squares\":[";
  // As text: a million small arrays would take a hundred bytes each.
  for (std::size_t i = 0; i < tour.squares.size(); ++i) {
    fmt::format_to(std::back_inserter(text), "{}[{},{}]", i == 0 ? "" : ",",
                   tour.squares[i] / tour.columns, tour.squares[i] % tour.columns);
  }
  return text + "]}\n";
}

}  // namespace nqueens::cli
