#include "placements/board_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "base/file.hpp"
#include "nqueens/error.hpp"
#include "nqueens/placement_file.hpp"
#include "nqueens/problem.hpp"

namespace nqueens {

namespace {

/// The largest instance of a board of 64 takes a twentieth of that.
constexpr std::size_t kMaxBytes = std::size_t{1} << 20;

bool is_space(char letter) {
  return letter == ' ' || letter == '\t' || letter == '\r';
}

bool is_digit(char letter) {
  return letter >= '0' && letter <= '9';
}

bool is_name_letter(char letter) {
  return (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || is_digit(letter) ||
         letter == '_';
}

/// 'X' is an attacked queen of a drawn placement; a board has none.
bool is_square(char letter) {
  return letter == '.' || letter == 'Q' || letter == 'x' || letter == 'X';
}

/// A line of nothing but squares, and of one at least.
bool is_row(std::string_view line) {
  return std::any_of(line.begin(), line.end(), is_square) &&
         std::all_of(line.begin(), line.end(),
                     [](char letter) { return is_square(letter) || is_space(letter); });
}

/// The character in quotes; a byte that is none as a number.
std::string quoted(char letter) {
  const auto byte = static_cast<unsigned char>(letter);
  return byte >= ' ' && byte < 0x7F ? fmt::format("'{}'", letter)
                                    : fmt::format("byte {:#04x}", byte);
}

class Lines {
 public:
  Lines(std::string_view text, const std::string& name) : text_(text), name_(name) {}

  /// False at the end of the text.
  bool next(std::string_view& line) {
    if (text_.empty()) return false;
    const std::size_t end = std::min(text_.find('\n'), text_.size());
    line = text_.substr(0, end);
    text_.remove_prefix(std::min(end + 1, text_.size()));
    ++number_;
    return true;
  }

  int number() const { return number_; }

  [[noreturn]] void refuse(const std::string& what) const { refuse(number_, what); }
  [[noreturn]] void refuse(int line, const std::string& what) const {
    throw InvalidArgument(fmt::format("line {} of {}: {}", line, name_, what));
  }
  [[noreturn]] void refuse_mixture() const {
    refuse("a drawing and a CSPLib instance in one file; give one of them");
  }
  [[noreturn]] void refuse_whole(const std::string& what) const {
    throw InvalidArgument(fmt::format("no board in {}: {}", name_, what));
  }

 private:
  std::string_view text_;
  std::string name_;
  int number_ = 0;
};

/// Whether a line ends a drawing; a comment does not.
bool is_blank(std::string_view line) {
  return std::all_of(line.begin(), line.end(), is_space);
}

/// A board, or the drawing of a placement.
enum class Drawing { board, placement };

BoardFile parse_drawing(Lines lines, Drawing drawing) {
  const int max_lines =
      drawing == Drawing::board ? kMaxProblemSize : static_cast<int>(kMaxBoardDrawing);
  BoardFile board;
  bool ended = false;
  for (std::string_view line; lines.next(line);) {
    ended = ended || (board.rows > 0 && is_blank(line));
    line = line.substr(0, line.find('#'));
    if (is_blank(line)) continue;
    if (line.find('=') != std::string_view::npos) lines.refuse_mixture();
    if (ended) {
      lines.refuse("a second board begins; a board file has one; take out the lines of the others");
    }
    if (board.rows == max_lines) {
      lines.refuse(fmt::format("more than {} rows; a board has at most {}", max_lines, max_lines));
    }
    int columns = 0;
    for (const char letter : line) {
      if (is_space(letter)) continue;
      if (!is_square(letter) || (letter == 'X' && drawing == Drawing::board)) {
        lines.refuse(fmt::format("{} is no square; '.' is free, 'Q' a queen given, 'x' blocked",
                                 quoted(letter)));
      }
      const Square square{static_cast<std::uint64_t>(board.rows),
                          static_cast<std::uint64_t>(columns++)};
      if (letter == 'Q' || letter == 'X') board.queens.push_back(square);
      if (letter == 'x') board.blocked.push_back(square);
    }
    if (board.rows > 0 && columns != board.columns) {
      lines.refuse(fmt::format("{} squares, where the rows above have {}", columns, board.columns));
    }
    if (columns > max_lines) {
      lines.refuse(fmt::format("{} squares; a board has at most {} columns", columns, max_lines));
    }
    board.columns = columns;
    ++board.rows;
  }
  return board;
}

/// An instance of CSPLib: [letting] NAME = VALUE, where values are numbers and lists of pairs.
class Instance {
 public:
  explicit Instance(Lines lines) : lines_(std::move(lines)) {}

  BoardFile parse() {
    while (!at_end()) {
      std::string name = take_name();
      if (name == "language") {
        line_ = {};
        continue;
      }
      if (name == "letting") name = take_name();
      if (name != "n" && name != "numdiags" && name != "diags" && name != "blocks") {
        lines_.refuse(
            fmt::format("unknown name '{}'; an instance has n, and diags or blocks", name));
      }
      if (values_.count(name) != 0) lines_.refuse(fmt::format("{} is given twice", name));
      take('=');
      const int line = lines_.number();
      const bool is_list = name == "diags" || name == "blocks";
      values_[name] = {line, is_list ? 0 : take_number(),
                       is_list ? take_pairs() : std::vector<Pair>()};
    }
    return board();
  }

 private:
  struct Pair {
    int line = 0;
    int first = 0;
    int second = 0;
  };
  struct Value {
    int line = 0;
    int number = 0;
    std::vector<Pair> pairs;
  };

  /// Skips white space and comments.
  bool at_end() {
    for (;;) {
      while (!line_.empty() && is_space(line_[0])) line_.remove_prefix(1);
      if (!line_.empty() && line_[0] != '$') return false;
      if (!lines_.next(line_)) return true;
      if (is_row(line_)) lines_.refuse_mixture();
    }
  }

  [[noreturn]] void refuse_next(const std::string& expected) {
    if (at_end()) lines_.refuse(fmt::format("the file ends where {} is expected", expected));
    lines_.refuse(fmt::format("{} where {} is expected", quoted(line_[0]), expected));
  }

  bool take_if(char letter) {
    if (at_end() || line_[0] != letter) return false;
    line_.remove_prefix(1);
    return true;
  }

  void take(char letter) {
    if (!take_if(letter)) refuse_next(quoted(letter));
  }

  std::string take_name() {
    std::string name;
    if (at_end() || is_digit(line_[0])) refuse_next("a name");
    while (!line_.empty() && is_name_letter(line_[0])) {
      name += line_[0];
      line_.remove_prefix(1);
    }
    if (name.empty()) refuse_next("a name");
    return name;
  }

  /// Numbers too large for a board are cut to the limit; they are refused later.
  int take_number() {
    constexpr int kLargest = 1'000'000;
    if (at_end() || !is_digit(line_[0])) refuse_next("a number");
    int number = 0;
    while (!line_.empty() && is_digit(line_[0])) {
      number = std::min(10 * number + (line_[0] - '0'), kLargest);
      line_.remove_prefix(1);
    }
    return number;
  }

  std::vector<Pair> take_pairs() {
    std::vector<Pair> pairs;
    take('[');
    while (!take_if(']')) {
      take('[');
      Pair pair{lines_.number(), take_number(), 0};
      take(',');
      pair.second = take_number();
      take(']');
      pairs.push_back(pair);
      // The published lists may end with a comma.
      if (!take_if(',') && (at_end() || line_[0] != ']')) refuse_next("',' or ']'");
    }
    return pairs;
  }

  const Value* find(const std::string& name) const {
    const auto found = values_.find(name);
    return found == values_.end() ? nullptr : &found->second;
  }

  BoardFile board() const {
    const Value* const size = find("n");
    const Value* const diagonals = find("diags");
    const Value* const blocks = find("blocks");
    if (size == nullptr) lines_.refuse_whole("n is missing");
    const int n = size->number;
    if (n < 1 || n > kMaxProblemSize) {
      lines_.refuse(size->line, fmt::format("n must be 1 to {}", kMaxProblemSize));
    }
    if (diagonals != nullptr && blocks != nullptr) {
      lines_.refuse(std::max(diagonals->line, blocks->line),
                    "diags and blocks in one file; an instance has one of them");
    }
    BoardFile board;
    board.rows = board.columns = n;
    if (diagonals != nullptr) {
      add_diagonals(*diagonals, n, board);
    } else if (blocks != nullptr) {
      add_blocks(*blocks, n, board);
    } else {
      lines_.refuse_whole("diags or blocks is missing");
    }
    const Value* const number = find("numdiags");
    if (number != nullptr && static_cast<std::size_t>(number->number) != board.excluded.size()) {
      lines_.refuse(number->line, fmt::format("numdiags is {}, and diags has {}", number->number,
                                              board.excluded.size()));
    }
    return board;
  }

  void add_diagonals(const Value& list, int n, BoardFile& board) const {
    for (const Pair& pair : list.pairs) {
      if (pair.first > 2 * n - 2 || pair.second > 1) {
        lines_.refuse(pair.line, fmt::format("no diagonal is [{}, {}]; the first is 0 to {}, the "
                                             "second 1 for sums and 0 for differences",
                                             pair.first, pair.second, 2 * n - 2));
      }
      const bool anti = pair.second == 1;
      board.excluded.push_back({anti, anti ? pair.first : pair.first - (n - 1)});
    }
  }

  void add_blocks(const Value& list, int n, BoardFile& board) const {
    for (const Pair& pair : list.pairs) {
      if (pair.first < 1 || pair.first > n || pair.second < 1 || pair.second > n) {
        lines_.refuse(pair.line, fmt::format("no square is [{}, {}]; rows and columns are 1 to {}",
                                             pair.first, pair.second, n));
      }
      board.blocked.push_back({static_cast<std::uint64_t>(pair.first - 1),
                               static_cast<std::uint64_t>(pair.second - 1)});
    }
  }

  Lines lines_;
  std::string_view line_;  ///< what is left of it
  std::map<std::string, Value> values_;
};

}  // namespace

BoardFile parse_board_file(std::string_view text, const std::string& name) {
  const Lines lines(placements::without_byte_order_mark(text), name);
  Lines ahead = lines;
  for (std::string_view line; ahead.next(line);) {
    const std::size_t first = line.find_first_not_of(" \t\r");
    if (first == std::string_view::npos || line[first] == '#' || line[first] == '$') continue;
    const bool is_name =
        is_name_letter(line[first]) && !is_digit(line[first]) && !is_square(line[first]);
    return is_name ? Instance(lines).parse() : parse_drawing(lines, Drawing::board);
  }
  lines.refuse_whole("it is empty");
}

std::string read_board_text(int descriptor, const std::string& name) {
  std::string text(kMaxBytes + 1, '\0');
  text.resize(base::read_some(descriptor, name, text.data(), text.size()));
  if (text.size() > kMaxBytes) {
    throw InvalidArgument(
        fmt::format("too large for a board file: {}; at most {} bytes", name, kMaxBytes));
  }
  return text;
}

bool is_drawing(std::string_view text) {
  Lines lines(text, "");
  for (std::string_view line; lines.next(line);) {
    line = line.substr(0, line.find('#'));
    if (!is_blank(line)) return is_square(line[line.find_first_not_of(" \t\r")]);
  }
  return false;
}

DrawnPlacement parse_drawn_placement(std::string_view text, const std::string& name) try {
  const BoardFile board = parse_drawing(Lines(text, name), Drawing::placement);
  DrawnPlacement drawn;
  drawn.width = static_cast<std::uint64_t>(board.columns);
  for (const Square& queen : board.queens) {
    if (queen.row < drawn.columns.size()) {
      throw InvalidPlacement(fmt::format("two queens in row {} of {}", queen.row, name));
    }
    if (queen.row > drawn.columns.size()) break;
    drawn.columns.push_back(static_cast<Column>(queen.column));
  }
  if (drawn.columns.size() < static_cast<std::size_t>(board.rows)) {
    throw InvalidPlacement(fmt::format(
        "no queen in row {} of {}; a placement has one in each, and a board without them is for "
        "--board",
        drawn.columns.size(), name));
  }
  return drawn;
} catch (const InvalidArgument& error) {
  throw InvalidPlacement(error.what());
}

DrawnPlacement read_drawn_placement(placements::PlacementInput& input) {
  constexpr std::size_t kLongest = kMaxBoardDrawing * (kMaxBoardDrawing + 1) + kMaxBytes;
  std::string text;
  for (std::size_t used = 0;; used = text.size()) {
    text.resize(used + kMaxBytes);
    text.resize(used + input.read(text.data() + used, kMaxBytes));
    if (text.size() == used) return parse_drawn_placement(text, input.name());
    if (text.size() > kLongest) {
      throw InvalidPlacement(fmt::format("too large for a drawing: {}; at most {} queens",
                                         input.name(), kMaxBoardDrawing));
    }
  }
}

}  // namespace nqueens
