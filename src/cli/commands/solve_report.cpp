#include "cli/commands/solve_report.hpp"

#include <fmt/format.h>

#include "cli/record.hpp"
#include "cli/terminal/text.hpp"

namespace nqueens::cli {

void write_with_columns(const std::function<void(std::string_view)>& write, const Fields& record,
                        std::span<const Column> columns) {
  constexpr std::size_t kBlock = 1 << 16;
  std::string text = to_open_line(record) + ",\"columns\":[";
  bool first = true;
  for (const Column column : columns) {
    const fmt::format_int digits(column);
    if (!first) text += ',';
    text.append(digits.data(), digits.size());
    first = false;
    if (text.size() < kBlock) continue;
    write(text);
    text.clear();
  }
  write(text + "]}\n");
}

std::string solve_summary(const SolveResult& result, std::uint64_t queens, const Paint& paint) {
  const std::string given =
      result.given == 0 ? "" : fmt::format(", {} of them given,", result.given);
  return fmt::format("{}{} in {}, algorithm {} ({}), seed {}, {}, {}\n", plural(queens, "queen"),
                     given, format_duration(result.statistics.seconds), result.algorithm,
                     result.instruction_set, result.seed, plural(result.threads, "thread"),
                     result.verified ? paint.good("verified") : "not verified");
}

}  // namespace nqueens::cli
