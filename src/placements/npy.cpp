#include "placements/npy.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <bit>
#include <cctype>
#include <cstring>
#include <map>
#include <vector>

#include "base/numbers.hpp"
#include "nqueens/error.hpp"
#include "nqueens/placement.hpp"

namespace nqueens::placements {

static_assert(std::endian::native == std::endian::little);  // numbers are copied as they are

namespace {

constexpr std::string_view kMagic = "\x93NUMPY";
constexpr std::size_t kMaxHeaderBytes = std::size_t{1} << 16;

using Tokens = std::vector<std::string_view>;

Tokens tokens_of(std::string_view text) {
  const auto is_in_word = [](char letter) {
    return std::isalnum(static_cast<unsigned char>(letter)) != 0;
  };
  Tokens tokens;
  while (true) {
    text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n"), text.size()));
    if (text.empty()) return tokens;
    std::size_t length = 1;
    if (text[0] == '\'' || text[0] == '"') {
      length = std::max<std::size_t>(1, text.find(text[0], 1) + 1);  // 1 where it has no end
    } else {
      while (is_in_word(text[length - 1]) && length < text.size() && is_in_word(text[length])) {
        ++length;
      }
    }
    tokens.push_back(text.substr(0, length));
    text.remove_prefix(length);
  }
}

/// Returns the values of the header by their quoted keys; none unless it is a Python dictionary and
/// nothing else.
std::map<std::string, Tokens> values_of(std::string_view header) {
  const Tokens tokens = tokens_of(header);
  if (tokens.size() < 2 || tokens.front() != "{" || tokens.back() != "}") return {};
  std::map<std::string, Tokens> values;
  for (std::size_t at = 1; at + 1 < tokens.size(); ++at) {  // past the comma
    if (tokens[at + 1] != ":") return {};
    std::string key(tokens[at]);
    std::replace(key.begin(), key.end(), '"', '\'');
    Tokens& value = values[key];
    int depth = 0;
    for (at += 2; at + 1 < tokens.size() && (depth > 0 || tokens[at] != ","); ++at) {
      value.push_back(tokens[at]);
      if (tokens[at] == "(" || tokens[at] == "[") ++depth;
      if (tokens[at] == ")" || tokens[at] == "]") --depth;
    }
  }
  return values;
}

/// Parses a type such as '<i4', quotes included.
std::optional<NumberType> parse_type(std::string_view text) {
  if (text.size() != 5 || text.front() != text.back()) return std::nullopt;
  const char order = text[1];
  const char kind = text[2];
  const int bytes = text[3] - '0';
  const bool is_known = (order == '<' || order == '>' || (order == '|' && bytes == 1)) &&
                        (kind == 'i' || kind == 'u') &&
                        (bytes == 1 || bytes == 2 || bytes == 4 || bytes == 8);
  if (!is_known) return std::nullopt;
  return NumberType{bytes, kind == 'i', order == '>'};
}

/// Parses a shape such as (8,) or (92, 8). To Python (8) is a number, and (08,) is nothing.
std::optional<std::vector<std::uint64_t>> parse_shape(const Tokens& tokens) {
  if (tokens.size() < 2 || tokens.front() != "(" || tokens.back() != ")") return std::nullopt;
  std::vector<std::uint64_t> shape;
  for (std::size_t at = 1; at + 1 < tokens.size(); at += 2) {
    const auto number = base::parse_number<std::uint64_t>(tokens[at]);
    const bool is_last = at + 2 == tokens.size();
    if (!number || fmt::to_string(*number) != tokens[at]) return std::nullopt;
    if (is_last ? shape.empty() : tokens[at + 1] != ",") return std::nullopt;
    shape.push_back(*number);
  }
  return shape;
}

template <typename Number>
void unpack_as(const char* from, bool is_big_endian, std::span<std::uint64_t> columns) {
  for (std::uint64_t& column : columns) {
    Number number;
    std::memcpy(&number, from, sizeof number);
    if (is_big_endian) {
      std::reverse(reinterpret_cast<char*>(&number), reinterpret_cast<char*>(&number + 1));
    }
    column = static_cast<std::uint64_t>(static_cast<std::int64_t>(number));
    from += sizeof number;
  }
}

}  // namespace

bool begins_array(std::string_view bytes) {
  return bytes.starts_with(kMagic);
}

std::size_t array_header_bytes(std::string_view start, const std::string& name) {
  const auto byte = [&](std::size_t at) {
    return std::size_t{static_cast<unsigned char>(start[at])};
  };
  const std::size_t version = start.size() < kArrayStart ? 1 : byte(6);
  const std::size_t minor = start.size() < kArrayStart ? 0 : byte(7);
  if (version < 1 || version > 3 || minor != 0) {
    throw InvalidPlacement(fmt::format(
        "array of an unknown format: {} has version {}.{} of .npy; versions 1.0 to 3.0 are known",
        name, version, minor));
  }
  std::size_t bytes = start.size() < kArrayStart ? kArrayStart : 10 + byte(8) + (byte(9) << 8);
  if (version > 1) bytes += 2 + (byte(10) << 16) + (byte(11) << 24);
  if (bytes > kMaxHeaderBytes) {
    throw InvalidPlacement(fmt::format("array with a header of {} bytes: {}; at most {} are read",
                                       bytes, name, kMaxHeaderBytes));
  }
  return bytes;
}

ArrayHeader parse_array_header(std::string_view header, const std::string& name) {
  const auto refuse = [&](const std::string& what) {
    throw InvalidPlacement(fmt::format(
        "{}: {}; placements are arrays of integers with one dimension, or two", what, name));
  };
  ArrayHeader array;
  array.header_bytes = header.size();
  std::map<std::string, Tokens> values = values_of(header.substr(header[6] == 1 ? 10 : 12));
  const std::string type = fmt::format("{}", fmt::join(values["'descr'"], ""));
  const auto shape = parse_shape(values["'shape'"]);
  const std::string order = fmt::format("{}", fmt::join(values["'fortran_order'"], " "));
  if (type.empty() || !shape || (order != "True" && order != "False") || values.size() != 3) {
    refuse("damaged header of an array");
  }
  const auto known = parse_type(type);
  constexpr std::size_t kShown = 40;  // a record type lists many fields
  if (!known) refuse(fmt::format("array of type {}", type.substr(0, kShown)));
  array.type = *known;
  if (shape->empty() || shape->size() > 2) {
    refuse(fmt::format("array of {} dimensions", shape->size()));
  }
  array.is_list = shape->size() == 2;
  if (array.is_list) array.placements = shape->front();
  array.queens = shape->back();
  if (array.queens == 0) {
    throw InvalidPlacement(fmt::format("no placement in {}: it is empty", name));
  }
  constexpr std::uint64_t kMaxBytes = std::uint64_t{1} << 62;
  if (array.queens > kMaxStreamedSize || array.placements > kMaxBytes / 8 / array.queens) {
    throw InvalidPlacement(fmt::format(
        "array out of range: {} placements of {} queens in {}; a placement has at most {} queens",
        array.placements, array.queens, name, kMaxStreamedSize));
  }
  array.is_fortran_order = order == "True" && array.queens > 1 && array.placements > 1;
  return array;
}

std::string array_header(int bytes, std::optional<std::uint64_t> placements, std::uint64_t queens) {
  const std::string shape =
      placements ? fmt::format("{}, {}", *placements, queens) : fmt::format("{},", queens);
  const std::string dictionary =
      fmt::format("{{'descr': '{}i{}', 'fortran_order': False, 'shape': ({}), }}",
                  bytes == 1 ? '|' : '<', bytes, shape);
  constexpr std::size_t kText = kWrittenHeaderBytes - 10;
  static_assert(kText < 256, "one byte tells it");
  return fmt::format("{}\x01{}{}{}{:<{}}\n", kMagic, '\0', static_cast<char>(kText), '\0',
                     dictionary, kText - 1);
}

std::uint64_t solution_bytes(std::uint64_t board_size, PlacementFormat format) {
  if (format == PlacementFormat::npy) {
    return kWrittenHeaderBytes + board_size * static_cast<unsigned>(column_bytes(board_size));
  }
  if (format == PlacementFormat::board) return board_size * (board_size + 1);
  // Every column takes a digit and a separator; from each power of ten on, all take one digit more.
  std::uint64_t bytes = 2 * board_size;
  for (std::uint64_t power = 10; power < board_size; power *= 10) bytes += board_size - power;
  return bytes;
}

void unpack(const char* from, const NumberType& type, std::span<std::uint64_t> columns) {
  const auto as = [&]<typename Signed, typename Unsigned>(Signed, Unsigned) {
    type.is_signed ? unpack_as<Signed>(from, type.is_big_endian, columns)
                   : unpack_as<Unsigned>(from, type.is_big_endian, columns);
  };
  if (type.bytes == 1) return as(std::int8_t{}, std::uint8_t{});
  if (type.bytes == 2) return as(std::int16_t{}, std::uint16_t{});
  if (type.bytes == 4) return as(std::int32_t{}, std::uint32_t{});
  as(std::int64_t{}, std::uint64_t{});
}

}  // namespace nqueens::placements
