#include "solve/placement_output.hpp"

#include <unistd.h>

#include <algorithm>
#include <condition_variable>
#include <utility>

#include "base/file.hpp"
#include "base/stopwatch.hpp"
#include "placements/npy.hpp"
#include "placements/placement_parser.hpp"

namespace nqueens::solving {

void PlacementOutput::begin() {
  verifier_.reset();  // before the next one takes memory
  moved_.clear();
  if (verify_) verifier_.emplace(size_);
}

bool PlacementOutput::is_solution(run::Executor& workers, const std::stop_token& stop) {
  for (const Square& queen : std::exchange(moved_, {})) {
    mark(queen.row, std::span<const std::uint64_t>(&queen.column, 1));
  }
  return !verifier_ || verifier_->is_solution(workers, stop);
}

template <typename Number>
void PlacementOutput::mark(std::uint64_t first_row, std::span<const Number> columns) {
  if (!verifier_) return;
  const base::Stopwatch watch;
  verifier_->mark(first_row, columns);
  marking_seconds_.fetch_add(watch.seconds(), std::memory_order_relaxed);
}

template <typename Number>
void PlacementOutput::mark_columns(const FilledRows& rows, std::span<const Number> columns) {
  if (!verifier_) return;
  std::vector<MovedRow> moved(rows.moved.begin(), rows.moved.end());
  std::sort(moved.begin(), moved.end(),
            [](const MovedRow& a, const MovedRow& b) { return a.distance < b.distance; });
  std::size_t next = 0;
  const auto mark_up_to = [&](std::size_t end) {
    if (next < end) mark(rows.first_row + next, columns.subspan(next, end - next));
    next = end + 1;
  };
  for (const MovedRow& one : moved) mark_up_to(one.distance);
  mark_up_to(columns.size());
  const std::lock_guard lock(mutex_of_moved_);
  for (const MovedRow& one : moved) moved_.push_back({rows.first_row + one.distance, one.column});
}

namespace {

std::vector<std::uint64_t> columns_of(const FilledRows& rows) {
  std::vector<std::uint64_t> columns(rows.low_columns.size());
  for (std::size_t i = 0; i < columns.size(); ++i) columns[i] = rows.column(i);
  for (const MovedRow& one : rows.moved) columns[one.distance] = one.column;
  return columns;
}

template <typename Number>
std::string_view bytes_of(std::span<const Number> numbers) {
  return {reinterpret_cast<const char*>(numbers.data()), numbers.size_bytes()};
}

class NullOutput final : public PlacementOutput {
 public:
  using PlacementOutput::PlacementOutput;

  bool is_ordered() const override { return false; }
  void put(const FilledRows& rows) override {
    mark(rows.first_row, std::span<const std::uint64_t>(columns_of(rows)));
  }
  void put_repaired(std::uint64_t first_row, std::span<const std::uint64_t> columns) override {
    mark(first_row, columns);
  }
  void finish() override {}
};

class SeekableOutput final : public PlacementOutput {
 public:
  SeekableOutput(int descriptor, const std::string& name, std::uint64_t position,
                 std::uint64_t board_size, int column_bytes, bool verify)
      : PlacementOutput(board_size, verify),
        descriptor_(descriptor),
        name_(name),
        position_(position),
        column_bytes_(column_bytes),
        header_(placements::array_header(column_bytes_, std::nullopt, board_size)) {}

  bool is_ordered() const override { return false; }
  void begin() override {
    PlacementOutput::begin();
    // A header of an older placement at this place must not make these columns valid.
    base::write_all_at(descriptor_, name_, std::string(header_.size(), '\0'), position_);
  }

  void put(const FilledRows& rows) override {
    if (column_bytes_ == 4) {
      put_all(rows.first_row, rows.low_columns);
      return;
    }
    put_all(rows.first_row, std::span<const std::uint64_t>(columns_of(rows)));
  }

  void put_repaired(std::uint64_t first_row, std::span<const std::uint64_t> columns) override {
    if (column_bytes_ == 8) return put_all(first_row, columns);
    const std::vector<std::uint32_t> narrow(columns.begin(), columns.end());
    put_all(first_row, std::span<const std::uint32_t>(narrow));
  }

  void finish() override {
    base::write_all_at(descriptor_, name_, header_, position_);
    // Later writes to the descriptor follow the array.
    (void)::lseek(descriptor_, static_cast<off_t>(place_of(size_)), SEEK_SET);
  }

 private:
  std::uint64_t place_of(std::uint64_t row) const {
    return position_ + header_.size() + row * static_cast<unsigned>(column_bytes_);
  }
  template <typename Number>
  void put_all(std::uint64_t first_row, std::span<const Number> columns) {
    mark(first_row, columns);
    base::write_all_at(descriptor_, name_, bytes_of(columns), place_of(first_row));
  }

  const int descriptor_;
  const std::string name_;
  const std::uint64_t position_;
  const int column_bytes_;
  const std::string header_;
};

struct VisitBlock {
  std::uint64_t first_row = 0;
  std::vector<std::uint64_t> columns;
  std::string text;
};

/// Puts the blocks of all threads in order. The last one waits until the placement is verified.
class SequentialOutput : public PlacementOutput {
 public:
  using PlacementOutput::PlacementOutput;

