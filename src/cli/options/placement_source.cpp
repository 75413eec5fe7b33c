#include "cli/options/placement_source.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "cli/options/input_file.hpp"
#include "domain/columns.hpp"
#include "journal/format.hpp"
#include "nqueens/error.hpp"

namespace nqueens::cli {

namespace {

using placements::ListedPlacement;
using placements::ListSink;
using placements::PlacementInput;

/// The bytes of an input, for the parser of JSON.
class Bytes {
 public:
  explicit Bytes(PlacementInput& input) : input_(input) { next(); }

  bool at_end() const { return used_ == size_; }
  char current() const { return buffer_[used_]; }
  void next() {
    if (++used_ < size_) return;
    size_ = input_.read(buffer_.data(), buffer_.size());
    used_ = 0;
  }

 private:
  PlacementInput& input_;
  std::vector<char> buffer_ = std::vector<char>(1 << 16);
  std::size_t used_ = 0;
  std::size_t size_ = 0;
};

/// Null at the end.
class ByteIterator {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = char;

  explicit ByteIterator(Bytes* bytes = nullptr)
      : bytes_(bytes != nullptr && bytes->at_end() ? nullptr : bytes) {}

  char operator*() const { return bytes_->current(); }
  ByteIterator& operator++() {
    bytes_->next();
    if (bytes_->at_end()) bytes_ = nullptr;
    return *this;
  }
  friend bool operator==(const ByteIterator&, const ByteIterator&) = default;

 private:
  Bytes* bytes_;
};

/// Takes the placements out of the record of solve or list while it is parsed.
class PlacementsOfJson {
 public:
  using Json = nlohmann::json;

  PlacementsOfJson(std::string name, std::string variant, const ListSink& sink)
      : name_(std::move(name)), variant_(std::move(variant)), sink_(sink) {}

  std::uint64_t found() const { return found_; }

  // Called by the parser; false ends it.
  bool key(const std::string& text) {
    if (depth_ == 1) key_ = text;
    return true;
  }
  bool start_object(std::size_t) {
    if (in_placement() || in_list()) refuse();
    ++depth_;
    return true;
  }
  bool end_object() {
    --depth_;
    return true;
  }
  bool start_array(std::size_t) {
    if (in_placement()) refuse();
    ++depth_;
    if (in_placement()) {
      placement_.where = fmt::format("placement {}", ++found_);
      placement_.columns.clear();
    }
    return true;
  }
  bool end_array() {
    const bool whole = in_placement();
    --depth_;
    if (!whole) return true;
    require_its_rows();
    return sink_(placement_);
  }
  bool number_unsigned(std::uint64_t number) {
    if (in_list()) refuse();
    if (depth_ == 1) {
      if (key_ == "board_size") rows_ = width_ = number;
      if (key_ == "board_rows") rows_ = number;
      if (key_ == "board_columns") width_ = number;
    }
    if (in_placement()) {
      placement_.columns.push_back(
          checked_column(number, placement_.columns.size(), placement_.where));
    }
    return true;
  }
  bool number_integer(std::int64_t) { return other(); }
  bool number_float(double, const std::string&) { return other(); }
  bool string(const std::string& text) {
    if (depth_ == 1 && key_ == "variant" && text != variant_) {
      throw InvalidPlacement(
          fmt::format("a record of the variant {0}: {1}; give --variant {0}", text, name_));
    }
    return other();
  }
  bool binary(const Json::binary_t&) { return other(); }
  bool boolean(bool) { return other(); }
  bool null() { return other(); }
  bool parse_error(std::size_t position, const std::string&, const Json::exception&) {
    throw InvalidPlacement(
        fmt::format("not valid JSON: {}, near byte {}; one object is expected, as nqueens solve or "
                    "list --json prints it",
                    name_, position));
  }

