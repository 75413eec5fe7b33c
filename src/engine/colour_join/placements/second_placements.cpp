// Places the queens of heads, then of tails, and writes down the steps that make their masks.
#include "engine/colour_join/placements/second_placements.hpp"

#include <algorithm>
#include <bit>
#include <exception>

#include "engine/colour_join/board/quartered_board.hpp"
#include "engine/colour_join/stop.hpp"

namespace nqueens::engine::colour_join {

namespace {

/// A tail has at most this many rows: its columns, four bits each, index an array.
constexpr int kMaxTailRows = 4;
int tail_rows_of(int rows) {
  return std::min((rows + 1) / 2, kMaxTailRows);
}
constexpr std::uint32_t kNoTail = 0xFFFFFFFF;
/// Heads tried between two looks at the stop token have up to 43,680 tails each, most have few.
constexpr std::uint32_t kHeadsPerPoll = 64;

/// Writes the steps to a sequence of masks, each given by the columns of its rows in order.
class StepWriter {
 public:
  StepWriter(std::vector<MaskStep>& steps, int first_row, int rows,
             std::vector<LineSet>& columns_used)
      : steps_(steps), columns_used_(columns_used), first_row_(first_row), rows_(rows) {
    steps_.clear();
  }

  /// `columns[i]` is the column in row first_row + i of SecondRows::others.
  void add(const std::uint8_t* columns) {
    int level = 0;
    while (any_ && level < rows_ && columns[level] == last_[level]) ++level;
    for (; level < rows_; ++level) {
      const auto row = static_cast<std::size_t>(first_row_ + level);
      last_[level] = columns[level];
      columns_used_[row] |= LineSet{1} << columns[level];
      steps_.push_back({static_cast<std::uint8_t>(level),
                        static_cast<std::uint8_t>(square_index(row, columns[level])),
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

SecondRows::SecondRows(const Quarter& quarter, LineSet rows, int max_pivots) {
  for (const int row : rows_from_the_middle(quarter.rows())) {
    if (static_cast<int>(pivots.size()) == max_pivots) break;
    if ((rows >> row & 1u) == 0) continue;
    pivots.push_back(row);
    rows &= ~(LineSet{1} << row);
  }
  for (; rows != 0; rows &= rows - 1) others.push_back(std::countr_zero(rows));
  const int count = static_cast<int>(others.size());
  head_rows = count - tail_rows_of(count);
}

std::size_t SecondGroup::bytes() const {
  return sizeof(SecondGroup) + bytes_of(columns) + bytes_of(head_steps) + bytes_of(tail_steps) +
         bytes_of(column_sets) + bytes_of(begins) + bytes_of(entries);
}

std::size_t SecondPlacements::bytes() const {
  std::size_t sum = sizeof(SecondPlacements);
  for (const SecondGroup& group : groups) sum += group.bytes();
  return sum;
}

struct SecondListing::Current {
  const SecondRows& rows;
  int row_count;
  std::span<const std::int32_t> row_of_set;
  const std::stop_token& stop;
  const Visit& visit;
  std::uint32_t heads_tried = 0;

  /// Tells whether the set, or one that it is part of, is asked for.
  bool wants(LineSet columns) const { return row_of_set.empty() || row_of_set[columns] >= 0; }
};

SecondListing::SecondListing(const Quarter& quarter, std::uint32_t max_heads)
    : quarter_(quarter),
      max_heads_(max_heads),
      tail_of_key_(std::size_t{1} << (4 * tail_rows_of(quarter.rows())), kNoTail),
      set_count_(std::size_t{1} << quarter.columns()) {}

void SecondListing::list(const SecondRows& rows, std::size_t pivot, const QueenLines& lines,
                         std::span<const std::int32_t> row_of_set, const std::stop_token& stop,
                         const Visit& visit) {
  group_.pivot = pivot;
  clear_group();  // left by a listing that was stopped
  Current current{rows, static_cast<int>(rows.others.size()), row_of_set, stop, visit};
  place_head(current, 0, lines);
  end_group(current);
}

void SecondListing::place_head(Current& current, int depth, const QueenLines& lines) {
  if (!current.wants(lines.columns)) return;
  if (depth == current.rows.head_rows) {
    if (++current.heads_tried % kHeadsPerPoll == 0) check_stop(current.stop);
    head_is_new_ = true;
    place_tail(current, depth, lines, 0);
    return;
  }
  const int row = current.rows.others[static_cast<std::size_t>(depth)];
  for (LineSet free = quarter_.free(lines, row); free != 0; free &= free - 1) {
    const int column = std::countr_zero(free);
    columns_[depth] = static_cast<std::uint8_t>(column);
    place_head(current, depth + 1, quarter_.with(lines, row, column));
  }
}

void SecondListing::place_tail(Current& current, int depth, const QueenLines& lines,
                               std::uint32_t key) {
  if (!current.wants(lines.columns)) return;
  if (depth == current.row_count) {
    add(current, lines.columns, key);
    return;
  }
  const int row = current.rows.others[static_cast<std::size_t>(depth)];
  for (LineSet free = quarter_.free(lines, row); free != 0; free &= free - 1) {
    const int column = std::countr_zero(free);
    place_tail(current, depth + 1, quarter_.with(lines, row, column),
               key << 4 | static_cast<std::uint32_t>(column));
  }
}

/// Only heads that some tail completes get a number.
void SecondListing::add(Current& current, LineSet column_set, std::uint32_t key) {
  if (head_is_new_) {
    if (group_.heads == max_heads_) end_group(current);
    head_columns_.insert(head_columns_.end(), columns_, columns_ + current.rows.head_rows);
    ++group_.heads;
    head_is_new_ = false;
  }
  found_.push_back({static_cast<std::uint16_t>(column_set),
                    static_cast<std::uint16_t>(group_.heads - 1), static_cast<std::uint16_t>(key)});
}

/// Hands over what was found and begins a new group.
void SecondListing::end_group(Current& current) {
  if (found_.empty()) return;
  const SecondRows& rows = current.rows;
  group_.columns.assign(rows.others.size(), 0);
  StepWriter heads(group_.head_steps, 0, rows.head_rows, group_.columns);
  for (std::uint32_t head = 0; head < group_.heads; ++head) {
    heads.add(head_columns_.data() + head * static_cast<std::size_t>(rows.head_rows));
  }
  number_tails(rows);
  sort_entries();
  current.visit(group_);
  clear_group();
}

void SecondListing::clear_group() {
  found_.clear();
  head_columns_.clear();
  group_.heads = 0;
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
  group_.tails = 0;
  StepWriter tails(group_.tail_steps, rows.head_rows, tail_rows, group_.columns);
  for (const std::uint32_t key : tail_keys_) {
    std::uint8_t columns[kMaxTailRows];
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
        pair_entry(found.head, tail_of_key_[found.tail_key]);
  }
  // Few of the counts and keys are in use: only those are cleared.
  for (const std::uint16_t set : group_.column_sets) set_count_[set] = 0;
  for (const std::uint32_t key : tail_keys_) tail_of_key_[key] = kNoTail;
  tail_keys_.clear();
}

/// A list that turns out too large for the room left is dropped, and no later one is tried.
std::unique_ptr<SecondPlacements> QuarterLists::make(LineSet rows, int pivots,
                                                     SecondListing& listing,
                                                     const std::stop_token& stop) const {
  if (static_cast<double>(bytes_.load()) >= max_bytes_) return nullptr;
  auto list = std::make_unique<SecondPlacements>();
  const SecondRows split(quarter_, rows, pivots);
  for_each_pivot(
      quarter_, split.pivots, [](std::size_t, const QueenLines&) {},
      [&](std::size_t pivot, const QueenLines& lines) {
        listing.list(split, pivot, lines, {}, stop, [&](const SecondGroup& group) {
          list->groups.push_back(group);  // a copy holds no more than it needs
          check_stop(stop);
        });
      });
  list->groups.shrink_to_fit();
  const std::size_t bytes = list->bytes();
  return static_cast<double>(bytes_.fetch_add(bytes) + bytes) <= max_bytes_ ? std::move(list)
                                                                            : nullptr;
}

const SecondPlacements* QuarterLists::find(LineSet rows, int pivots, SecondListing& listing,
                                           const std::stop_token& stop) const {
  Slot& slot = slots_[rows];
  // An exception does not leave call_once(), which some run-time libraries cannot do.
  std::exception_ptr failure;
  std::call_once(slot.once, [&] {
    try {
      slot.list = make(rows, pivots, listing, stop);
    } catch (...) {
      failure = std::current_exception();
    }
  });
  if (failure) std::rethrow_exception(failure);
  return slot.list.get();
}

}  // namespace nqueens::engine::colour_join
