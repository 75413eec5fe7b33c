#include "cli/commands/count_report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/options/problem_arguments.hpp"
#include "cli/record.hpp"
#include "cli/terminal/paint.hpp"
#include "cli/terminal/text.hpp"

namespace nqueens::cli {

std::string symmetry_table(const SymmetryCounts& counts, const Paint& paint) {
  const Board& board = counts.count.board;
  Table classes(
      {{"solutions of " + (board.is_plain() ? plural(board.rows(), "queen") : title(board))},
       {"", Align::left},
       {"number", Align::right}});
  classes.add({"all", "Q", to_string(counts.all)});
  classes.add({"point-symmetric", "P", to_string(counts.point_symmetric)});
  classes.add({"quarter-turn symmetric", "R", to_string(counts.quarter_turn_symmetric)});
  classes.add({"fundamental", "U", to_string(counts.fundamental)});
  Table orbits(
      {{"orbit size", Align::right}, {"orbits", Align::right}, {"solutions", Align::right}});
  for (const Orbits& one : counts.orbits()) {
    orbits.add({fmt::to_string(one.size), to_string(one.number), to_string(one.solutions)});
  }
  orbits.add({"all", to_string(counts.fundamental), to_string(counts.all)});
  return classes.format(paint) + "\n" + orbits.format(paint);
}

std::string run_summary(const CountResult& run) {
  return fmt::format("{}, {}{}", engine_text(run), plural(run.tasks, "task"),
                     resumed_text(run.tasks_resumed, run.damaged));
}

std::string shard_summary(const ShardResult& result) {
  const std::string text = fmt::format("{}, {} of {} tasks of {}{}", engine_text(result),
                                       result.shard_tasks, result.tasks, cut_text(result),
                                       resumed_text(result.tasks_resumed, result.damaged));
  if (result.tasks_of_others == 0) return text;
  return text + fmt::format(", beside {} of other shards", result.tasks_of_others);
}

std::string range_summary(const std::vector<CountOutcome>& outcomes) {
  struct Stretch {
    std::string kernels;
    std::uint64_t first;
    std::uint64_t last;
  };
  std::vector<Stretch> stretches;
  double seconds = 0;
  for (const CountOutcome& outcome : outcomes) {
    const CountResult& run = outcome.run;
    seconds += run.seconds;
    const std::uint64_t size = run.board.rows();
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

Fields fields_of(const CountOutcome& outcome) {
  Fields list = outcome.symmetry ? fields(*outcome.symmetry) : fields(outcome.run);
  if (!outcome.agrees_with.empty()) list.push_back({"agrees_with", outcome.agrees_with});
  return list;
}

}  // namespace nqueens::cli
