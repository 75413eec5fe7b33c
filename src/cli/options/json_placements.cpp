// Placements in JSON, as solve and list print it.
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <nlohmann/json.hpp>
#include <vector>

#include "cli/options/problem_arguments.hpp"
#include "cli/terminal/text.hpp"
#include "domain/boards.hpp"
#include "nqueens/error.hpp"
#include "placements/npy.hpp"

namespace nqueens::cli {

namespace {

using Json = nlohmann::json;

constexpr std::size_t kMostBytes = std::size_t{1} << 27;  // takes some 2 GiB of memory

Json parse(placements::PlacementInput& input) {
  std::string text;
  std::string block(std::size_t{1} << 16, '\0');
  while (const std::size_t size = input.read(block.data(), block.size())) {
    text.append(block, 0, size);
    if (text.size() > kMostBytes) {
      refuse<InvalidPlacement>("too large for JSON: {}; at most {} bytes; take columns, csv or npy",
                               input.name(), kMostBytes);
    }
  }
  try {
    return Json::parse(text);
  } catch (const Json::parse_error& error) {
    refuse<InvalidPlacement>("damaged JSON at byte {} of {}", error.byte - 1, input.name());
  }
}

/// Adds the numbers of a list as an array has them.
void add_columns(const Json& list, std::size_t number, const std::string& name, std::string& to) {
  const auto is_column = [](const Json& value) {
    return value.is_number_unsigned() && value.get<std::uint64_t>() <= INT32_MAX;
  };
  if (!list.is_array() || !std::ranges::all_of(list, is_column)) {
    refuse<InvalidPlacement>("placement {} of {} is no list of column numbers, 0 to {}", number,
                             name, INT32_MAX);
  }
  for (const Json& value : list) {
    const auto column = value.get<std::int32_t>();
    to.append(reinterpret_cast<const char*>(&column), sizeof column);
  }
}

}  // namespace

base::FileDescriptor array_of_json(placements::PlacementInput& input, ProblemArguments& problem) {
  const Json object = parse(input);
  const Json none;
  const auto member = [&](const char* name) -> const Json& {
    const auto found = object.find(name);
    return found == object.end() ? none : *found;
  };
  const auto side = [&](const char* name) {
    const Json& size = member(name).is_null() ? member("board_size") : member(name);
    return size.is_number_unsigned() ? size.get<std::uint64_t>() : 0;
  };
  const BoardShape board{side("board_rows"), side("board_columns")};
  const bool is_list = member("solutions").is_array() || !member("second").is_null();
  std::vector<const Json*> placements;
  if (member("solutions").is_array()) {
    for (const Json& one : member("solutions")) placements.push_back(&one);
  }
  for (const char* const name : {"columns", "second"}) {
    if (!member(name).is_null()) placements.push_back(&member(name));
  }
  if (placements.empty() && !is_list && member("outcome") != "none") {
    refuse<InvalidPlacement>(
        "no placement in {}: this JSON has no columns and no list of solutions", input.name());
  }
  const std::uint64_t queens =
      placements.empty() ? std::max<std::uint64_t>(board.rows, 1) : placements.front()->size();
  std::string numbers;
  for (std::size_t i = 0; i < placements.size(); ++i) {
    const Json& one = *placements[i];
    add_columns(one, i + 1, input.name(), numbers);
    if (one.size() == queens) continue;
    refuse<InvalidPlacement>("placement {} of {} has {}, the first one {}", i + 1, input.name(),
                             plural(one.size(), "queen"), queens);
  }
  const bool is_one = placements.size() == 1 && !is_list;
  const std::string header = placements::array_header(
      sizeof(std::int32_t), is_one ? std::nullopt : std::optional(placements.size()), queens);
  base::FileDescriptor array(::memfd_create("placements", MFD_CLOEXEC));
  if (!array.valid()) base::throw_io("cannot read", input.name(), errno);
  base::write_all(array.get(), input.name(), header + numbers);
  if (::lseek(array.get(), 0, SEEK_SET) < 0) base::throw_io("cannot read", input.name(), errno);
  if (board.rows > 0 && !problem.has_board()) problem.board = board_text(board.rows, board.columns);
  if (member("variant").is_string() && problem.variant == Variant::queens) {
    problem.variant = parse_variant(member("variant").get<std::string>());
  }
  return array;
}

}  // namespace nqueens::cli
