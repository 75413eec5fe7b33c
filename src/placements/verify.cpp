// Verification: all threads mark the lines of all queens, then the marked lines are counted. Only
// when they are too few, or a column is too large, the input is visited again for the exact place.
#include "placements/verify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <optional>
#include <vector>

#include "base/file.hpp"
#include "nqueens/error.hpp"
#include "placements/attack_search.hpp"
#include "placements/column_store.hpp"
#include "placements/line_marks.hpp"
#include "placements/placement_input.hpp"
#include "run/executor.hpp"
#include "run/memory.hpp"

namespace nqueens::placements {

namespace {

/// The threads of one verification: the calling one alone, or those of an executor.
class Workers {
 public:
  Workers(const VerifyOptions& options, bool small) {
    const bool in_range = options.threads >= 0 && options.threads <= kMaxThreads;
    const bool alone = options.threads == 1 && options.pinning != Pinning::cores;
    if (!alone && !(small && in_range)) executor_.emplace(options.threads, options.pinning);
  }

  int count() const { return executor_ ? executor_->threads() : 1; }

  /// Calls work(w) for every worker; see Executor::run.
  void run(const std::function<void(int)>& work) {
    if (executor_) {
      executor_->run(work);
    } else {
      work(0);
    }
  }

 private:
  std::optional<run::Executor> executor_;
};

/// How many sets of marks to use: one for each worker, as far as half of the memory goes.
int choose_sets(std::uint64_t board_size, int workers, const VerifyTuning& tuning) {
  const std::uint64_t bytes = LineMarks::words_for(board_size) * sizeof(std::uint64_t);
  const int wanted = std::min(workers, tuning.most_sets);
  if (bytes * static_cast<std::uint64_t>(wanted) <= run::kGrantedUnasked) return wanted;
  run::require_memory(bytes, fmt::format("verifying a board of {} queens", board_size),
                      "free memory or use a machine that has more");
  const std::uint64_t affordable = run::available_memory() / 2 / bytes;
  return static_cast<int>(
      std::clamp<std::uint64_t>(affordable, 1, static_cast<std::uint64_t>(wanted)));
}

void throw_if_stopped(const std::stop_token& stop, std::uint64_t rows) {
  if (!stop.stop_requested()) return;
  throw Stopped(fmt::format(
      "stopped on request: verifying a board of {} queens; run it again for a result", rows));
}

/// The first visit: marks what is on the board, remembers that something is not.
class Marker {
 public:
  /// `bound` is the board size, or an upper bound that only a placement with a repeated column or
  /// one out of range can exceed.
  Marker(std::uint64_t bound, int workers, const VerifyTuning& tuning)
      : bound_(bound), pool_(bound, choose_sets(bound, workers, tuning), workers) {}

  /// Safe to call from several threads; `hint` is the thread's own, 0 at first.
  void mark(std::uint64_t first_row, std::span<const Column> columns, std::size_t& hint) {
    const Column largest = *std::max_element(columns.begin(), columns.end());
    Column known = largest_.load(std::memory_order_relaxed);
    while (known < largest && !largest_.compare_exchange_weak(known, largest)) {
    }
    if (largest >= bound_ || first_row + columns.size() > bound_) {
      beyond_bound_.store(true);
    } else {
      pool_.mark(first_row, columns, hint);
    }
  }

  Column largest_column() const { return largest_.load(); }

  /// After all marking: true when every one of `rows` queens has three lines for itself.
  bool free_of_attacks(std::uint64_t rows, Workers& workers, const std::stop_token& stop) const {
    if (beyond_bound_.load()) return false;
    constexpr std::uint64_t kWords = 1 << 15;
    std::atomic<std::uint64_t> next{0}, lines{0};
    workers.run([&](int) {
      const std::uint64_t end = pool_.word_count();
      for (std::uint64_t first; (first = next.fetch_add(kWords)) < end;) {
        throw_if_stopped(stop, rows);
        lines += pool_.count_lines(first, std::min(end, first + kWords));
      }
    });
    return lines.load() == 3 * rows;
  }

