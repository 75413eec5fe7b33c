#include "api/count_setup.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>

#include "journal/reader.hpp"
#include "nqueens/error.hpp"
#include "run/memory.hpp"

namespace nqueens::api {

namespace {

bool knows(const counting::Engine& engine, std::string_view decomposition) {
  const auto names = engine.decompositions();
  return std::find(names.begin(), names.end(), decomposition) != names.end();
}

const counting::Engine& named_engine(const Problem& problem, const std::string& name) {
  const counting::Engine& engine = counting::find_engine(name);
  counting::require_countable(engine, problem);
  return engine;
}

}  // namespace

void require_computed(int board_size, bool allow_uncomputed) {
  if (board_size <= kLargestComputedSize || allow_uncomputed) return;
  throw InvalidArgument(fmt::format(
      "board size above {}: {}; this number of solutions has never been computed and would take "
      "years: it is counted only when that is asked for expressly (--force)",
      kLargestComputedSize, board_size));
}

const counting::Engine& choose_engine(const Problem& problem, const CountOptions& options,
                                      base::InstructionSet most) {
  if (options.engine != "auto") return named_engine(problem, options.engine);
  return counting::choose_engine(problem, most);
}

const counting::Engine& choose_engine(const Problem& problem, const CountOptions& options,
                                      base::InstructionSet most,
                                      const journal::JournalHeader& header) {
  if (options.engine != "auto") {
    const counting::Engine& engine = named_engine(problem, options.engine);
    if (knows(engine, header.decomposition)) return engine;
    throw JournalError(fmt::format(
        "journal {} was begun with decomposition {}: engine {} cannot count its tasks; it takes {}",
        options.journal.string(), header.decomposition, engine.name(),
        fmt::join(engine.decompositions(), ", ")));
  }
  const counting::Engine* best = nullptr;
  for (const counting::Engine* engine : counting::all_engines()) {
    if (!knows(*engine, header.decomposition) || !engine->refusal(problem).empty()) continue;
    if (best == nullptr ||
        engine->predicted_seconds(problem, most) < best->predicted_seconds(problem, most)) {
      best = engine;
    }
  }
  if (best != nullptr) return *best;
  throw JournalError(
      fmt::format("journal of tasks that no engine counts: {}; it was begun with decomposition {}: "
                  "go on with the version of this program that began it",
                  options.journal.string(), header.decomposition));
}

counting::Plan make_plan(const Problem& problem, const counting::Engine& engine,
                         const CountOptions& options, int threads) {
  const counting::Decomposition& decomposition =
      counting::find_decomposition(engine.decompositions().front());
  const int depth =
      options.depth ? *options.depth : decomposition.choose_depth(problem, threads, options.stop);
  return counting::Plan(problem, decomposition, depth, options.stop);
}

counting::Plan plan_of_journal(const Problem& problem, const journal::JournalHeader& header,
                               const std::string& name, const std::stop_token& stop) {
  const auto& known = counting::all_decompositions();
  const auto found = std::find_if(known.begin(), known.end(), [&](const auto* decomposition) {
    return decomposition->name() == header.decomposition;
  });
  if (found == known.end()) {
    throw JournalError(
        fmt::format("journal of an unknown decomposition: {}; it was begun with {}: use the "
                    "version of this program that began it",
                    name, header.decomposition));
  }
  return counting::Plan(problem, **found, header.depth, stop);
}

counting::Plan same_plan_of_journal(const journal::JournalHeader& header, const std::string& name,
                                    const std::stop_token& stop) {
  const Problem problem = journal::problem_of(header, name);
  counting::Plan plan = plan_of_journal(problem, header, name, stop);
  if (journal::header_of(plan) == header) return plan;
  throw JournalError(
      fmt::format("journal of another plan: {}; this version of the program makes plan {} of it, "
                  "{} tasks: use the version that began it",
                  name, plan.id_text(), plan.tasks().size()));
}

std::uint64_t plan_bytes(const counting::Plan& plan) {
  constexpr std::uint64_t kBytesOfOrder = 4;
  return plan.tasks().size() * (sizeof(counting::Task) + kBytesOfOrder) + plan.tasks().size() / 8;
}

std::uint64_t total_bytes(const counting::MemoryNeed& need, int threads) {
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
  std::uint64_t all_threads = 0;
  std::uint64_t total = 0;
  if (__builtin_mul_overflow(need.per_thread, static_cast<std::uint64_t>(threads), &all_threads) ||
      __builtin_add_overflow(need.shared, all_threads, &total)) {
    return kMost;
  }
  return total;
}

std::uint64_t total_bytes(const counting::MemoryNeed& need, int threads, std::uint64_t plan_bytes) {
  constexpr std::uint64_t kMost = std::numeric_limits<std::uint64_t>::max();
  const std::uint64_t run = total_bytes(need, threads);
  return run > kMost - plan_bytes ? kMost : run + plan_bytes;
}

void require_room(const counting::Engine& engine, const counting::MemoryNeed& need, int board_size,
                  int threads) {
  const std::uint64_t total = total_bytes(need, threads);
  if (total <= run::kGrantedUnasked) return;
  const std::uint64_t available = run::available_memory();
  std::string advice = "free memory, or take another engine: --engine bitmask needs next to none";
  if (need.per_thread > 0 && available > need.shared &&
      (available - need.shared) / need.per_thread > 0) {
    advice = fmt::format("--threads {} fit, or take another engine",
                         (available - need.shared) / need.per_thread);
  }
  run::require_memory(total,
                      fmt::format("counting {} queens by engine {} on {} thread{}", board_size,
                                  engine.name(), threads, threads == 1 ? "" : "s"),
                      advice);
}

}  // namespace nqueens::api
