#include "placements/placement_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "nqueens/error.hpp"
#include "nqueens/placement_file.hpp"
#include "placements/board_file.hpp"
#include "placements/placement_parser.hpp"

namespace nqueens::placements {

namespace {

/// It bounds the memory for an input without line ends.
constexpr std::size_t kLongestLine = std::size_t{16} << 20;

/// Returns the number of names of a csv_header(), in quotes or not, and 0 for any other line.
std::size_t names_of_csv(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  std::string names(line);
  std::erase(names, '"');
  const auto count = static_cast<std::size_t>(std::ranges::count(names, ',')) + 1;
  return names.starts_with("row0") && names + "\n" == csv_header(count) ? count : 0;
}

class TextLines {
 public:
  explicit TextLines(PlacementInput& input) : input_(input) {}

  /// Returns false at the end. The line, without its end, is valid until the next call.
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
  TextLines lines(input);
  ListedPlacement placement;
  std::vector<std::uint64_t> columns;
  std::size_t names = 0;
  for (std::string_view line; lines.next(line);) {
    if (lines.number() == 1 && (names = names_of_csv(line)) > 0) continue;
    columns.resize(std::max(columns.size(), max_entries(line.size())));
    ParsedBlock parsed = parse_block(line, false, columns.data());
    if (parsed.entries == 0 && !parsed.fault && !parsed.leading_comma) continue;
    count_from_zero(input.base(), false, columns.data(), parsed);
    placement.where = fmt::format("line {}", lines.number());
    if (parsed.fault || parsed.leading_comma) {
      TextProgress(fmt::format("{} of {}", placement.where, input.name()), input.base())
          .append(parsed, 0);
    }
    if (names > 0 && parsed.entries != names) {
      throw InvalidPlacement(fmt::format("{} of {} has {} numbers under {} names", placement.where,
                                         input.name(), parsed.entries, names));
    }
    placement.columns.clear();
    append(std::span(columns).first(parsed.entries), placement.where, placement.columns);
    if (!sink(placement)) return;
  }
}

/// Joins numbers from blocks of any size into placements. It takes memory only for numbers that
/// exist, not for those that a header promises.
class PlacementsOfArray {
 public:
  PlacementsOfArray(const PlacementInput& input, const ListSink& sink)
      : input_(input), queens_(input.array()->queens), sink_(sink) {}

  /// Returns false when the sink wants no more.
  bool take(std::span<std::uint64_t> numbers) {
    ParsedBlock block;
    block.entries = numbers.size();
    count_from_zero(input_.base(), input_.array()->type.is_signed, numbers.data(), block);
    for (auto rest = numbers.first(block.entries); !rest.empty();) {
      const auto some = rest.first(std::min(rest.size(), queens_ - next_.columns.size()));
      append(some, next_.where, next_.columns);
      rest = rest.subspan(some.size());
      if (next_.columns.size() == queens_ && !hand_over()) return false;
    }
    if (block.fault) {
      block.fault->row = next_.columns.size();
      TextProgress(fmt::format("{} of {}", next_.where, input_.name()), input_.base())
          .append(block, 0);
    }
    return true;
  }

 private:
  bool hand_over() {
    const bool more = sink_(next_);
    next_ = {fmt::format("placement {}", ++number_), {}};
    return more;
  }

