#include "cli/options/squares.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>
#include <memory>
#include <system_error>
#include <utility>

#include "base/file.hpp"
#include "base/numbers.hpp"
#include "cli/options/input_file.hpp"
#include "cli/options/values.hpp"
#include "cli/terminal/text.hpp"
#include "nqueens/error.hpp"
#include "placements/placement_input.hpp"

namespace nqueens::cli {

namespace {

/// No square is that long: the text is something else.
constexpr std::size_t kMaxSquareLength = 64;
constexpr std::size_t kBlockBytes = 1 << 16;

std::uint64_t parse_coordinate(std::string_view text, std::string_view subject,
                               std::uint64_t count) {
  // Millions of them are plain digits; parse_whole() takes 1e3 too, and refuses the others.
  const auto value = base::parse_number<std::uint64_t>(text);
  if (value && *value < count) return *value;
  return parse_whole(text, subject, 0, count - 1);
}

/// Takes a text in pieces of any size.
class SquareReader {
 public:
  SquareReader(std::uint64_t rows, std::uint64_t columns) : rows_(rows), columns_(columns) {}

  void append(std::string_view text) {
    for (const char letter : text) {
      if (letter == '\n') in_comment_ = false;
      if (in_comment_) continue;
      switch (letter) {
        case '#':
          in_comment_ = true;
          end_square();
          break;
        case ',':
          end_square();
          if (after_comma_ || squares_.empty()) parse_square({}, rows_, columns_);  // refuses it
          after_comma_ = true;
          break;
        case ' ':
        case '\t':
        case '\r':
          end_square();
          break;
        case '\n':
          end_square();
          ++line_;
          break;
        default:
          square_ += letter;
          if (square_.size() > kMaxSquareLength) end_square();
      }
    }
  }

  std::vector<Square> finish() {
    end_square();
    if (after_comma_) parse_square({}, rows_, columns_);
    return std::move(squares_);
  }

  std::uint64_t line() const { return line_; }

 private:
  void end_square() {
    if (square_.empty()) return;
    squares_.push_back(parse_square(square_, rows_, columns_));
    square_.clear();
    after_comma_ = false;
  }

  std::uint64_t rows_;
  std::uint64_t columns_;
  std::vector<Square> squares_;
  std::string square_;  ///< what was read of the next one
  bool after_comma_ = false;
  bool in_comment_ = false;
  std::uint64_t line_ = 1;
};

std::vector<Square> read_squares_of(const std::string& value, std::uint64_t rows,
                                    std::uint64_t columns) {
  const base::FileDescriptor file = open_input(value);
  const std::string name = input_name(value);
  SquareReader reader(rows, columns);
  std::vector<Square> squares;
  try {
    const auto block = std::make_unique<char[]>(kBlockBytes);
    bool is_first = true;
    while (const std::size_t bytes = base::read_some(file.get(), name, block.get(), kBlockBytes)) {
      const std::string_view text(block.get(), bytes);
      reader.append(std::exchange(is_first, false) ? placements::without_byte_order_mark(text)
                                                   : text);
    }
    squares = reader.finish();
  } catch (const InvalidArgument& error) {
    throw InvalidArgument(fmt::format("{}, line {}: {}", name, reader.line(), error.what()));
  }
  if (squares.empty()) throw InvalidArgument(fmt::format("no squares in {}", name));
  return squares;
}

/// "b4", on the board or not; "B4" and "aa1" too, which are refused.
bool is_chess_square(std::string_view text) {
  const std::size_t letters = std::min(text.find_first_of("0123456789"), text.size());
  return (letters == 1 || letters == 2) && letters < text.size() &&
         std::all_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(letters),
                     [](unsigned char letter) { return std::isalpha(letter) != 0; }) &&
         text.find_first_not_of("0123456789", letters) == std::string_view::npos;
}

Square parse_chess_square(std::string_view text, std::uint64_t rows, std::uint64_t columns) {
  constexpr std::uint64_t kLetters = 26;
  if (text[0] < 'a' || text[0] > 'z' || text.find_first_of("0123456789") > 1) {
    throw InvalidArgument(
        fmt::format("a square as in chess begins with one small letter, a to z, like b4, not '{}'; "
                    "other columns need ROW:COLUMN, both counted from 0",
                    text));
  }
  const auto column = static_cast<std::uint64_t>(text[0] - 'a');
  const auto number = base::parse_number<std::uint64_t>(text.substr(1));
  if (number && *number >= 1 && *number <= rows && column < columns) {
    return {rows - *number, column};
  }
  throw InvalidArgument(fmt::format("square {} lies outside the board, which has a1 to {}{}", text,
                                    static_cast<char>('a' + std::min(columns, kLetters) - 1),
                                    rows));
}

}  // namespace

Square parse_square(std::string_view text, std::uint64_t rows, std::uint64_t columns) {
  if (is_chess_square(text)) return parse_chess_square(text, rows, columns);
  const std::size_t colon = text.find(':');
  if (colon == std::string_view::npos || text.find(':', colon + 1) != std::string_view::npos ||
      text.size() > kMaxSquareLength) {
    constexpr std::size_t kShown = 40;
    throw InvalidArgument(fmt::format(
        "a square must be ROW:COLUMN, both counted from 0, or as in chess, like b4, not '{}{}'; "
        "separate squares by commas",
        escape_controls(text.substr(0, kShown)), text.size() > kShown ? "..." : ""));
  }
  return {parse_coordinate(text.substr(0, colon), "row", rows),
          parse_coordinate(text.substr(colon + 1), "column", columns)};
}

std::vector<Square> read_squares(const std::string& value, std::uint64_t rows,
                                 std::uint64_t columns) {
  if (rows == 0 || columns == 0) {
    throw InvalidArgument(
        fmt::format("a board of size 0 has no square {}; give a larger board", value));
  }
  if (value == "-") return read_squares_of(value, rows, columns);
  std::error_code none;
  const bool is_file = !value.empty() && std::filesystem::exists(value, none);
  try {
    SquareReader reader(rows, columns);
    reader.append(value);
    std::vector<Square> squares = reader.finish();
    if (squares.empty()) parse_square(value, rows, columns);  // refuses it
    return squares;
  } catch (const InvalidArgument&) {
    if (is_file) return read_squares_of(value, rows, columns);
    const bool is_chess = is_chess_square(value.substr(0, value.find(',')));
    if (is_chess || value.find(':') != std::string::npos || value.empty()) throw;
    throw InvalidArgument(
        fmt::format("neither squares nor a file of squares: '{}'; a square is ROW:COLUMN, both "
                    "counted from 0, or as in chess, and squares are separated by commas",
                    value));
  }
}

std::vector<Square> read_all_squares(const std::vector<std::string>& values, std::uint64_t rows,
                                     std::uint64_t columns) {
  std::vector<Square> squares;
  for (const std::string& value : values) {
    const std::vector<Square> more = read_squares(value, rows, columns);
    squares.insert(squares.end(), more.begin(), more.end());
  }
  return squares;
}

}  // namespace nqueens::cli
