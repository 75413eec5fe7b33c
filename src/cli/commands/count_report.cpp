#include "cli/commands/count_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/options/problem_arguments.hpp"
#include "cli/terminal/paint.hpp"
#include "cli/terminal/text.hpp"

namespace nqueens::cli {

bool may_equal_mirror_images(const Problem& problem) {
  return problem.variant() == Variant::semi || (problem.rows() < 2 && !problem.is_plain());
}

std::vector<OrbitRow> orbit_rows(const SymmetryCounts& counts) {
  if (counts.board_size <= 1) return {{1, counts.all, counts.all}};
  // A solution has as many images as symmetries are kept, fewer where it equals some of them.
  const auto kept = [&](Symmetry symmetry, WideCount equal) {
    return std::count(counts.symmetries.begin(), counts.symmetries.end(), symmetry) > 0 ? equal : 0;
  };
  const WideCount halves = kept(Symmetry::half_turn, counts.point_symmetric);
  const WideCount quarters = kept(Symmetry::quarter_turn, counts.quarter_turn_symmetric);
  const int order = static_cast<int>(counts.symmetries.size());
  std::vector<OrbitRow> rows = {{order, 0, counts.all - halves}};
  if (order % 2 == 0) rows.push_back({order / 2, 0, halves - quarters});
  if (order % 4 == 0) rows.push_back({order / 4, 0, quarters});
  for (OrbitRow& row : rows) row.orbits = row.solutions / static_cast<WideCount>(row.size);
  return rows;
}

std::string symmetry_table(const SymmetryCounts& counts, const Paint& paint) {
  const Problem& problem = counts.count.problem;
  Table classes(
      {{"solutions of " + (problem.is_plain() ? plural(problem.rows(), "queen") : title(problem))},
       {"", Align::left},
       {"number", Align::right}});
  classes.add({"all", "Q", to_string(counts.all)});
  classes.add({"point-symmetric", "P", to_string(counts.point_symmetric)});
  classes.add({"quarter-turn symmetric", "R", to_string(counts.quarter_turn_symmetric)});
  classes.add({"fundamental", "U", to_string(counts.fundamental)});
  Table orbits(
      {{"orbit size", Align::right}, {"orbits", Align::right}, {"solutions", Align::right}});
  for (const OrbitRow& row : orbit_rows(counts)) {
    orbits.add({fmt::to_string(row.size), to_string(row.orbits), to_string(row.solutions)});
  }
  orbits.add({"all", to_string(counts.fundamental), to_string(counts.all)});
  return classes.format(paint) + "\n" + orbits.format(paint);
}

std::string run_summary(const CountResult& run) {
  return fmt::format("{}, {}{}", engine_text(run), plural(run.tasks, "task"),
                     resumed_text(run.tasks_resumed, run.damaged));
}

std::string range_summary(const std::vector<CountOutcome>& outcomes) {
  struct Stretch {
    std::string kernels;
    int first;
    int last;
  };
  std::vector<Stretch> stretches;
  double seconds = 0;
  for (const CountOutcome& outcome : outcomes) {
    const CountResult& run = outcome.run;
    seconds += run.seconds;
    const int size = run.problem.rows();
    if (stretches.empty() || stretches.back().kernels != kernels_text(run)) {
      stretches.push_back({kernels_text(run), size, size});
    }
    stretches.back().last = size;
  }
  std::string engines;
  for (const Stretch& stretch : stretches) {
    engines += (engines.empty() ? "" : ", ") + stretch.kernels;
    if (stretches.size() == 1) continue;
    engines += fmt::format(" for {}", stretch.first);
    if (stretch.last > stretch.first) engines += fmt::format("..{}", stretch.last);
  }
  return fmt::format("{} for {}, engine{} {}, {}", format_duration(seconds),
                     plural(outcomes.size(), "board"), stretches.size() == 1 ? "" : "s", engines,
                     plural(outcomes.back().run.threads, "thread"));
}

void add_outcome(Json& record, const CountOutcome& outcome) {
  const CountResult& run = outcome.run;
  add_run(record, run);
  record["solutions"] = to_string(run.solutions);
  if (outcome.symmetry) {
    const SymmetryCounts& counts = *outcome.symmetry;
    record["fundamental"] = to_string(counts.fundamental);
    record["point_symmetric"] = to_string(counts.point_symmetric);
    record["quarter_turn_symmetric"] = to_string(counts.quarter_turn_symmetric);
    for (const Symmetry symmetry : counts.symmetries) {
      record["symmetries"].push_back(to_string(symmetry));
    }
    if (!may_equal_mirror_images(run.problem)) {
      record["orbits"] = Json::array();
      for (const OrbitRow& row : orbit_rows(counts)) {
        record["orbits"].push_back({{"size", row.size}, {"number", to_string(row.orbits)}});
      }
    }
  }
  if (!outcome.agrees_with.empty()) record["agrees_with"] = outcome.agrees_with;
  record["tasks_resumed"] = run.tasks_resumed;
}

}  // namespace nqueens::cli
