// All threads mark the lines of all queens, then the marked lines are counted. Only when there are
// too few, or a column is too large, the input is read again to find the place.
#include "verify/verify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <mutex>
#include <vector>

#include "base/file.hpp"
#include "base/numbers.hpp"
#include "base/stopwatch.hpp"
#include "domain/attacks.hpp"
#include "domain/text.hpp"
#include "nqueens/error.hpp"
#include "placements/board_file.hpp"
#include "run/executor.hpp"
#include "run/limits.hpp"
#include "verify/marks.hpp"

namespace nqueens::verifying {

namespace {

run::Executor make_workers(const VerifyOptions& options, bool small) {
  const bool in_range = options.threads >= 0 && options.threads <= kMaxThreads;
  if (small && in_range) return run::Executor(1, Pinning::none);
  return run::Executor(options.threads, options.pinning);
}

void throw_if_stopped(const std::stop_token& stop, std::uint64_t rows) {
  if (!stop.stop_requested()) return;
  throw Stopped(fmt::format(
      "stopped on request: verifying a board of {} queens; run it again for a result", rows));
}

/// The first pass marks what is on the board, and remembers whether something is not.
///
/// Each thread has its own set of marks, and the sets count as one at the end. One shared set with
/// atomic bit operations was slower: 10^7 queens took 127 ms on two threads, against 14 ms with two
/// sets and 21 ms for one thread with plain operations.
class Marker {
 public:
  /// `bound` is the board size, or an upper bound that only a placement with a repeated column or
  /// one out of range exceeds.
  Marker(std::uint64_t bound, int workers, const VerifyTuning& tuning)
      : bound_(bound), sets_(choose_sets(bound, workers, tuning)) {}

  void mark(int worker, std::uint64_t first_row, std::span<const std::uint64_t> columns) {
    const std::uint64_t largest = *std::max_element(columns.begin(), columns.end());
    std::uint64_t known = largest_.load(std::memory_order_relaxed);
    while (known < largest && !largest_.compare_exchange_weak(known, largest)) {
    }
    if (largest >= bound_ || first_row + columns.size() > bound_) {
      beyond_bound_.store(true);
      return;
    }
    Set& set = sets_[static_cast<std::size_t>(worker) % sets_.size()];
    const std::lock_guard lock(set.in_use);
    if (!set.marks) set.marks.emplace(bound_);
    set.marks->mark(first_row, columns);
  }

  std::uint64_t largest_column() const { return largest_.load(); }

  /// Tells after all marking whether each of `rows` queens has three lines of its own.
  bool free_of_attacks(std::uint64_t rows, run::Executor& workers,
                       const std::stop_token& stop) const {
    std::vector<const LineMarks*> used;
    for (const Set& set : sets_) {
      if (set.marks) used.push_back(&*set.marks);
    }
    const std::uint64_t lines = count_lines(used, workers, stop);
    throw_if_stopped(stop, rows);
    return !beyond_bound_ && lines == 3 * rows;
  }

 private:
  struct Set {
    std::mutex in_use;
    std::optional<LineMarks> marks;
  };

  /// Chooses one for each worker, in at most half of the available memory.
  static std::size_t choose_sets(std::uint64_t board_size, int workers,
                                 const VerifyTuning& tuning) {
    const std::uint64_t bytes = LineMarks::memory_bytes(board_size);
    const auto wanted = static_cast<std::uint64_t>(std::clamp(workers, 1, tuning.max_sets));
    if (bytes * wanted <= run::kGrantedUnasked) return wanted;
    run::require_memory(bytes, fmt::format("verifying a board of {} queens", board_size),
                        "free memory or use a machine that has more");
    return std::clamp<std::uint64_t>(run::available_memory() / 2 / bytes, 1, wanted);
  }