 private:
  /// Whether numbers are columns.
  bool in_placement() const {
    if (depth_ == 2) return key_ == "columns" || key_ == "second";
    return depth_ == 3 && key_ == "solutions";
  }
  /// Among the placements of a list, of which each is an array.
  bool in_list() const { return depth_ == 2 && key_ == "solutions"; }
  bool other() const {
    if (in_placement() || in_list()) refuse();
    return true;
  }
  [[noreturn]] void refuse() const {
    throw InvalidPlacement(fmt::format("placement {} of {} is not an array of column numbers",
                                       in_list() ? found_ + 1 : found_, name_));
  }
  /// The record names its board before its placements.
  void require_its_rows() {
    const std::uint64_t queens = placement_.columns.size();
    if (rows_ && *rows_ != queens) {
      throw InvalidPlacement(
          fmt::format("{} of {} has {} columns, and its record a board of {} rows",
                      placement_.where, name_, queens, *rows_));
    }
    if (width_) placement_.width = *width_;
  }

  std::string name_;
  std::string variant_;  ///< that records must have
  const ListSink& sink_;
  int depth_ = 0;
  std::string key_;  ///< of the outermost object
  std::optional<std::uint64_t> rows_;
  std::optional<std::uint64_t> width_;
  ListedPlacement placement_;
  std::uint64_t found_ = 0;
};

/// Whether a member of that name is an array; `name` is in quotes.
bool has_array(std::string_view json, std::string_view name) {
  constexpr const char* kSpace = " \t\r\n";
  for (std::size_t at = 0; (at = json.find(name, at)) != std::string_view::npos;) {
    at = std::min(json.find_first_not_of(kSpace, at + name.size()), json.size());
    if (!json.substr(at).starts_with(':')) continue;
    at = std::min(json.find_first_not_of(kSpace, at + 1), json.size());
    if (json.substr(at).starts_with('[')) return true;
  }
  return false;
}

}  // namespace

PlacementSource::PlacementSource(const std::string& file, std::string variant)
    : opened_(open_input(file)),
      input_(opened_.get(), input_name(file)),
      variant_(std::move(variant)) {
  if (!journal::is_journal(input_.head())) return;
  throw InvalidPlacement(fmt::format(
      "this is a journal, not a placement: {}; nqueens status, audit and merge read it", name()));
}

bool PlacementSource::is_json() const {
  const std::string_view head = input_.head();
  const std::size_t first = head.find_first_not_of(" \t\r\n");
  return first != std::string_view::npos && head[first] == '{';
}

bool PlacementSource::is_list(std::optional<std::uint64_t> rows) const {
  if (is_binary()) return false;
  if (!is_json()) return placements::is_list(input_.head(), rows);
  return has_array(input_.head(), "\"solutions\"") || has_array(input_.head(), "\"second\"");
}

void PlacementSource::read_list(const ListSink& sink) {
  std::uint64_t found = 0;
  if (is_json()) {
    PlacementsOfJson reader(name(), variant_, sink);
    Bytes bytes(input_);
    nlohmann::json::sax_parse(ByteIterator(&bytes), ByteIterator(), &reader);
    found = reader.found();
  } else {
    placements::read_list(input_, [&](const ListedPlacement& placement) {
      ++found;
      return sink(placement);
    });
  }
  if (found > 0) return;
  throw InvalidPlacement(
      fmt::format("no placement in {}; a line of column numbers for each is expected, a drawing, "
                  "or the JSON of nqueens solve or list",
                  name()));
}

ListedPlacement PlacementSource::read_one() {
  ListedPlacement one;
  if (!is_json()) {
    one.columns = placements::read_placement(input_, &one.width);
    return one;
  }
  read_list([&](const ListedPlacement& placement) {
    if (!one.where.empty()) {
      throw InvalidPlacement(fmt::format("more than one placement in {}; take one", name()));
    }
    one = placement;
    return true;
  });
  return one;
}

}  // namespace nqueens::cli