  bool is_ordered() const override { return true; }
  void begin() override {
    PlacementOutput::begin();
    next_ = 0;
    is_writing_ = is_closed_ = false;
    waiting_.assign(kMaxAhead, std::nullopt);
    last_.reset();
    write_head();
  }

  void put(const FilledRows& rows) final { pass_on(rows.visit, make_block(rows)); }
  void put_repaired(std::uint64_t, std::span<const std::uint64_t>) final {}
  void close() final {
    const std::lock_guard lock(mutex_);
    is_closed_ = true;
    changed_.notify_all();
  }
  void finish() final {
    if (last_) write_block(*last_);
    write_tail();
  }

 protected:
  /// Marks the columns too. Any thread may call it.
  virtual VisitBlock make_block(const FilledRows& rows) = 0;
  /// One thread at a time calls these.
  virtual void write_head() {}
  virtual void write_block(const VisitBlock& block) = 0;
  virtual void write_tail() {}

 private:
  /// This many visits may be ahead of the first missing one. They come nearly in order, but a
  /// sleeping thread makes others wait.
  static constexpr std::size_t kMaxAhead = 64;

  /// The thread with the first missing visit never waits.
  void pass_on(std::uint64_t index, VisitBlock block) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return is_closed_ || index < next_ + kMaxAhead; });
    if (is_closed_) return;
    waiting_[index % kMaxAhead] = std::move(block);
    if (is_writing_) return;
    is_writing_ = true;
    while (!is_closed_ && waiting_[next_ % kMaxAhead]) {
      std::optional<VisitBlock> current = std::exchange(waiting_[next_ % kMaxAhead], std::nullopt);
      lock.unlock();
      // An exception leaves is_writing_ set, so nothing more is written.
      if (last_) write_block(*last_);
      last_ = std::move(current);
      lock.lock();
      ++next_;
      changed_.notify_all();
    }
    is_writing_ = false;
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  std::uint64_t next_ = 0;  ///< the first visit that is not passed on yet
  std::vector<std::optional<VisitBlock>> waiting_;
  std::optional<VisitBlock> last_;  ///< used by the writing thread only
  bool is_writing_ = false;
  bool is_closed_ = false;
};

class ReceiverOutput final : public SequentialOutput {
 public:
  ReceiverOutput(const ColumnReceiver& receive, std::uint64_t board_size, bool verify)
      : SequentialOutput(board_size, verify), receive_(receive) {}

 private:
  VisitBlock make_block(const FilledRows& rows) override {
    VisitBlock block{rows.first_row, columns_of(rows), {}};
    mark_columns(rows, std::span<const std::uint64_t>(block.columns));
    return block;
  }
  void write_block(const VisitBlock& block) override { receive_(block.first_row, block.columns); }

  const ColumnReceiver& receive_;
};

class DescriptorOutput final : public SequentialOutput {
 public:
  DescriptorOutput(int descriptor, const std::string& name, std::uint64_t board_size,
                   int column_bytes, bool verify)
      : SequentialOutput(board_size, verify),
        descriptor_(descriptor),
        name_(name),
        column_bytes_(column_bytes) {}

 private:
  bool is_text() const { return column_bytes_ == 0; }

  VisitBlock make_block(const FilledRows& rows) override {
    VisitBlock block{rows.first_row, {}, {}};
    if (column_bytes_ == 4) {
      std::vector<std::uint32_t> narrow(rows.low_columns.begin(), rows.low_columns.end());
      for (const MovedRow& one : rows.moved) {
        narrow[one.distance] = static_cast<std::uint32_t>(one.column);
      }
      const std::span<const std::uint32_t> columns(narrow);
      mark_columns(rows, columns);
      block.text = bytes_of(columns);
      return block;
    }
    const std::vector<std::uint64_t> wide = columns_of(rows);
    const std::span<const std::uint64_t> columns(wide);
    mark_columns(rows, columns);
    if (is_text()) {
      placements::append_columns(columns, rows.first_row == 0, block.text);
    } else {
      block.text = bytes_of(columns);
    }
    return block;
  }
  void write_head() override {
    if (!is_text()) write(placements::array_header(column_bytes_, std::nullopt, size_));
  }
  void write_block(const VisitBlock& block) override { write(block.text); }
  void write_tail() override {
    if (is_text()) write("\n");
  }
  void write(std::string_view bytes) const { base::write_all(descriptor_, name_, bytes); }

  const int descriptor_;
  const std::string name_;
  const int column_bytes_;  ///< 0 for text
};

}  // namespace

std::unique_ptr<PlacementOutput> output_to(int descriptor, const std::string& name,
                                           std::optional<std::uint64_t> position,
                                           std::uint64_t board_size, int column_bytes,
                                           bool verify) {
  if (!position || column_bytes == 0) {
    return std::make_unique<DescriptorOutput>(descriptor, name, board_size, column_bytes, verify);
  }
  return std::make_unique<SeekableOutput>(descriptor, name, *position, board_size, column_bytes,
                                          verify);
}

std::unique_ptr<PlacementOutput> output_to(const ColumnReceiver& receive, std::uint64_t board_size,
                                           bool verify) {
  if (!receive) return std::make_unique<NullOutput>(board_size, verify);
  return std::make_unique<ReceiverOutput>(receive, board_size, verify);
}

}  // namespace nqueens::solving
