#include "counting/colour_join/second.hpp"

#include <algorithm>
#include <bit>

#include "counting/colour_join/units.hpp"

namespace nqueens::counting {

namespace {

/// Rows of a tail at most, so that its columns, four bits each, index an array.
constexpr int kMostTailRows = 4;
constexpr std::uint32_t kNoTail = 0xFFFFFFFF;

/// Builds the steps of a sequence of masks, each given by the columns of its rows in order.
class StepWriter {
 public:
  StepWriter(std::vector<MaskStep>& steps, int first_row, int rows,
             std::vector<LineSet>& columns_used)
      : steps_(steps), columns_used_(columns_used), first_row_(first_row), rows_(rows) {}

  /// `columns[i]` is the column in row first_row + i.
  void add(const std::uint8_t* columns) {
    int level = 0;
    while (any_ && level < rows_ && columns[level] == last_[level]) ++level;
    for (; level < rows_; ++level) {
      last_[level] = columns[level];
      columns_used_[static_cast<std::size_t>(first_row_ + level)] |= LineSet{1} << columns[level];
      steps_.push_back({static_cast<std::uint8_t>(level),
                        {static_cast<std::uint8_t>(first_row_ + level), columns[level]},
                        level + 1 == rows_});
    }
    any_ = true;
  }