  std::uint64_t bound_;
  std::vector<Set> sets_;
  std::atomic<std::uint64_t> largest_{0};
  std::atomic<bool> beyond_bound_{false};
};

/// Hands all columns in row order to the sink until it returns false. May be called repeatedly.
using RowOrderVisit = std::function<void(const placements::ColumnSink& sink)>;

[[noreturn]] void report_change(const std::string& name) {
  throw IoError(fmt::format("cannot verify {}: it changed while it was read", name));
}

/// Finds the first attacking pair of a plain board, in 5 N bits. Precondition: there is one, and
/// all columns are on the board. One thread is enough: with many attacks the first one comes after
/// a few rows. Throws IoError when there is none, since the input has changed.
AttackingPair find_first_attack(std::uint64_t board_size, const std::string& name,
                                const RowOrderVisit& visit) {
  LineMarks marks(board_size);
  std::optional<Square> second;  // a queen of an earlier row attacks it
  visit([&](std::uint64_t first_row, std::span<const std::uint64_t> columns) {
    if (first_row + columns.size() > board_size ||
        *std::max_element(columns.begin(), columns.end()) >= board_size) {
      report_change(name);
    }
    if (const auto index = marks.mark_until_attacked(first_row, columns)) {
      second = Square{first_row + *index, columns[*index]};
    }
    return !second;
  });
  if (!second) report_change(name);
  const Board board(board_size);
  std::optional<AttackingPair> pair;
  visit([&](std::uint64_t first_row, std::span<const std::uint64_t> columns) {
    for (std::uint64_t row = first_row; const std::uint64_t column : columns) {
      const Square first{row++, column};
      if (first.row >= second->row) return false;
      if (const auto line = attack(board, first, *second)) {
        pair = AttackingPair{first, *second, *line};
        return false;
      }
    }
    return true;
  });
  if (!pair) report_change(name);
  return *pair;
}

/// Ends the message for a column out of range where the board may be a rectangle.
const char* hint(std::uint64_t rows, const VerifyOptions& options) {
  const bool may_be_rectangle = !options.board && rows <= kMaxProblemSize;
  return may_be_rectangle ? "; for a rectangle give rows and columns, as in 8x12" : "";
}

/// Throws InvalidPlacement for the first column that is not below the board size; IoError when
/// there is none, since the input has changed.
[[noreturn]] void report_first_out_of_range(std::uint64_t board_size, const std::string& name,
                                            const char* hint, int base,
                                            const RowOrderVisit& visit) {
  std::optional<Square> outside;
  bool from_one = true;
  visit([&](std::uint64_t first_row, std::span<const std::uint64_t> columns) {
    for (std::uint64_t row = first_row; const std::uint64_t column : columns) {
      if (column >= board_size && !outside) outside = Square{row, column};
      from_one = from_one && 1 <= column && column <= board_size;
      ++row;
    }
    return from_one || !outside;
  });
  if (!outside) report_change(name);
  report_column_out_of_range(*outside, fmt::to_string(board_size), board_size,
                             from_one && base == 0 ? kCountedFromOne : hint, name, base);
}

/// Answers after `marker` has seen all `rows` columns. A solution needs no second pass.
std::optional<AttackingPair> conclude(std::uint64_t rows, const Marker& marker,
                                      run::Executor& workers, const std::string& name,
                                      const VerifyOptions& options, const RowOrderVisit& visit) {
  if (marker.largest_column() >= rows) {
    report_first_out_of_range(rows, name, hint(rows, options), options.base, visit);
  }
  if (marker.free_of_attacks(rows, workers, options.stop)) return std::nullopt;
  return find_first_attack(rows, name, visit);
}

constexpr const char* kJoined = "; is a blank line missing between two boards?";

void check_shape(std::uint64_t queens, std::uint64_t width, const Board& board,
                 const std::string& name) {
  if (queens == board.rows() && (width == 0 || width == board.columns())) return;
  throw InvalidPlacement(fmt::format(
      "a board of {} does not fit {}{}{}{}{}", board_text(board), base::plural(queens, "queen"),
      width == 0 ? "" : " and " + base::plural(width, "column"), name.empty() ? "" : " in ", name,
      width != 0 && queens > width ? kJoined : ""));
}

/// Sets the violation: a given queen that is missing, or else a queen where none may stand.
/// Precondition: the columns are on the board.
void check_squares(std::span<const Column> columns, const Board& board, VerifyResult& result) {
  for (const Square& square : board.given()) {
    if (columns[square.row] == square.column) continue;
    result.violation =
        fmt::format("no queen on row {}, column {}, where one is given", square.row, square.column);
    return;
  }
  const auto forbid = [&](const Square& square) {
    result.violation =
        fmt::format("no queen may stand on row {}, column {}", square.row, square.column);
  };
  for (const Square& square : board.blocked()) {
    if (columns[square.row] == square.column) return forbid(square);
  }
  for (std::uint64_t row = 0; row < columns.size() && !board.excluded().empty(); ++row) {
    if (board.excludes({row, columns[row]})) return forbid({row, columns[row]});
  }
}

void set_attack(const std::optional<AttackingPair>& attack, VerifyResult& result) {
  result.attack = attack;
  if (attack) result.violation = to_string(*attack);
}

std::optional<AttackingPair> verify_pieces(std::span<const Column> columns, run::Executor& workers,
                                           const std::string& name, const VerifyOptions& options,
                                           const VerifyTuning& tuning) {
  const std::size_t piece = tuning.piece_queens;
  // Hands over the piece at `first`, widened in `room`.
  const auto visit = [&](std::size_t first, std::vector<std::uint64_t>& room, const auto& sink) {
    throw_if_stopped(options.stop, columns.size());
    const auto some = columns.subspan(first, std::min(piece, columns.size() - first));
    room.assign(some.begin(), some.end());
    return sink(first, std::span<const std::uint64_t>(room));
  };
  Marker marker(columns.size(), workers.threads(), tuning);
  std::atomic<std::size_t> next{0};
  workers.run([&](int worker) {
    std::vector<std::uint64_t> room;
    for (std::size_t first; (first = next.fetch_add(piece)) < columns.size();) {
      visit(first, room, [&](auto row, auto some) { marker.mark(worker, row, some); });
    }
  });
  return conclude(columns.size(), marker, workers, name, options,
                  [&](const placements::ColumnSink& sink) {
                    std::vector<std::uint64_t> room;
                    for (std::size_t first = 0; first < columns.size(); first += piece) {
                      if (!visit(first, room, sink)) return;
                    }
                  });
}

/// Precondition: the board is plain.
void verify_file_input(placements::PlacementInput& input, run::Executor& workers,
                       const VerifyOptions& options, const VerifyTuning& tuning,
                       VerifyResult& result) {
  Marker marker(input.size_bound(), workers.threads(), tuning);
  placements::ColumnStream stream(input, tuning.block_bytes, options.stop);
  workers.run([&](int worker) {
    stream.drain([&](std::uint64_t first_row, std::span<const std::uint64_t> columns) {
      marker.mark(worker, first_row, columns);
      return true;
    });
  });
  result.rows = result.columns = stream.finish();
  if (options.board) check_shape(result.rows, 0, *options.board, input.name());
  set_attack(
      conclude(result.rows, marker, workers, input.name(), options,
               [&](const placements::ColumnSink& sink) {
                 input.rewind();
                 placements::ColumnStream(input, tuning.block_bytes, options.stop).drain(sink);
               }),
      result);
}

}  // namespace

VerifyResult verify_columns(std::span<const Column> columns, const Board& board,
                            const VerifyOptions& options, const VerifyTuning& tuning,
                            const std::string& name, std::uint64_t width) {
  const base::Stopwatch watch;
  const bool small = columns.size_bytes() < tuning.serial_below || !board.has_only_squares();
  run::Executor workers = make_workers(options, small);
  checked_queens(board);
  VerifyResult result;
  result.rows = columns.size();
  result.columns = board.columns();
  result.threads = workers.threads();
  check_shape(columns.size(), width, board, name);
  if (columns.size() > kMaxPlacementSize) {
    throw InvalidPlacement(fmt::format("too many entries: {}; a placement has at most {} queens",
                                       columns.size(), kMaxPlacementSize));
  }
  if (small) {
    require_columns_on_board(columns, board.columns(), name,
                             width != 0 ? "" : hint(columns.size(), options), options.base);
    set_attack(find_attack(board, columns), result);
  } else if (!columns.empty()) {
    set_attack(verify_pieces(columns, workers, name, options, tuning), result);
  }
  if (!result.attack) check_squares(columns, board, result);
  if (!options.board && board.rows() > board.columns()) {
    result.violation =
        fmt::format("{} rows of {} columns{}", board.rows(), board.columns(), kJoined);
  }
  result.seconds = watch.seconds();
  return result;
}

VerifyResult verify_input(placements::PlacementInput& input, const VerifyOptions& options,
                          const VerifyTuning& tuning) {
  const base::Stopwatch watch;
  const std::string& name = input.name();
  if (input.array() && options.board) {
    check_shape(input.array()->queens, 0, *options.board, name);
  }
  VerifyResult result;
  if (is_drawing(input.head()) || (options.board && !options.board->is_plain()) ||
      !input.is_rewindable()) {
    std::uint64_t width = 0;
    const Placement columns = read_placement(
        input, &width, options.stop, options.board ? options.board->rows() : kMaxPlacementSize);
    const Board board =
        options.board ? *options.board : Board(columns.size(), width == 0 ? columns.size() : width);
    result = verify_columns(columns, board, options, tuning, name, width);
  } else {
    run::Executor workers = make_workers(options, input.length() < tuning.serial_below);
    result.threads = workers.threads();
    verify_file_input(input, workers, options, tuning, result);
  }
  result.seconds = watch.seconds();
  return result;
}

}  // namespace nqueens::verifying

namespace nqueens {

VerifyResult verify(std::span<const Column> columns, const VerifyOptions& options) {
  VerifyOptions in_memory = options;
  in_memory.base = 0;
  return verifying::verify_columns(columns, options.board.value_or(Board(columns.size())),
                                   in_memory);
}

VerifyResult verify_file(const std::filesystem::path& path, const VerifyOptions& options) {
  const base::FileDescriptor file = base::open_for_reading(path.string());
  return verify_stream(file.get(), path.string(), options);
}

VerifyResult verify_stream(int descriptor, const std::string& name, const VerifyOptions& options) {
  placements::PlacementInput input(descriptor, name, options.base);
  return verifying::verify_input(input, options);
}

bool is_solution(std::span<const Column> columns, const Board& board) {
  constexpr auto kOneThread = ~std::uint64_t{0};
  return verifying::verify_columns(columns, board, {}, {.serial_below = kOneThread}).is_solution();
}

bool is_solution(std::span<const Column> columns) {
  return is_solution(columns, Board(columns.size()));
}

}  // namespace nqueens
