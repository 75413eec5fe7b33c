#include "cli/commands/list_found.hpp"

#include <fmt/format.h>

#include <optional>
#include <string>
#include <vector>

#include "cli/record.hpp"
#include "cli/text.hpp"
#include "nqueens/known_values.hpp"
#include "nqueens/wide.hpp"

namespace nqueens::cli {

namespace {

std::optional<WideCount> number_of_all(std::uint64_t board_size, bool unique) {
  const int size = static_cast<int>(board_size);
  return unique ? known_fundamental_solutions(size) : known_solutions(size);
}

std::string text_of(std::uint64_t board_size, const CollectResult& result, ListFormat format) {
  SolutionBlock block(static_cast<int>(board_size));
  for (const Placement& solution : result.solutions) {
    block.add(std::vector<std::uint8_t>(solution.begin(), solution.end()));
  }
  std::string text;
  render(format, block, text);
  if (!block.empty()) text.erase(0, separator(format).size());
  return text;
}

std::string record_of(std::uint64_t board_size, const CollectOptions& options,
                      const CollectResult& result) {
  Json record = begin_record("list");
  record["board_size"] = board_size;
  record["unique"] = options.unique;
  record["by"] = options.algorithm;
  record["solutions"] = Json::array();
  for (const Placement& solution : result.solutions) record["solutions"].push_back(solution);
  record["listed"] = fmt::to_string(result.solutions.size());
  const std::optional<WideCount> all = number_of_all(board_size, options.unique);
  record["of"] = all ? Json(to_string(*all)) : Json(nullptr);
  record["complete"] = all && *all == result.solutions.size();
  record["starts"] = result.starts;
  record["solved"] = result.solved;
  record["seed"] = fmt::to_string(result.seed);
  record["threads"] = result.threads;
  record["seconds"] = result.seconds;
  add_provenance(record);
  return to_line(record);
}

std::string summary(std::uint64_t board_size, const CollectOptions& options,
                    const CollectResult& result) {
  const std::optional<WideCount> all = number_of_all(board_size, options.unique);
  return fmt::format(
      "{} of the {}{}solutions of {} found by {}: {} of {} ended in one, seed {}, {}, {}",
      result.solutions.size(), all ? to_string(*all) + " " : "",
      options.unique ? "fundamental " : "", plural(board_size, "queen"), options.algorithm,
      result.solved, plural(result.starts, "start"), result.seed, format_duration(result.seconds),
      plural(static_cast<std::uint64_t>(result.threads), "thread"));
}

}  // namespace

ExitCode list_found(std::uint64_t board_size, const CollectOptions& options, ListFormat format,
                    Session& session) {
  const CollectResult result = collect(board_size, options);
  session.output.write(format == ListFormat::json ? record_of(board_size, options, result)
                                                  : text_of(board_size, result, format));
  session.output.flush();
  session.messages.note(summary(board_size, options, result));
  return ExitCode::done;
}

}  // namespace nqueens::cli