 private:
  std::vector<MaskStep>& steps_;
  std::vector<LineSet>& columns_used_;
  int first_row_;
  int rows_;
  bool any_ = false;
  std::uint8_t last_[32] = {};
};

template <typename Element>
std::size_t bytes_of(const std::vector<Element>& elements) {
  return elements.capacity() * sizeof(Element);
}

}  // namespace

SecondRows::SecondRows(const PieceBoard& board, LineSet rows, int pivot_count) {
  for (const int row : rows_from_the_middle(board.rows)) {
    if (static_cast<int>(pivots.size()) == pivot_count) break;
    if ((rows >> row & 1u) == 0) continue;
    pivots.push_back(row);
    rows &= ~(LineSet{1} << row);
  }
  for (; rows != 0; rows &= rows - 1) others.push_back(std::countr_zero(rows));
  const int count = static_cast<int>(others.size());
  head_rows = count - std::min((count + 1) / 2, kMostTailRows);
}

std::size_t SecondGroup::bytes() const {
  return sizeof(SecondGroup) + bytes_of(columns) + bytes_of(head_steps) + bytes_of(tail_steps) +
         bytes_of(column_sets) + bytes_of(begins) + bytes_of(entries);
}

std::size_t SecondPieces::bytes() const {
  std::size_t sum = sizeof(SecondPieces);
  for (const SecondGroup& group : groups) sum += group.bytes();
  return sum;
}

/// What stays the same while one list() runs.
struct SecondListing::Current {
  const SecondRows& rows;
  int row_count;
  const Visit& visit;
};

SecondListing::SecondListing(const PieceBoard& board, std::uint32_t most_heads)
    : search_(board),
      most_heads_(most_heads),
      tail_of_key_(std::size_t{1} << (4 * kMostTailRows), kNoTail),
      set_count_(std::size_t{1} << board.columns) {}

bool SecondListing::list(const SecondRows& rows, std::size_t pivot, const PieceLines& lines,
                         const Visit& visit) {
  group_.pivot = pivot;
  Current current{rows, static_cast<int>(rows.others.size()), visit};
  return place_head(current, 0, lines) && end_group(current);
}

bool SecondListing::place_head(Current& current, int depth, const PieceLines& lines) {
  if (depth == current.rows.head_rows) {
    head_is_new_ = true;
    return place_tail(current, depth, lines, 0);
  }
  const int row = current.rows.others[static_cast<std::size_t>(depth)];
  for (LineSet free = search_.free(lines, row); free != 0; free &= free - 1) {
    const int column = std::countr_zero(free);
    columns_[depth] = static_cast<std::uint8_t>(column);
    if (!place_head(current, depth + 1, search_.with(lines, row, column))) return false;
  }
  return true;
}

bool SecondListing::place_tail(Current& current, int depth, const PieceLines& lines,
                               std::uint32_t key) {
  if (depth == current.row_count) return add(current, lines.columns, key);
  const int row = current.rows.others[static_cast<std::size_t>(depth)];
  for (LineSet free = search_.free(lines, row); free != 0; free &= free - 1) {
    const int column = std::countr_zero(free);
    if (!place_tail(current, depth + 1, search_.with(lines, row, column),
                    key << 4 | static_cast<std::uint32_t>(column))) {
      return false;
    }
  }
  return true;
}

/// Only heads that some tail completes get a number.
bool SecondListing::add(Current& current, LineSet column_set, std::uint32_t key) {
  if (head_is_new_) {
    if (group_.heads == most_heads_ && !end_group(current)) return false;
    head_columns_.insert(head_columns_.end(), columns_, columns_ + current.rows.head_rows);
    ++group_.heads;
    head_is_new_ = false;
  }
  found_.push_back({static_cast<std::uint16_t>(column_set),
                    static_cast<std::uint16_t>(group_.heads - 1), static_cast<std::uint16_t>(key)});
  return true;
}

/// Hands over what was found and begins anew.
bool SecondListing::end_group(Current& current) {
  if (found_.empty()) return true;
  const SecondRows& rows = current.rows;
  group_.columns.assign(rows.others.size(), 0);
  group_.head_steps.clear();
  StepWriter heads(group_.head_steps, 0, rows.head_rows, group_.columns);
  for (std::uint32_t head = 0; head < group_.heads; ++head) {
    heads.add(head_columns_.data() + head * static_cast<std::size_t>(rows.head_rows));
  }
  number_tails(rows);
  sort_entries();
  const bool goes_on = current.visit(group_);
  found_.clear();
  head_columns_.clear();
  group_.heads = 0;
  return goes_on;
}

/// Numbers the tails that occur, in the order of their columns: neighbours share beginnings.
void SecondListing::number_tails(const SecondRows& rows) {
  const int tail_rows = static_cast<int>(rows.others.size()) - rows.head_rows;
  for (const Found& found : found_) {
    if (tail_of_key_[found.tail_key] != kNoTail) continue;
    tail_of_key_[found.tail_key] = 0;
    tail_keys_.push_back(found.tail_key);
  }
  std::sort(tail_keys_.begin(), tail_keys_.end());
  group_.tail_steps.clear();
  group_.tails = 0;
  StepWriter tails(group_.tail_steps, rows.head_rows, tail_rows, group_.columns);
  for (const std::uint32_t key : tail_keys_) {
    std::uint8_t columns[kMostTailRows];
    for (int i = 0; i < tail_rows; ++i) {
      columns[i] = static_cast<std::uint8_t>(key >> (4 * (tail_rows - 1 - i)) & 15u);
    }
    tails.add(columns);
    tail_of_key_[key] = group_.tails++;
  }
}

void SecondListing::sort_entries() {
  group_.column_sets.clear();
  group_.begins.clear();
  for (const Found& found : found_) {
    if (set_count_[found.column_set]++ == 0) group_.column_sets.push_back(found.column_set);
  }
  std::sort(group_.column_sets.begin(), group_.column_sets.end());
  std::uint32_t begin = 0;
  for (const std::uint16_t set : group_.column_sets) {
    const std::uint32_t count = set_count_[set];
    set_count_[set] = begin;
    group_.begins.push_back(begin);
    begin += count;
  }
  group_.begins.push_back(begin);
  group_.entries.resize(found_.size());
  for (const Found& found : found_) {
    group_.entries[set_count_[found.column_set]++] =
        SecondGroup::entry(found.head, tail_of_key_[found.tail_key]);
  }
  // Few of the counts and keys are in use: the arrays are cleared by what is.
  for (const std::uint16_t set : group_.column_sets) set_count_[set] = 0;
  for (const std::uint32_t key : tail_keys_) tail_of_key_[key] = kNoTail;
  tail_keys_.clear();
}

SecondPieces list_second_pieces(const PieceBoard& board, const SecondRows& rows,
                                SecondListing& listing) {
  SecondPieces result;
  for_each_pivot(PieceSearch(board), rows.pivots, [&](std::size_t pivot, const PieceLines& lines) {
    return listing.list(rows, pivot, lines, [&](const SecondGroup& group) {
      result.groups.push_back(group);  // a copy, so that it holds no more than it needs
      return true;
    });
  });
  result.groups.shrink_to_fit();
  return result;
}

}  // namespace nqueens::counting
