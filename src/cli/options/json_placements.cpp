// Placements in JSON, as solve and list print it.
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <climits>
#include <cstring>
#include <istream>
#include <nlohmann/json.hpp>
#include <streambuf>

#include "cli/options/problem_arguments.hpp"
#include "cli/terminal/text.hpp"
#include "domain/text.hpp"
#include "nqueens/error.hpp"
#include "placements/npy.hpp"

namespace nqueens::cli {

namespace {

using Json = nlohmann::json;
using Event = Json::parse_event_t;

constexpr std::uint64_t kMaxBytes = std::uint64_t{1} << 30;
constexpr std::size_t kBlock = std::size_t{1} << 16;

class Bytes : public std::streambuf {
 public:
  explicit Bytes(placements::PlacementInput& input) : input_(input), block_(kBlock, '\0') {}

 private:
  int underflow() override {
    const std::size_t size = input_.read(block_.data(), block_.size());
    if ((read_ += size) > kMaxBytes) {
      refuse<InvalidPlacement>("too large for JSON: {}; at most {} bytes; take columns, csv or npy",
                               input_.name(), kMaxBytes);
    }
    // The parser would take a byte 0 for the end.
    if (std::memchr(block_.data(), 0, size) != nullptr) {
      refuse<InvalidPlacement>("damaged JSON: a byte 0 in {}", input_.name());
    }
    setg(block_.data(), block_.data(), block_.data() + size);
    return size == 0 ? EOF : static_cast<unsigned char>(block_[0]);
  }

  placements::PlacementInput& input_;
  std::string block_;
  std::uint64_t read_ = 0;
};

/// Writes the placements of an object into an array while it is parsed, which keeps its few other
/// members only: memory for the columns is that of the array.
class Extraction {
 public:
  explicit Extraction(const std::string& name) : name_(name) {
    if (!array_.valid()) base::throw_io("cannot read", name_, errno);
    base::write_all(array_.get(), name_, std::string(placements::kWrittenHeaderBytes, '\0'));
  }

  /// Whether the parser keeps a value. Members of the outer object have depth 1.
  bool take(int depth, Event event, const Json& value) {
    if (depth == 1 && event == Event::key) {
      key_ = value.get<std::string>();
      placement_depth_ = key_ == "columns" || key_ == "second" ? 1
                         : key_ == "solutions"                 ? 2
                                                               : INT_MAX;
      return placement_depth_ <= 2 || key_.starts_with("board_") || key_ == "variant" ||
             key_ == "outcome";
    }
    if (depth < placement_depth_) {
      is_list_ = is_list_ || (placement_depth_ == 2 && event == Event::array_start);
      return depth <= 1;
    }
    if (depth > placement_depth_) {
      if (event != Event::value || !value.is_number_unsigned() || value > INT32_MAX) refuse_value();
      const auto column = value.get<std::int32_t>();
      numbers_.append(reinterpret_cast<const char*>(&column), sizeof column);
      if (numbers_.size() >= kBlock) write();
      ++row_;
    } else if (event == Event::array_start) {
      is_list_ = is_list_ || key_ == "second";
      row_ = 0;
    } else if (event == Event::array_end) {
      end_placement();
    } else if (depth > 1) {
      refuse_value();
    }
    return depth == 1 || event == Event::array_start;
  }

  /// The array, once the object has ended.
  base::FileDescriptor finish(std::uint64_t rows, bool has_none) {
    if (placements_ == 0 && !is_list_ && !has_none) {
      refuse<InvalidPlacement>(
          "no placement in {}: this JSON has no columns and no list of solutions", name_);
    }
    write();
    if (placements_ == 0) queens_ = std::max<std::uint64_t>(rows, 1);
    const bool is_one = placements_ == 1 && !is_list_;
    const std::string header = placements::array_header(
        sizeof(std::int32_t), is_one ? std::nullopt : std::optional(placements_), queens_);
    base::write_all_at(array_.get(), name_, header, 0);
    if (::lseek(array_.get(), 0, SEEK_SET) < 0) base::throw_io("cannot read", name_, errno);
    return std::move(array_);
  }

 private:
  [[noreturn]] void refuse_value() const {
    refuse<InvalidPlacement>("placement {} of {} is no list of column numbers, 0 to {}",
                             placements_ + 1, name_, INT32_MAX);
  }

  void end_placement() {
    if (placements_++ == 0) queens_ = row_;
    if (row_ == queens_) return;
    refuse<InvalidPlacement>("placement {} of {} has {}, the first one {}", placements_, name_,
                             plural(row_, "queen"), queens_);
  }

  void write() {
    base::write_all(array_.get(), name_, numbers_);
    numbers_.clear();
  }

  const std::string& name_;
  base::FileDescriptor array_{::memfd_create("placements", MFD_CLOEXEC)};
  std::string key_;  ///< of the outer object
  int placement_depth_ = INT_MAX;
  bool is_list_ = false;
  std::uint64_t placements_ = 0;
  std::uint64_t queens_ = 0;  ///< of the first placement
  std::uint64_t row_ = 0;
  std::string numbers_;  ///< not written yet
};

}  // namespace

base::FileDescriptor array_of_json(placements::PlacementInput& input, ProblemArguments& problem) {
  Bytes bytes(input);
  std::istream stream(&bytes);
  Extraction extraction(input.name());
  Json object;
  try {
    object = Json::parse(stream, [&](int depth, Event event, const Json& value) {
      return extraction.take(depth, event, value);
    });
  } catch (const Json::parse_error& error) {
    refuse<InvalidPlacement>("damaged JSON at byte {} of {}", error.byte - 1, input.name());
  } catch (const Json::out_of_range&) {
    refuse<InvalidPlacement>("damaged JSON: a number of {} is too large", input.name());
  }
  const auto side = [&](const char* name) {
    const Json& size = object.contains("board_size") ? object["board_size"] : object[name];
    return size.is_number_unsigned() ? size.get<std::uint64_t>() : 0;
  };
  const BoardShape board{side("board_rows"), side("board_columns")};
  base::FileDescriptor array = extraction.finish(board.rows, object["outcome"] == "none");
  if (board.rows > 0 && board.columns > 0 && !problem.has_board())
    problem.board = board_text(board.rows, board.columns);
  if (object["variant"].is_string() && !problem.variant) {
    problem.variant = parse_variant(object["variant"].get<std::string>());
  }
  return array;
}

}  // namespace nqueens::cli
