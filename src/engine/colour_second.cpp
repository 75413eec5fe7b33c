#include "engine/colour_second.hpp"

#include <algorithm>
#include <bit>

#include "engine/colour_units.hpp"
#include "engine/piece_search.hpp"

namespace nqueens::engine {

namespace {

/// Rows of a tail at most, so that its columns, four bits each, index an array.
constexpr int kMostTailRows = 4;

/// Builds the steps of a sequence of masks, each given by the columns of its rows in order.
class StepWriter {
 public:
  StepWriter(std::vector<MaskStep>& steps, int first_row, int rows,
             std::vector<LineSet>& columns_used)
      : steps_(steps), columns_used_(columns_used), first_row_(first_row), rows_(rows) {}

  /// `columns[i]` is the column in row first_row + i.
  void add(const std::uint8_t* columns, std::uint32_t leaf) {
    int level = 0;
    while (any_ && level < rows_ && columns[level] == last_[level]) ++level;
    for (; level < rows_; ++level) {
      last_[level] = columns[level];
      columns_used_[static_cast<std::size_t>(first_row_ + level)] |= LineSet{1} << columns[level];
      steps_.push_back({static_cast<std::uint8_t>(level),
                        {static_cast<std::uint8_t>(first_row_ + level), columns[level]},
                        level + 1 == rows_ ? leaf : MaskStep::kNoLeaf});
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

/// Lists the pieces of one row set; scratch is kept between groups.
class Listing {
 public:
  Listing(const PieceBoard& board, SecondPieces& result, std::uint32_t most_heads)
      : search_(board),
        result_(result),
        most_heads_(most_heads),
        tail_rows_(static_cast<int>(result.rows.size()) - result.head_rows),
        tail_of_key_(std::size_t{1} << (4 * tail_rows_), kNoTail),
        set_count_((std::size_t{1} << board.columns) + 1) {}

  void list_group(std::size_t pivot, const PieceLines& lines) {
    pivot_ = pivot;
    begin_group();
    place_head(0, lines);
    end_group();
  }

 private:
  /// An entry before the tails are numbered.
  struct Found {
    LineSet column_set;
    std::uint16_t head;
    std::uint16_t tail_key;
  };

  void begin_group() {
    found_.clear();
    heads_ = 0;
    head_columns_.clear();
  }

  void place_head(int depth, const PieceLines& lines) {
    if (depth == result_.head_rows) {
      head_is_new_ = true;
      place_tail(depth, lines, 0);
      return;
    }
    const int row = result_.rows[static_cast<std::size_t>(depth)];
    for (LineSet free = search_.free(lines, row); free != 0; free &= free - 1) {
      const int column = std::countr_zero(free);
      columns_[depth] = static_cast<std::uint8_t>(column);
      place_head(depth + 1, search_.with(lines, row, column));
    }
  }

  void place_tail(int depth, const PieceLines& lines, std::uint32_t key) {
    if (depth == static_cast<int>(result_.rows.size())) {
      add(lines.columns, key);
      return;
    }
    const int row = result_.rows[static_cast<std::size_t>(depth)];
    for (LineSet free = search_.free(lines, row); free != 0; free &= free - 1) {
      const int column = std::countr_zero(free);
      place_tail(depth + 1, search_.with(lines, row, column),
                 key << 4 | static_cast<std::uint32_t>(column));
    }
  }

  /// Only heads that some tail completes get a number.
  void add(LineSet column_set, std::uint32_t key) {
    if (head_is_new_) {
      if (heads_ == most_heads_) {
        end_group();
        begin_group();
      }
      head_columns_.insert(head_columns_.end(), columns_, columns_ + result_.head_rows);
      ++heads_;
      head_is_new_ = false;
    }
    found_.push_back(
        {column_set, static_cast<std::uint16_t>(heads_ - 1), static_cast<std::uint16_t>(key)});
  }

  void end_group() {
    if (found_.empty()) return;
    SecondGroup group;
    group.pivot = pivot_;
    group.heads = heads_;
    group.columns.resize(result_.rows.size());
    StepWriter heads(group.head_steps, 0, result_.head_rows, group.columns);
    for (std::uint32_t head = 0; head < heads_; ++head) {
      heads.add(head_columns_.data() + head * static_cast<std::size_t>(result_.head_rows), head);
    }
    number_tails(group);
    sort_entries(group);
    result_.groups.push_back(std::move(group));
  }

  /// Numbers the tails that occur, in the order of their columns: neighbours share beginnings.
  void number_tails(SecondGroup& group) {
    // Most keys of the array do not occur: it is cleared by the list of those that did before.
    for (const std::uint32_t key : tail_keys_) tail_of_key_[key] = kNoTail;
    tail_keys_.clear();
    for (const Found& found : found_) {
      if (tail_of_key_[found.tail_key] != kNoTail) continue;
      tail_of_key_[found.tail_key] = 0;
      tail_keys_.push_back(found.tail_key);
    }
    std::sort(tail_keys_.begin(), tail_keys_.end());
    StepWriter tails(group.tail_steps, result_.head_rows, tail_rows_, group.columns);
    for (const std::uint32_t key : tail_keys_) {
      std::uint8_t columns[kMostTailRows];
      for (int i = 0; i < tail_rows_; ++i) {
        columns[i] = static_cast<std::uint8_t>(key >> (4 * (tail_rows_ - 1 - i)) & 15u);
      }
      tails.add(columns, group.tails);
      tail_of_key_[key] = group.tails++;
    }
  }

  void sort_entries(SecondGroup& group) {
    for (const Found& found : found_) {
      if (set_count_[found.column_set]++ == 0) group.column_sets.push_back(found.column_set);
    }
    std::sort(group.column_sets.begin(), group.column_sets.end());
    std::uint32_t begin = 0;
    for (const LineSet set : group.column_sets) {
      const std::uint32_t count = set_count_[set];
      set_count_[set] = begin;
      group.begins.push_back(begin);
      begin += count;
    }
    group.begins.push_back(begin);
    group.entries.resize(found_.size());
    for (const Found& found : found_) {
      group.entries[set_count_[found.column_set]++] =
          SecondGroup::entry(found.head, tail_of_key_[found.tail_key]);
    }
    for (const LineSet set : group.column_sets) set_count_[set] = 0;
  }

  const PieceSearch search_;
  SecondPieces& result_;
  const std::uint32_t most_heads_;
  const int tail_rows_;
  std::size_t pivot_ = 0;
  bool head_is_new_ = false;
  std::uint32_t heads_ = 0;
  std::uint8_t columns_[32] = {};
  std::vector<std::uint8_t> head_columns_;
  std::vector<Found> found_;
  static constexpr std::uint32_t kNoTail = 0xFFFFFFFF;
  std::vector<std::uint32_t> tail_of_key_;
  std::vector<std::uint32_t> tail_keys_;  ///< with another value than kNoTail
  std::vector<std::uint32_t> set_count_;
};

}  // namespace

SecondPieces list_second_pieces(const PieceBoard& board, LineSet rows,
                                const SecondOptions& options) {
  SecondPieces result;
  result.keeps_tables = options.keeps_tables;
  LineSet others = rows;
  for (const int row : rows_from_the_middle(board.rows)) {
    if (static_cast<int>(result.pivot_rows.size()) == options.pivots) break;
    if ((rows >> row & 1u) == 0) continue;
    result.pivot_rows.push_back(row);
    others &= ~(LineSet{1} << row);
  }
  for (; others != 0; others &= others - 1) result.rows.push_back(std::countr_zero(others));
  const int count = static_cast<int>(result.rows.size());
  result.head_rows = count - std::min((count + 1) / 2, kMostTailRows);

  Listing listing(board, result, options.most_heads);
  std::size_t pivot = 0;
  const auto place = [&](const auto& self, std::size_t depth, const PieceLines& lines) -> void {
    if (depth == result.pivot_rows.size()) {
      listing.list_group(pivot++, lines);
      return;
    }
    const PieceSearch search(board);
    const int row = result.pivot_rows[depth];
    for (LineSet free = search.free(lines, row); free != 0; free &= free - 1) {
      self(self, depth + 1, search.with(lines, row, std::countr_zero(free)));
    }
  };
  place(place, 0, PieceLines{});
  return result;
}

}  // namespace nqueens::engine
