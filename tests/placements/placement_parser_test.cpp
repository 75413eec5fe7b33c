// The grammar of text placements, and that cuts between blocks change nothing.
#include "placements/placement_parser.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "nqueens/error.hpp"
#include "nqueens/placement_file.hpp"
#include "support/message_of.hpp"
#include "support/property.hpp"

namespace nqueens::placements {
namespace {

using ::testing::ElementsAre;

/// Columns or the message of the error.
template <typename Parse>
std::string outcome(const Parse& parse) {
  try {
    return fmt::format("{}", fmt::join(parse(), " "));
  } catch (const InvalidPlacement& error) {
    return error.what();
  }
}

/// Parses cut into blocks of at most `block_bytes`.
std::vector<std::uint64_t> parse_cut(std::string_view text, std::size_t block_bytes) {
  std::vector<std::uint64_t> placement;
  TextProgress progress("the text");
  bool in_comment = false;
  for (std::uint64_t offset = 0; !text.empty();) {
    std::string_view block = text.substr(0, block_bytes);
    if (block.size() < text.size()) block = block.substr(0, cut_block(block));
    // An exact copy, so that a read past its end is seen by the address sanitizer.
    const std::vector<char> copy(block.begin(), block.end());
    std::vector<std::uint64_t> columns(max_entries(block.size()));
    const ParsedBlock parsed = parse_block({copy.data(), copy.size()}, in_comment, columns.data());
    EXPECT_EQ(progress.append(parsed, offset), placement.size());
    placement.insert(placement.end(), columns.begin(),
                     columns.begin() + static_cast<std::ptrdiff_t>(parsed.entries));
    in_comment = ends_in_comment(block, in_comment);
    offset += block.size();
    text.remove_prefix(block.size());
  }
  progress.finish();
  return placement;
}

/// The grammar once more, a character at a time.
std::string outcome_by_characters(const std::string& text) {
  std::vector<std::uint64_t> entries;
  bool comment = false, after_comma = true;
  const auto fault = [&](std::size_t at, std::string_view wrong) {
    return fmt::format("{} at byte {}, row {} of the text", wrong, at, entries.size());
  };
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (comment) {
      comment = c != '\n';
      continue;
    }
    if (c >= '0' && c <= '9') {
      std::size_t end = i;
      while (end < text.size() && text[end] >= '0' && text[end] <= '9') ++end;
      const std::string digits = text.substr(i, end - i);
      if (digits.size() > 11) {
        return fault(i, "column out of range: " + digits.substr(0, 11) + "...");
      }
      entries.push_back(std::stoull(digits));
      after_comma = false;
      i = end - 1;
    } else if (c == ',') {
      if (after_comma) return fault(i, "empty entry: ','");
      after_comma = true;
    } else if (c == '#') {
      comment = true;
    } else if (std::string_view(" \t\n\v\f\r").find(c) == std::string_view::npos) {
      return fault(i, c == 'x' ? "unexpected character: 'x'" : "unexpected character: '\\x00'");
    }
  }
  if (entries.empty()) return "no placement in the text: it is empty";
  for (std::size_t row = 0; row < entries.size(); ++row) {
    if (entries[row] <= 4294967294) continue;
    return fmt::format("column out of range: {} in row {} of the text", entries[row], row);
  }
  return fmt::format("{}", fmt::join(entries, " "));
}

TEST(PlacementParser, TakesWhiteSpaceCommasAndComments) {
  EXPECT_THAT(parse_placement("0 4 7 5 2 6 1 3"), ElementsAre(0, 4, 7, 5, 2, 6, 1, 3));
  EXPECT_THAT(parse_placement("0,4,7"), ElementsAre(0, 4, 7));
  EXPECT_THAT(parse_placement("0, 4 ,\n7,"), ElementsAre(0, 4, 7));
  EXPECT_THAT(parse_placement("1\r\n3\r\n0\r\n2\r\n"), ElementsAre(1, 3, 0, 2));
  EXPECT_THAT(parse_placement("# 9 9\n1#2\n\t3 # 4"), ElementsAre(1, 3));
  EXPECT_THAT(parse_placement("0007 00000000012"), ElementsAre(7, 12));
  EXPECT_THAT(parse_placement("4294967294 12345678 123456789 1"),
              ElementsAre(4294967294, 12345678, 123456789, 1));
}

TEST(PlacementParser, NamesTheFirstFault) {
  const std::pair<std::string_view, const char*> cases[] = {
      {"0 1\n2 x 3 y", "unexpected character: 'x' at byte 6, row 3 of the text"},
      {"0 -1", "unexpected character: '-' at byte 2, row 1 of the text"},
      {std::string_view("0\0", 2), "'\\x00' at byte 1, row 1"},
      {"\x1b[2J", "'\\x1b' at byte 0, row 0"},
      {"3\xff", "'\\xff' at byte 1, row 1"},
      {"0,,1", "empty entry: ',' at byte 2, row 1 of the text"},
      {",0", "empty entry: ',' at byte 0, row 0"},
      {"0, # here\n ,1", "empty entry: ',' at byte 11"},
      {"5 4294967295", "column out of range: 4294967295 in row 1 of the text"},
      {"99999999999999999999999999", "column out of range: 99999999999... at byte 0, row 0"},
      {"000000000001", "column out of range: 00000000000... at byte 0, row 0 of the text"}};
  for (const auto& one : cases) {
    EXPECT_THROW_WITH(parse_placement(one.first), InvalidPlacement, one.second);
  }
  for (const auto* nothing : {"", " ", "\n\n", "# only a comment", "#\n#\n"}) {
    EXPECT_THROW_WITH(parse_placement(nothing), InvalidPlacement, "it is empty");
  }
}

/// Half of the texts are free of faults.
std::string random_text() {
  const bool clean = *rc::gen::inRange(0, 2) == 0;
  const int tokens = *rc::gen::inRange(0, 60);
  std::string text;
  for (int i = 0; i < tokens; ++i) {
    switch (*rc::gen::inRange(0, clean ? 8 : 40)) {
      case 0:
        text += *rc::gen::element<std::string>("#", "# 1,,x\n", "#\n", "#0000000000000000000\n");
        break;
      case 1:
        text += *rc::gen::element<std::string>("\n", "\r\n", "\t", "   ", " \n ");
        break;
      case 2:
        text += *rc::gen::element<std::string>("4294967294 ", "0000000001 ", "123456789,\n");
        break;
      case 8:
        text += *rc::gen::element<std::string>(",", ", ,", "x", std::string(1, '\0'));
        break;
      case 9:
        text += *rc::gen::element<std::string>("4294967295", "123456789012", "99999999999 ");
        break;
      default:
        text += std::to_string(*rc::gen::inRange(0, 100000));
        text += *rc::gen::element<std::string>(" ", " ", ", ", ",", "\n");
        break;
    }
  }
  return text;
}

PROPERTY(PlacementParser, CutsAndSingleCharactersAgree) {
  const std::string text = random_text();
  const std::string whole = outcome([&] { return parse_placement(text); });
  const std::string expected = outcome_by_characters(text);
  // The messages of the library end with advice.
  RC_ASSERT(whole.substr(0, whole.find(';')) == expected);
  const auto block_bytes = *rc::gen::inRange<std::size_t>(kMinTextBlock, 65);
  const std::string cut = outcome([&] { return parse_cut(text, block_bytes); });
  if (whole.find("in memory") == std::string::npos) {
    RC_ASSERT(cut == whole);
  } else {
    RC_ASSERT(cut.find("column out of range") == std::string::npos);
  }
}

PROPERTY(PlacementParser, ReadsEveryNumber) {
  const auto columns = *rc::gen::nonEmpty<Placement>(rc::gen::container<Placement>(
      rc::gen::oneOf(rc::gen::inRange<Column>(0, 4294967295), rc::gen::inRange<Column>(0, 200))));
  const auto separator = *rc::gen::element<std::string>(" ", ",", "\n", "\r\n", " #1\n", "  ");
  const std::string text = fmt::format("{}", fmt::join(columns, separator));
  RC_ASSERT(parse_placement(text) == columns);
  const std::vector<std::uint64_t> wide(columns.begin(), columns.end());
  RC_ASSERT(parse_cut(text, *rc::gen::inRange<std::size_t>(kMinTextBlock, 65)) == wide);
}

}  // namespace
}  // namespace nqueens::placements