 private:
  std::uint64_t bound_;
  MarkPool pool_;
  std::atomic<Column> largest_{0};
  std::atomic<bool> beyond_bound_{false};
};

/// The answer, after `marker` has seen all `rows` columns. `visit` is called only for a negative
/// one.
std::optional<AttackingPair> conclude(std::uint64_t rows, const Marker& marker, Workers& workers,
                                      const std::string& name, const std::stop_token& stop,
                                      const RowOrderVisit& visit) {
  if (marker.largest_column() >= rows) report_column_out_of_range(rows, name, visit);
  if (marker.free_of_attacks(rows, workers, stop)) return std::nullopt;
  return find_first_attack(rows, name, visit);
}

void check_expected_size(std::uint64_t rows, const std::string& name,
                         const VerifyOptions& options) {
  if (options.expected_size && *options.expected_size != rows) {
    throw InvalidPlacement(
        fmt::format("expected {} queens: got {}{}{}; the placement must have "
                    "exactly the expected number",
                    *options.expected_size, rows, name.empty() ? "" : " in ", name));
  }
}

/// Verifies columns that lie in memory, in pieces of any size.
std::optional<AttackingPair> verify_pieces(const std::vector<std::span<const Column>>& pieces,
                                           std::uint64_t rows, Workers& workers,
                                           const std::string& name, const std::stop_token& stop,
                                           const VerifyTuning& tuning) {
  std::vector<std::uint64_t> first_rows;
  for (std::uint64_t row = 0; const auto& piece : pieces) {
    first_rows.push_back(row);
    row += piece.size();
  }
  Marker marker(rows, workers.count(), tuning);
  std::atomic<std::size_t> next{0};
  workers.run([&](int) {
    std::size_t hint = 0;
    for (std::size_t i; (i = next.fetch_add(1)) < pieces.size();) {
      throw_if_stopped(stop, rows);
      marker.mark(first_rows[i], pieces[i], hint);
    }
  });
  return conclude(rows, marker, workers, name, stop, [&](const ColumnSink& sink) {
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      throw_if_stopped(stop, rows);
      if (!sink(first_rows[i], pieces[i])) return;
    }
  });
}

void verify_file_input(PlacementInput& input, Workers& workers, const VerifyOptions& options,
                       const VerifyTuning& tuning, VerifyResult& result) {
  Marker marker(input.size_bound(), workers.count(), tuning);
  ColumnStream stream(input, tuning.block_bytes, options.stop);
  workers.run([&](int) {
    stream.drain([&marker, hint = std::size_t{0}](std::uint64_t first_row,
                                                  std::span<const Column> columns) mutable {
      marker.mark(first_row, columns, hint);
      return true;
    });
  });
  result.board_size = stream.finish();
  check_expected_size(result.board_size, input.name(), options);
  result.attack = conclude(result.board_size, marker, workers, input.name(), options.stop,
                           [&](const ColumnSink& sink) {
                             input.rewind();
                             ColumnStream(input, tuning.block_bytes, options.stop).drain(sink);
                           });
}

void verify_pipe_input(const PlacementInput& input, Workers& workers, const VerifyOptions& options,
                       const VerifyTuning& tuning, VerifyResult& result) {
  ColumnStore store(input.name());
  ColumnStream stream(input, tuning.block_bytes, options.stop);
  workers.run([&](int) {
    stream.drain([&store](std::uint64_t first_row, std::span<const Column> columns) {
      store.write(first_row, columns);
      return true;
    });
  });
  result.board_size = stream.finish();
  check_expected_size(result.board_size, input.name(), options);
  result.attack = verify_pieces(store.pieces(result.board_size), result.board_size, workers,
                                input.name(), options.stop, tuning);
}

double seconds_since(std::chrono::steady_clock::time_point start) {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
}

}  // namespace

VerifyResult verify_columns(std::span<const Column> columns, const VerifyOptions& options,
                            const VerifyTuning& tuning) {
  const auto start = std::chrono::steady_clock::now();
  Workers workers(options, columns.size_bytes() < tuning.serial_below);
  VerifyResult result;
  result.board_size = columns.size();
  check_expected_size(columns.size(), "", options);
  if (columns.size() > kMaxPlacementSize) {
    throw InvalidPlacement(fmt::format("too many entries: {}; a placement has at most {} queens",
                                       columns.size(), kMaxPlacementSize));
  }
  if (!columns.empty()) {
    std::vector<std::span<const Column>> pieces;
    for (auto rest = columns; !rest.empty(); rest = rest.subspan(pieces.back().size())) {
      pieces.push_back(rest.first(std::min(rest.size(), tuning.piece_queens)));
    }
    result.attack = verify_pieces(pieces, columns.size(), workers, "", options.stop, tuning);
  }
  result.seconds = seconds_since(start);
  return result;
}

VerifyResult verify_descriptor(int descriptor, const std::string& name,
                               const VerifyOptions& options, const VerifyTuning& tuning) {
  const auto start = std::chrono::steady_clock::now();
  VerifyResult result;
  PlacementInput input(descriptor, name);
  if (input.is_binary()) check_expected_size(input.header_size(), name, options);
  Workers workers(options, input.is_rewindable() && input.length() < tuning.serial_below);
  if (input.is_rewindable()) {
    verify_file_input(input, workers, options, tuning, result);
  } else {
    verify_pipe_input(input, workers, options, tuning, result);
  }
  result.seconds = seconds_since(start);
  return result;
}

}  // namespace nqueens::placements

namespace nqueens {

VerifyResult verify(std::span<const Column> columns, const VerifyOptions& options) {
  return placements::verify_columns(columns, options, {});
}

VerifyResult verify_file(const std::filesystem::path& path, const VerifyOptions& options) {
  const base::FileDescriptor file = base::open_for_reading(path.string());
  return verify_stream(file.get(), path.string(), options);
}

VerifyResult verify_stream(int descriptor, const std::string& name, const VerifyOptions& options) {
  return placements::verify_descriptor(descriptor, name, options, {});
}

}  // namespace nqueens
