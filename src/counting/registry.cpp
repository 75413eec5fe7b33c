// The list of engines. A new engine is one line here.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "counting/colour_join/colour_join.hpp"
#include "counting/engine.hpp"
#include "counting/rows/bitmask.hpp"
#include "counting/rows/reference.hpp"
#include "counting/side_columns/simd.hpp"
#include "nqueens/error.hpp"

namespace nqueens::counting {

const std::vector<const Engine*>& all_engines() {
  static const std::vector<const Engine*> engines = {&reference_engine(), &bitmask_engine(),
                                                     &simd_engine(), &colour_join_engine()};
  return engines;
}

const Engine& find_engine(std::string_view name) {
  std::vector<std::string_view> names = {"auto"};
  for (const Engine* engine : all_engines()) {
    if (engine->name() == name) return *engine;
    names.push_back(engine->name());
  }
  throw InvalidArgument(
      fmt::format("unknown engine: {}; one of {} is expected", name, fmt::join(names, ", ")));
}

const Engine& choose_engine(const Problem& problem, base::InstructionSet most) {
  const Engine* best = &bitmask_engine();  // takes every problem
  for (const Engine* engine : all_engines()) {
    if (!engine->refusal(problem).empty()) continue;
    if (engine->predicted_seconds(problem, most) < best->predicted_seconds(problem, most)) {
      best = engine;
    }
  }
  return *best;
}

void require_countable(const Engine& engine, const Problem& problem) {
  const std::string_view refusal = engine.refusal(problem);
  if (refusal.empty()) return;
  throw InvalidArgument(
      fmt::format("engine {} cannot count {}; engine bitmask or auto can", engine.name(), refusal));
}

}  // namespace nqueens::counting