  const PlacementInput& input_;
  const std::uint64_t queens_;
  const ListSink& sink_;
  std::uint64_t number_ = 1;
  ListedPlacement next_{"placement 1", {}};
};

constexpr std::size_t kArrayBlock = std::size_t{1} << 20;  ///< bytes read at once

void read_array(PlacementInput& input, const ListSink& sink) {
  const ArrayHeader& array = *input.array();
  const auto bytes = static_cast<std::size_t>(array.type.bytes);
  const std::uint64_t total = array.placements * array.row_bytes();
  std::vector<char> block(std::min(kArrayBlock, total));
  std::vector<std::uint64_t> numbers(block.size() / bytes);
  PlacementsOfArray placements(input, sink);
  for (std::uint64_t done = 0; done < total; done += block.size()) {
    block.resize(std::min<std::uint64_t>(block.size(), total - done));
    numbers.resize(block.size() / bytes);
    const std::size_t read = input.read(block.data(), block.size());
    if (read < block.size()) input.refuse_length(done + read);
    unpack(block.data(), array.type, numbers);
    if (!placements.take(numbers)) return;
  }
  char extra;
  if (input.read(&extra, 1) > 0) input.refuse_length(total, true);
}

/// Reads several placements at once, since their columns of one row are stored side by side.
void read_fortran_array(PlacementInput& input, const ListSink& sink) {
  const ArrayHeader& array = *input.array();
  const auto bytes = static_cast<std::uint64_t>(array.type.bytes);
  const std::uint64_t at_once =
      std::clamp<std::uint64_t>(16 * kArrayBlock / array.row_bytes(), 1, array.placements);
  std::vector<char> block(at_once * bytes);
  std::vector<std::uint64_t> of_row(at_once);
  std::vector<std::uint64_t> numbers(at_once * array.queens);
  PlacementsOfArray placements(input, sink);
  for (std::uint64_t done = 0; done < array.placements; done += at_once) {
    const std::uint64_t some = std::min(at_once, array.placements - done);
    for (std::uint64_t row = 0; row < array.queens; ++row) {
      input.rewind((row * array.placements + done) * bytes);
      const std::size_t read = input.read(block.data(), some * bytes);
      if (read < some * bytes) input.refuse_length(row * array.placements * bytes + read);
      unpack(block.data(), array.type, std::span(of_row).first(some));
      for (std::uint64_t i = 0; i < some; ++i) numbers[i * array.queens + row] = of_row[i];
    }
    if (!placements.take(std::span(numbers).first(some * array.queens))) return;
  }
}

void read_drawings(PlacementInput& input, const ListSink& sink) {
  constexpr std::size_t kLongest = kMaxBoardDrawing * (kMaxBoardDrawing + 2);
  TextLines lines(input);
  std::string board;
  std::uint64_t number = 0;
  const auto hand_over = [&] {
    const std::string where = fmt::format("board {}", ++number);
    ListedPlacement drawn =
        parse_drawn_placement(board, fmt::format("{} of {}", where, input.name()));
    drawn.where = where;
    board.clear();
    return sink(drawn);
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

/// Tells whether a line of numbers alone can be a placement.
bool fits(const std::vector<std::uint64_t>& line, std::optional<std::uint64_t> rows) {
  const std::size_t queens = line.size();
  return queens == rows || (queens >= 2 && *std::max_element(line.begin(), line.end()) <= queens);
}

/// Compares only lines of two numbers or more, the second no longer than the first.
bool share_a_column(std::vector<std::uint64_t> first, const std::vector<std::uint64_t>& second) {
  if (first.size() < 2 || second.size() < 2 || second.size() > first.size()) return false;
  std::sort(first.begin(), first.end());
  return std::any_of(second.begin(), second.end(), [&](std::uint64_t column) {
    return std::binary_search(first.begin(), first.end(), column);
  });
}

struct NumberLine {
  std::vector<std::uint64_t> columns;  ///< up to the fault
  bool is_faulty = false;
  bool is_cut = false;  ///< the head ends within it; its last number is left out
};

/// Takes the next such line from the front of `head`, which is the whole text unless
/// `text_goes_on`. Returns none at the end, and before a line that begins with a comma.
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

std::string csv_header(std::uint64_t rows) {
  std::string line;
  for (std::uint64_t row = 0; row < rows; ++row) line += fmt::format(",row{}", row);
  return line.erase(0, 1) + "\n";
}

bool is_list(const PlacementInput& input, std::optional<std::uint64_t> rows) {
  if (input.array()) return input.array()->is_list;
  std::string_view head = input.head();
  if (head.empty() || head.starts_with("row0") || head.starts_with("\"row0\"")) return true;
  if (is_drawing(head)) return begins_with_two_drawings(head);
  const bool text_goes_on = head.size() == kHeadBytes;
  const std::optional<NumberLine> first = take_number_line(head, text_goes_on);
  if (!first || first->is_cut) return false;
  const std::optional<NumberLine> second = take_number_line(head, text_goes_on);
  if (!second) return false;
  // Where one line has a fault, the other decides.
  if (second->is_faulty) return !first->is_faulty && fits(first->columns, rows);
  const bool second_fits = !second->is_cut && fits(second->columns, rows);
  if (first->is_faulty) return second_fits;
  return (second_fits && fits(first->columns, rows)) ||
         share_a_column(first->columns, second->columns);
}

void read_list(PlacementInput& input, const ListSink& sink) {
  if (input.array() && input.array()->is_fortran_order) {
    read_fortran_array(input, sink);
  } else if (input.array()) {
    read_array(input, sink);
  } else if (is_drawing(input.head())) {
    read_drawings(input, sink);
  } else {
    read_lines(input, sink);
  }
}

}  // namespace nqueens::placements
