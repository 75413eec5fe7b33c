#include "placements/placement_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "domain/boards.hpp"
#include "nqueens/error.hpp"
#include "nqueens/placement_file.hpp"
#include "placements/board_file.hpp"
#include "placements/placement_parser.hpp"
#include "placements/placement_text.hpp"

namespace nqueens::placements {

namespace {

/// A line of a list. Its first two are in the head of the input, so that others are as short.
constexpr std::size_t kLongestLine = std::size_t{16} << 20;

/// The lines of an input, each without its end.
class Lines {
 public:
  explicit Lines(PlacementInput& input) : input_(input) {}

  /// False at the end. The line stays until the next call.
  bool next(std::string_view& line) {
    std::size_t end = text_.find('\n', used_);
    while (end == std::string::npos && !ended_) {
      text_.erase(0, std::exchange(used_, 0));
      const std::size_t before = text_.size();
      if (before > kLongestLine) {
        throw InvalidPlacement(fmt::format("line {} of {} is longer than {} bytes", number_ + 1,
                                           input_.name(), kLongestLine));
      }
      text_.resize(before + kBlock);
      text_.resize(before + input_.read(text_.data() + before, kBlock));
      ended_ = text_.size() < before + kBlock;
      end = text_.find('\n', before);
    }
    if (used_ == text_.size()) return false;
    end = std::min(end, text_.size());
    line = std::string_view(text_).substr(used_, end - used_);
    used_ = std::min(end + 1, text_.size());
    ++number_;
    return true;
  }

  std::uint64_t number() const { return number_; }

 private:
  static constexpr std::size_t kBlock = 1 << 18;

  PlacementInput& input_;
  std::string text_;
  std::size_t used_ = 0;
  bool ended_ = false;
  std::uint64_t number_ = 0;
};

void read_lines(PlacementInput& input, const ListSink& sink) {
  Lines lines(input);
  ListedPlacement placement;
  std::vector<std::uint64_t> columns;
  for (std::string_view line; lines.next(line);) {
    columns.resize(std::max(columns.size(), max_entries(line.size())));
    const ParsedBlock parsed = parse_block(line, false, columns.data());
    if (parsed.entries == 0 && !parsed.fault && !parsed.leading_comma) continue;
    placement.where = fmt::format("line {}", lines.number());
    if (parsed.fault || parsed.leading_comma) {
      TextProgress(fmt::format("{} of {}", placement.where, input.name())).append(parsed, 0);
    }
    placement.columns.resize(parsed.entries);
    for (std::size_t row = 0; row < parsed.entries; ++row) {
      placement.columns[row] = checked_column(columns[row], row, placement.where);
    }
    if (!sink(placement)) return;
  }
}

void read_drawings(PlacementInput& input, const ListSink& sink) {
  constexpr std::size_t kLongest = kMaxBoardDrawing * (kMaxBoardDrawing + 2);
  Lines lines(input);
  std::string board;
  std::uint64_t number = 0;
  const auto hand_over = [&] {
    const std::string where = fmt::format("board {}", ++number);
    DrawnPlacement drawn =
        parse_drawn_placement(board, fmt::format("{} of {}", where, input.name()));
    board.clear();
    return sink({where, std::move(drawn.columns), drawn.width});
  };
  for (std::string_view line; lines.next(line);) {
    if (board.empty() && is_blank(without_comment(line))) continue;
    if (is_blank(line)) {
      if (!hand_over()) return;
      continue;
    }
    board.append(line).append("\n");
    if (board.size() <= kLongest) continue;
    throw InvalidPlacement(fmt::format("too large for a drawing: board {} of {}; at most {} queens",
                                       number + 1, input.name(), kMaxBoardDrawing));
  }
  if (!board.empty()) hand_over();
}

bool begins_with_two_drawings(std::string_view text) {
  bool in_board = false;
  int boards = 0;
  for (std::string_view line; boards < 2 && take_line(text, line);) {
    if (is_blank(line)) {
      in_board = false;
    } else if (!in_board && !is_blank(without_comment(line))) {
      in_board = true;
      ++boards;
    }
  }
  return boards == 2;
}

/// Whether the numbers of a line can be a placement of their own.
bool fits(const std::vector<std::uint64_t>& line, std::optional<std::uint64_t> rows) {
  const std::size_t queens = line.size();
  return queens == rows || (queens >= 2 && *std::max_element(line.begin(), line.end()) <= queens);
}

/// Of two lines with two numbers or more, the second no longer than the first.
bool share_a_column(std::vector<std::uint64_t> first, const std::vector<std::uint64_t>& second) {
  if (first.size() < 2 || second.size() < 2 || second.size() > first.size()) return false;
  std::sort(first.begin(), first.end());
  return std::any_of(second.begin(), second.end(), [&](std::uint64_t column) {
    return std::binary_search(first.begin(), first.end(), column);
  });
}

/// A line of a text that has numbers or a fault.
struct NumberLine {
  std::vector<std::uint64_t> columns;  ///< up to the fault
  bool is_faulty = false;
  bool is_cut = false;  ///< by the end of the head; its last number is left out
};

/// Takes the next one from the front of `head`, the whole text unless `text_goes_on`. None at the
/// end, and before a line that begins with a comma.
std::optional<NumberLine> take_number_line(std::string_view& head, bool text_goes_on) {
  while (!head.empty()) {
    const std::size_t end = std::min(head.find('\n'), head.size());
    NumberLine line;
    line.is_cut = end == head.size() && text_goes_on;
    const std::string_view text = head.substr(0, line.is_cut ? head.find_last_of(" ,\t") : end);
    head.remove_prefix(std::min(end + 1, head.size()));
    line.columns.resize(max_entries(text.size()));
    const ParsedBlock parsed = parse_block(text, false, line.columns.data());
    if (parsed.leading_comma) return std::nullopt;
    line.columns.resize(parsed.entries);
    line.is_faulty = parsed.fault.has_value();
    if (line.is_faulty || !line.columns.empty()) return line;
  }
  return std::nullopt;
}

}  // namespace

bool is_list(std::string_view head, std::optional<std::uint64_t> rows) {
  if (is_drawing(head)) return begins_with_two_drawings(head);
  const bool text_goes_on = head.size() == kHeadBytes;
  const std::optional<NumberLine> first = take_number_line(head, text_goes_on);
  if (!first || first->is_cut) return false;
  const std::optional<NumberLine> second = take_number_line(head, text_goes_on);
  if (!second) return false;
  // Where one of the two lines has a fault the other tells.
  if (second->is_faulty) return !first->is_faulty && fits(first->columns, rows);
  const bool second_fits = !second->is_cut && fits(second->columns, rows);
  if (first->is_faulty) return second_fits;
  return (second_fits && fits(first->columns, rows)) ||
         share_a_column(first->columns, second->columns);
}

void read_list(PlacementInput& input, const ListSink& sink) {
  is_drawing(input.head()) ? read_drawings(input, sink) : read_lines(input, sink);
}

}  // namespace nqueens::placements
