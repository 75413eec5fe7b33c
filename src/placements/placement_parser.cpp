#include "placements/placement_parser.hpp"

#include <bit>
#include <cstring>

#include "nqueens/error.hpp"

namespace nqueens::placements {

namespace {

constexpr std::uint64_t kMaxColumn = kMaxStreamedSize - 1;

bool is_digit(char c) {
  return static_cast<unsigned char>(c - '0') < 10;
}

/// Reads up to eight digits at `text` and advances past them.
std::uint64_t read_eight_digits(const char*& text, const char* end) {
  if (end - text >= 8) {
    std::uint64_t digits;
    std::memcpy(&digits, text, sizeof digits);
    digits ^= 0x3030303030303030u;
    // It sets the high bit of every byte that is no digit. Only the lowest one is reliable.
    const std::uint64_t others = ((digits + 0x7676767676767676u) | digits) & 0x8080808080808080u;
    const int count = others == 0 ? 8 : std::countr_zero(others) / 8;
    if (count == 0) return 0;
    // The first digit is in the lowest byte; the shift puts zeros below it. Then neighbours are
    // joined into pairs, fours and eight.
    digits <<= 64 - 8 * count;
    digits = (digits * 10 + (digits >> 8)) & 0x00FF00FF00FF00FFu;
    digits = (digits * 100 + (digits >> 16)) & 0x0000FFFF0000FFFFu;
    digits = (digits * 10000 + (digits >> 32)) & 0xFFFFFFFFu;
    text += count;
    return digits;
  }
  std::uint64_t value = 0;
  for (int i = 0; i < 8 && text != end && is_digit(*text); ++i, ++text) {
    value = value * 10 + static_cast<std::uint64_t>(*text - '0');
  }
  return value;
}

/// Reads a number and advances past it; returns false when it is too large or has too many digits.
bool read_column(const char*& text, const char* end, std::uint64_t& column) {
  const char* const start = text;
  std::uint64_t value = read_eight_digits(text, end);
  if (text - start == 8) {
    for (; text != end && is_digit(*text); ++text) {
      if (text - start == static_cast<std::ptrdiff_t>(kMaxDigits)) return false;
      value = value * 10 + static_cast<std::uint64_t>(*text - '0');
    }
  }
  column = value;
  return value <= kMaxColumn;
}

/// Returns the number at `text` for a message; it does not depend on where the text was cut.
std::string shown_number(const char* text, const char* end) {
  std::string shown;
  while (text != end && is_digit(*text) && shown.size() < kMaxDigits) shown += *text++;
  if (text != end && is_digit(*text)) shown += "...";
  return shown;
}

}  // namespace

std::string printable(char c) {
  if (c >= ' ' && c <= '~') return fmt::format("'{}'", c);
  return fmt::format("'\\x{:02x}'", static_cast<unsigned char>(c));
}

ParsedBlock parse_block(std::string_view block, bool in_comment, std::uint64_t* output) {
  ParsedBlock result;
  const char* const begin = block.data();
  const char* const end = begin + block.size();
  const char* text = begin;
  std::uint64_t* next = output;
  bool after_comma = false;

  const auto offset = [&](const char* at) { return static_cast<std::size_t>(at - begin); };
  const auto skip_comment = [&] {
    const void* newline = std::memchr(text, '\n', static_cast<std::size_t>(end - text));
    text = newline == nullptr ? end : static_cast<const char*>(newline) + 1;
  };
  const auto fault = [&](TextFault::Kind kind, const char* at, std::string shown) {
    result.fault =
        TextFault{kind, offset(at), static_cast<std::size_t>(next - output), std::move(shown)};
  };

  if (in_comment && text != end) skip_comment();
  while (text != end) {
    const char c = *text;
    if (is_digit(c)) {
      const char* const start = text;
      if (!read_column(text, end, *next)) {
        fault(TextFault::Kind::number, start, shown_number(start, end));
        break;
      }
      ++next;
      after_comma = false;
      // Nearly always one separator and the next number follow.
      if (text != end && is_space(*text)) ++text;
    } else if (is_space(c)) {
      ++text;
    } else if (c == ',') {
      if (after_comma) {
        fault(TextFault::Kind::empty_entry, text, "','");
        break;
      }
      if (next == output) result.leading_comma = offset(text);
      after_comma = true;
      ++text;
    } else if (c == '#') {
      skip_comment();
    } else {
      fault(TextFault::Kind::character, text, printable(c));
      break;
    }
  }
  result.entries = static_cast<std::size_t>(next - output);
  result.ends_after_comma = after_comma;
  return result;
}

void count_from_zero(int base, bool is_signed, std::uint64_t* columns, ParsedBlock& block) {
  const std::span all(columns, block.entries);
  std::uint64_t bits = 0;
  for (std::uint64_t& column : all) bits |= column -= static_cast<unsigned>(base);
  if (bits <= kMaxColumn) return;  // nearly always
  const auto outside = std::find_if(all.begin(), all.end(),
                                    [](std::uint64_t column) { return column > kMaxColumn; });
  if (outside == all.end()) return;
  const std::uint64_t number = *outside + static_cast<unsigned>(base);
  block.entries = static_cast<std::size_t>(outside - all.begin());
  block.fault = TextFault{
      TextFault::Kind::column, 0, block.entries,
      is_signed ? fmt::to_string(static_cast<std::int64_t>(number)) : fmt::to_string(number)};
}

std::size_t cut_block(std::string_view text) {
  std::size_t cut = text.size();
  while (cut > 0 && text.size() - cut <= kMaxDigits && is_digit(text[cut - 1])) --cut;
  // A number with too many digits stays in this block, which reports it.
  return text.size() - cut > kMaxDigits ? text.size() : cut;
}

bool ends_in_comment(std::string_view text, bool in_comment) {
  // Most texts have no comment. These two searches use memchr; finding the last newline does not.
  if (text.find('#') == std::string_view::npos) {
    return in_comment && text.find('\n') == std::string_view::npos;
  }
  const std::size_t newline = text.rfind('\n');
  if (newline == std::string_view::npos) return true;
  return text.find('#', newline) != std::string_view::npos;
}

std::uint64_t TextProgress::append(const ParsedBlock& block, std::uint64_t offset) {
  // A leading comma comes before any fault within the block.
  if (after_comma_ && block.leading_comma) {
    report({TextFault::Kind::empty_entry, *block.leading_comma, 0, "','"}, offset);
  }
  if (block.fault) report(*block.fault, offset);
  const std::uint64_t first_row = rows_;
  rows_ += block.entries;
  if (rows_ > kMaxStreamedSize) {
    throw InvalidPlacement(fmt::format(
        "too many entries: more than {} in {}; that is the largest board size of a placement",
        kMaxStreamedSize, name_));
  }
  after_comma_ = block.ends_after_comma || (after_comma_ && block.entries == 0);
  return first_row;
}

std::uint64_t TextProgress::finish() const {
  if (rows_ == 0) {
    throw InvalidPlacement(fmt::format("no placement in {}: it is empty", name_));
  }
  return rows_;
}

void TextProgress::report(const TextFault& fault, std::uint64_t offset) const {
  std::string_view wrong, advice;
  switch (fault.kind) {
    case TextFault::Kind::column:
      throw InvalidPlacement(fmt::format(
          "column out of range: {} in row {} of {}; {}", fault.shown, rows_ + fault.row, name_,
          base_ == 1 && fault.shown == "0"
              ? "counted from 0? then give base 0"
              : fmt::format("columns go from {} to {}", base_,
                            kMaxColumn + static_cast<unsigned>(base_))));
    case TextFault::Kind::character:
      wrong = "unexpected character";
      advice = "a text placement has column numbers, white space, commas and '#' comments";
      break;
    case TextFault::Kind::empty_entry:
      wrong = "empty entry";
      advice = "every comma follows a column number";
      break;
    case TextFault::Kind::number:
      wrong = "column out of range";
      advice = "columns go up to 99999999999, in at most 11 digits";
      break;
  }
  throw InvalidPlacement(fmt::format("{}: {} at byte {}, row {} of {}; {}", wrong, fault.shown,
                                     offset + fault.offset, rows_ + fault.row, name_, advice));
}

void append(std::span<const std::uint64_t> columns, const std::string& name, Placement& placement) {
  if (columns.size() > kMaxPlacementSize - placement.size()) {
    throw InvalidPlacement(fmt::format("too many entries in {}; a placement has at most {} queens",
                                       name, kMaxPlacementSize));
  }
  for (const std::uint64_t column : columns) {
    if (column >= kMaxPlacementSize) {
      throw InvalidPlacement(fmt::format(
          "column out of range: {} in row {} of {}; a placement in memory has columns up to {}",
          column, placement.size(), name, kMaxPlacementSize - 1));
    }
    placement.push_back(static_cast<Column>(column));
  }
}

}  // namespace nqueens::placements
