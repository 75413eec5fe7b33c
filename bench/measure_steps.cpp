// Steps of an engine over a whole board: of `bitmask` the queens that are tried, of `colour-join`
// the pairs that are found. On one thread; nothing is timed.
//
// measure_steps ENGINE N prints the number of solutions and that of the steps.
#include <fmt/format.h>

#include <cstdint>
#include <exception>

#include "engine/engine.hpp"
#include "engine/plan.hpp"
#include "nqueens/error.hpp"
#include "nqueens/wide.hpp"
#include "parsed.hpp"

namespace {

void print(std::string_view name, int board_size) {
  using namespace nqueens;
  const engine::Engine& engine = engine::find_engine(name);
  const Problem problem(board_size);
  engine::require_countable(engine, problem);
  const auto prepared = engine.prepare(problem, {.count_nodes = true});
  const auto worker = prepared->make_worker(0);
  WideCount solutions = 0;
  WideCount steps = 0;
  const engine::Plan plan(prepared->decomposition, 0);
  for (const engine::Task& task : plan.tasks()) {
    engine::Tally tally;
    worker->count(task, {}, tally);
    solutions += tally.solutions();
    steps += tally.nodes();
  }
  fmt::print("{} {}\n", to_string(solutions), to_string(steps));
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc != 3) throw nqueens::InvalidArgument("measure_steps ENGINE N expected");
    print(argv[1], parsed<std::uint16_t>(argv[2], "board size"));
  } catch (const std::exception& error) {
    fmt::print(stderr, "measure_steps: {}\n", error.what());
    return 2;
  }
}
