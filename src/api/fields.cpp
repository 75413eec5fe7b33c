// The members of every result of the library: text tables, JSON, C and Python take them from here.
#include "nqueens/fields.hpp"

#include <iterator>

#include "domain/problem.hpp"
#include "nqueens/audit.hpp"
#include "nqueens/count.hpp"
#include "nqueens/estimate.hpp"
#include "nqueens/info.hpp"
#include "nqueens/list.hpp"
#include "nqueens/merge.hpp"
#include "nqueens/puzzle.hpp"
#include "nqueens/solve.hpp"
#include "nqueens/tour.hpp"
#include "nqueens/verify.hpp"

namespace nqueens {

namespace {

/// Lists all but the board, and nothing unknown: several engines may have counted a journal.
Fields run_fields(const RunInfo& run) {
  Fields list;
  if (!run.engine.empty()) list.push_back({"engine", run.engine});
  if (!run.instruction_set.empty()) list.push_back({"instruction_set", run.instruction_set});
  if (!run.device.empty()) list.push_back({"device", run.device});
  list = std::move(list) + Fields{{"decomposition", run.decomposition},
                                  {"depth", run.depth},
                                  {"plan_id", run.plan_id},
                                  {"tasks", run.tasks}};
  if (run.threads > 0) list.push_back({"threads", run.threads});
  if (run.seconds > 0) list.push_back({"seconds", run.seconds});
  return list;
}

Fields fields_of(const RunInfo& run) {
  return fields(run.board) + run_fields(run);
}

}  // namespace

Fields operator+(Fields first, Fields second) {
  first.insert(first.end(), std::make_move_iterator(second.begin()),
               std::make_move_iterator(second.end()));
  return first;
}

Fields fields(const Board& board) {
  Fields list = {{"board_size", board.rows()}};
  if (board.is_large()) return list;
  if (!board.is_square()) {
    list = {{"board_rows", board.rows()}, {"board_columns", board.columns()}};
  }
  if (board.variant() != Variant::queens) {
    list.push_back({"variant", to_string(board.variant())});
  }
  list.push_back({"problem", Problem(board).description()});
  return list;
}

Fields fields(const JournalFile& file) {
  return {{"path", file.path.string()},
          {"tasks_done", file.tasks_done},
          {"tasks_new", file.tasks_new},
          {"damaged_lines", file.damaged.count},
          {"closed", file.closed}};
}

Fields fields(const Provenance& one) {
  return {{"host", one.host},
          {"version", one.version},
          {"engine", one.engine},
          {"instruction_set", one.instruction_set},
          {"threads", one.threads}};
}

Fields fields(const ShardGap& gap) {
  return {{"shard", gap.shard},
          {"tasks_missing", gap.tasks_missing},
          {"predicted_core_seconds", gap.predicted_core_seconds}};
}

Fields fields(const TimeForecast& forecast) {
  return {{"seconds", forecast.seconds},
          {"core_seconds", forecast.core_seconds},
          {"error", forecast.error},
          {"is_least", forecast.is_least},
          {"processor_share", forecast.processor_share},
          {"sample_tasks", forecast.sample_tasks},
          {"sample_seconds", forecast.sample_seconds}};
}

Fields fields(const AuditMismatch& one) {
  return {{"task", one.task}, {"recorded", one.recorded}, {"recounted", one.recounted}};
}

Fields fields(const Orbits& one) {
  return {{"size", one.size}, {"number", one.number}};
}

Fields fields(const Square& square) {
  return {{"row", square.row}, {"column", square.column}};
}

Fields fields(const CountResult& result) {
  return fields_of(result) + Fields{{"solutions", result.solutions},
                                    {"tasks_resumed", result.tasks_resumed},
                                    {"damaged_lines", result.damaged.count}};
}

Fields fields(const ShardResult& result) {
  return fields_of(result) + Fields{{"shard_tasks", result.shard_tasks},
                                    {"tasks_resumed", result.tasks_resumed},
                                    {"tasks_of_others", result.tasks_of_others},
                                    {"damaged_lines", result.damaged.count}};
}

Fields fields(const CountPlan& plan) {
  return fields(plan.board) + fields_beside_board(plan);
}

Fields fields_beside_board(const CountPlan& plan) {
  Fields list = run_fields(plan);
  if (plan.shard) {
    list = std::move(list) + Fields{{"shard", plan.shard->number},
                                    {"shards", plan.shard->count},
                                    {"shard_tasks", plan.shard_tasks}};
  }
  if (plan.tasks_done) {
    list = std::move(list) + Fields{{"tasks_done", *plan.tasks_done},
                                    {"tasks_left", plan.shard_tasks - *plan.tasks_done}};
  }
  list = std::move(list) + Fields{{"usable_processors", plan.usable_processors},
                                  {"memory", Fields{{"shared_bytes", plan.shared_bytes},
                                                    {"bytes_per_thread", plan.bytes_per_thread},
                                                    {"plan_bytes", plan.plan_bytes},
                                                    {"total_bytes", plan.total_bytes()},
                                                    {"available_bytes", plan.available_bytes},
                                                    {"fits", plan.fits_memory()}}},
                                  {"predicted_seconds", plan.predicted_seconds},
                                  {"predicted_core_seconds", plan.predicted_core_seconds}};
  if (plan.forecast) list.push_back({"forecast", *plan.forecast});
  return list;
}

Fields fields(const MergeResult& result) {
  Fields list = fields_of(result) + Fields{{"complete", result.solutions.has_value()},
                                           {"solutions", result.solutions},
                                           {"tasks_done", result.tasks_done},
                                           {"tasks_missing", result.missing.size()},
                                           {"fraction", result.fraction},
                                           {"missing_core_seconds", result.missing_core_seconds},
                                           {"duplicates", result.duplicates},
                                           {"counted_twice", result.counted_twice},
                                           {"counted_by", result.counted_by},
                                           {"journals", result.files}};
  if (result.solutions) return list;
  return std::move(list) +
         Fields{{"missing_seconds_by", result.is_time_by_journals ? "journals" : "prediction"},
                {"shards", result.shards},
                {"incomplete_shards", result.gaps}};
}

Fields fields(const AuditResult& result) {
  Fields list = fields_of(result) + Fields{{"agree", result.wrong.empty()},
                                           {"complete", result.solutions.has_value()},
                                           {"closed", result.has_closed_journal()},
                                           {"solutions", result.solutions},
                                           {"records", result.records},
                                           {"duplicates", result.duplicates},
                                           {"counted_by", result.counted_by},
                                           {"journals", result.files},
                                           {"sample", result.sample},
                                           {"recounted", result.recounted}};
  if (result.forecast) list.push_back({"forecast", *result.forecast});
  if (result.recounted == 0) return list;
  return std::move(list) + Fields{{"agreed", result.agreed()},
                                  {"wrong", result.wrong},
                                  {"seed", WideCount{result.seed}}};
}

Fields fields(const VerifyResult& result) {
  Value attack;
  if (result.attack) {
    attack = Fields{{"first", result.attack->first},
                    {"second", result.attack->second},
                    {"line", to_string(result.attack->line)}};
  }
  return {{"solution", result.is_solution()},
          {"violation", result.violation},
          {"attack", std::move(attack)},
          {"threads", result.threads},
          {"seconds", result.seconds}};
}

Fields fields(const SymmetryCounts& result) {
  Value::List symmetries;
  for (const Symmetry symmetry : result.symmetries) symmetries.emplace_back(to_string(symmetry));
  return fields(result.count) + Fields{{"fundamental", result.fundamental},
                                       {"point_symmetric", result.point_symmetric},
                                       {"quarter_turn_symmetric", result.quarter_turn_symmetric},
                                       {"symmetries", std::move(symmetries)},
                                       {"orbits", result.orbits()}};
}

Fields fields(const SolveStatistics& did) {
  return {{"initial_conflicts", did.initial_conflicts},
          {"probes", did.probes},
          {"evaluations", did.evaluations},
          {"moves", did.moves},
          {"exchanges", did.exchanges},
          {"restarts", did.restarts},
          {"nodes", did.nodes},
          {"start_seconds", did.start_seconds},
          {"repair_seconds", did.repair_seconds},
          {"output_seconds", did.output_seconds},
          {"verify_seconds", did.verify_seconds}};
}

Fields fields(const SolveResult& result) {
  Fields list = {{"given", result.given},
                 {"algorithm", result.algorithm},
                 {"instruction_set", result.instruction_set},
                 {"threads", result.threads}};
  if (result.seed) list.push_back({"seed", WideCount{*result.seed}});
  return std::move(list) + Fields{{"seconds", result.statistics.seconds},
                                  {"verified", result.verified},
                                  {"memory_bytes", result.memory_bytes},
                                  {"statistics", result.statistics}};
}

Fields fields(const ListResult& result) {
  return {{"listed", WideCount{result.solutions}},
          {"complete", result.complete},
          {"threads", result.threads},
          {"seconds", result.seconds}};
}

Fields fields(const CollectResult& result) {
  return {{"listed", WideCount{result.solutions.size()}},
          {"starts", result.starts},
          {"solved", result.solved},
          {"seed", WideCount{result.seed}},
          {"threads", result.threads},
          {"seconds", result.seconds}};
}

Fields fields(const Estimate& result) {
  Fields list;
  if (result.is_exact || result.samples > 0) {
    list = {{"estimate", result.value}, {"exact", result.is_exact}};
  }
  if (result.interval) {
    list.push_back({"low", result.interval->low});
    list.push_back({"high", result.interval->high});
  }
  return std::move(list) + Fields{{"samples", result.samples},
                                  {"population", result.population},
                                  {"seed", WideCount{result.seed}},
                                  {"threads", result.threads},
                                  {"seconds", result.seconds}};
}

Fields fields(const PuzzleResult& result) {
  return {{"made", result.puzzles},
          {"seed", WideCount{result.seed}},
          {"threads", result.threads},
          {"seconds", result.seconds}};
}

Fields fields(const TourResult& result) {
  const TourStatistics& did = result.statistics;
  return {{"rows", result.rows},
          {"columns", result.columns},
          {"closed", result.closed},
          {"statistics", Fields{{"walks", did.walks},
                                {"left_over", did.left_over},
                                {"rotations", did.rotations},
                                {"backtracks", did.backtracks}}},
          {"seconds", did.seconds}};
}

Fields fields(const EngineInfo& info) {
  return {{"name", info.name},
          {"summary", info.summary},
          {"decomposition", info.decomposition},
          {"instruction_set", info.instruction_set},
          {"instruction_sets", info.instruction_sets},
          {"needs_device", info.needs_device}};
}

Fields fields(const DeviceInfo& info) {
  return {{"number", info.number}, {"name", info.name},   {"platform", info.platform},
          {"kind", info.kind},     {"units", info.units}, {"memory_bytes", info.memory_bytes}};
}

Fields fields(const AlgorithmInfo& info) {
  return {{"name", info.name},
          {"summary", info.summary},
          {"instruction_sets", info.instruction_sets},
          {"practical_size", info.practical_size == 0 ? Value() : Value(info.practical_size)}};
}

}  // namespace nqueens
