// All threads mark the lines of all queens, then count the marked lines. Only when these are too
// few, or a column is too large, the input is visited again for the exact place.
#include "placements/verify.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <vector>

#include "base/file.hpp"
#include "base/stopwatch.hpp"
#include "domain/boards.hpp"
#include "nqueens/error.hpp"
#include "placements/board_file.hpp"
#include "placements/line_marks.hpp"
#include "placements/placement_input.hpp"
#include "run/executor.hpp"
#include "run/limits.hpp"

namespace nqueens::placements {

namespace {

/// The threads of one verification: the calling one alone for a small input.
run::Executor make_workers(const VerifyOptions& options, bool small) {
  const bool in_range = options.threads >= 0 && options.threads <= kMaxThreads;
  if (small && in_range) return run::Executor(1, Pinning::none);
  return run::Executor(options.threads, options.pinning);
}

/// How many sets of marks to use: one for each worker, in at most half of the memory.
int choose_sets(std::uint64_t board_size, int workers, const VerifyTuning& tuning) {
  const std::uint64_t bytes = LineMarks::words_for(board_size) * sizeof(std::uint64_t);
  const int wanted = std::min(workers, tuning.max_sets);
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
  void mark(std::uint64_t first_row, std::span<const std::uint64_t> columns, std::size_t& hint) {
    const std::uint64_t largest = *std::max_element(columns.begin(), columns.end());
    std::uint64_t known = largest_.load(std::memory_order_relaxed);
    while (known < largest && !largest_.compare_exchange_weak(known, largest)) {
    }
    if (largest >= bound_ || first_row + columns.size() > bound_) {
      beyond_bound_.store(true);
    } else {
      pool_.mark(first_row, columns, hint);
    }
  }

  std::uint64_t largest_column() const { return largest_.load(); }

  /// After all marking: true when every one of `rows` queens has three lines for itself.
  bool free_of_attacks(std::uint64_t rows, run::Executor& workers,
                       const std::stop_token& stop) const {
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
  std::atomic<std::uint64_t> largest_{0};
  std::atomic<bool> beyond_bound_{false};
};

/// Columns in memory, 4 bytes each, or 8 where one needs them.
struct Piece {
  std::span<const Column> columns;
  std::span<const std::uint64_t> wide;

  std::size_t size() const { return columns.size() + wide.size(); }
  /// May lie in `room`.
  std::span<const std::uint64_t> all(std::vector<std::uint64_t>& room) const {
    if (!wide.empty()) return wide;
    room.assign(columns.begin(), columns.end());
    return room;
  }
};

/// Columns that come from a pipe and cannot be read twice, block by block.
class ColumnStore {
 public:
  /// `name` is the input's, for errors.
  explicit ColumnStore(std::string name) : name_(std::move(name)) {}

  /// Keeps the columns of the rows from `first_row` on. For several threads, in any order. Throws
  /// InsufficientMemory.
  void add(std::uint64_t first_row, std::span<const std::uint64_t> columns) {
    constexpr std::uint64_t kRowsPerCheck = 1 << 24;  // asking costs as much as thousands of queens
    Block block;
    if (*std::max_element(columns.begin(), columns.end()) < kMaxPlacementSize) {
      block.columns.assign(columns.begin(), columns.end());
    } else {
      block.wide.assign(columns.begin(), columns.end());
    }
    const std::lock_guard lock(mutex_);
    if (rows_ / kRowsPerCheck != (rows_ + columns.size()) / kRowsPerCheck) {
      run::require_memory(
          kRowsPerCheck * sizeof(Column),
          fmt::format("more than {} queens of {}, which cannot be read twice", rows_, name_),
          "write them to a file and verify the file");
    }
    rows_ += columns.size();
    blocks_.emplace(first_row, std::move(block));
  }

  /// All columns in the order of their rows, in pieces that live as long as the store.
  std::vector<Piece> pieces() const {
    std::vector<Piece> result;
    for (const auto& [first_row, block] : blocks_) result.push_back({block.columns, block.wide});
    return result;
  }

 private:
  struct Block {
    std::vector<Column> columns;
    std::vector<std::uint64_t> wide;
  };

  std::string name_;
  std::mutex mutex_;
  std::map<std::uint64_t, Block> blocks_;  ///< by their first row
  std::uint64_t rows_ = 0;
};

/// Hands all columns in row order, from row 0 on, to the sink until it returns false. May be called
/// several times.
using RowOrderVisit = std::function<void(const ColumnSink& sink)>;

[[noreturn]] void report_change(const std::string& name) {
  throw IoError(fmt::format("cannot verify: {}; it changed while it was read", name));
}

/// The first row whose queen is attacked by one of an earlier row.
Square find_first_attacked(std::uint64_t board_size, const std::string& name,
                           const RowOrderVisit& visit) {
  LineMarks marks(board_size);
  std::optional<Square> attacked;
  visit([&](std::uint64_t first_row, std::span<const std::uint64_t> columns) {
    if (first_row + columns.size() > board_size ||
        *std::max_element(columns.begin(), columns.end()) >= board_size) {
      report_change(name);
    }
    if (const auto index = marks.mark_until_attacked(first_row, columns)) {
      attacked = Square{first_row + *index, columns[*index]};
    }
    return !attacked;
  });
  if (!attacked) report_change(name);
  return *attacked;
}

/// The first attacking pair of a plain board. Precondition: there is one, and all
/// columns are on the board. Serial, and long only for near-solutions: a placement with many
/// attacks has the first one after few rows. 5 N bits. Throws IoError when there is none: the input
/// has changed.
AttackingPair find_first_attack(std::uint64_t board_size, const std::string& name,
                                const RowOrderVisit& visit) {
  const Square second = find_first_attacked(board_size, name, visit);
  const Board board(board_size);
  std::optional<AttackingPair> pair;
  visit([&](std::uint64_t first_row, std::span<const std::uint64_t> columns) {
    for (std::uint64_t row = first_row; const std::uint64_t column : columns) {
      const Square first{row++, column};
      if (first.row >= second.row) return false;
      if (const auto line = attack(board, first, second)) {
        pair = AttackingPair{first, second, *line};
        return false;
      }
    }
    return true;
  });
  if (!pair) report_change(name);
  return *pair;
}

/// Ends the message for a column out of range where the board may be another than the square one.
const char* hint(std::uint64_t rows, const VerifyOptions& options) {
  const bool may_be_rectangle = !options.board && rows <= kMaxProblemSize;
  return may_be_rectangle ? "; of a rectangle? give its rows and columns" : "";
}

/// Throws InvalidPlacement for the first column that is not below the board size, IoError when
/// there is none.
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

/// The answer, after `marker` has seen all `rows` columns. `visit` is called only for a negative
/// one.
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

/// `width` is that of a drawing, else 0.
void check_shape(std::uint64_t queens, std::uint64_t width, const Board& board,
                 const std::string& name) {
  if (queens == board.rows() && (width == 0 || width == board.columns())) return;
  throw InvalidPlacement(
      fmt::format("{} queen{}{}{}{}, and a board of {}{}", queens, queens == 1 ? "" : "s",
                  width == 0 ? "" : fmt::format(" and {} column{}", width, width == 1 ? "" : "s"),
                  name.empty() ? "" : " in ", name, board_text(board),
                  width != 0 && queens > width ? kJoined : ""));
}

/// Sets the violation of a given queen that is missing, or else of a queen where none may stand.
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

/// Verifies columns that lie in memory, in pieces of any size.
std::optional<AttackingPair> verify_pieces(const std::vector<Piece>& pieces, std::uint64_t rows,
                                           run::Executor& workers, const std::string& name,
                                           const VerifyOptions& options,
                                           const VerifyTuning& tuning) {
  std::vector<std::uint64_t> first_rows;
  for (std::uint64_t row = 0; const auto& piece : pieces) {
    first_rows.push_back(row);
    row += piece.size();
  }
  Marker marker(rows, workers.threads(), tuning);
  std::atomic<std::size_t> next{0};
  workers.run([&](int) {
    std::size_t hint = 0;
    std::vector<std::uint64_t> room;
    for (std::size_t i; (i = next.fetch_add(1)) < pieces.size();) {
      throw_if_stopped(options.stop, rows);
      marker.mark(first_rows[i], pieces[i].all(room), hint);
    }
  });
  return conclude(rows, marker, workers, name, options, [&](const ColumnSink& sink) {
    std::vector<std::uint64_t> room;
    for (std::size_t i = 0; i < pieces.size(); ++i) {
      throw_if_stopped(options.stop, rows);
      if (!sink(first_rows[i], pieces[i].all(room))) return;
    }
  });
}

void verify_file_input(PlacementInput& input, run::Executor& workers, const VerifyOptions& options,
                       const VerifyTuning& tuning, VerifyResult& result) {
  Marker marker(input.size_bound(), workers.threads(), tuning);
  ColumnStream stream(input, tuning.block_bytes, options.stop);
  workers.run([&](int) {
    stream.drain([&marker, hint = std::size_t{0}](std::uint64_t first_row,
                                                  std::span<const std::uint64_t> columns) mutable {
      marker.mark(first_row, columns, hint);
      return true;
    });
  });
  result.board_size = result.columns = stream.finish();
  if (options.board) check_shape(result.board_size, 0, *options.board, input.name());
  set_attack(conclude(result.board_size, marker, workers, input.name(), options,
                      [&](const ColumnSink& sink) {
                        input.rewind();
                        ColumnStream(input, tuning.block_bytes, options.stop).drain(sink);
                      }),
             result);
}

void verify_pipe_input(PlacementInput& input, run::Executor& workers, const VerifyOptions& options,
                       const VerifyTuning& tuning, VerifyResult& result) {
  ColumnStore store(input.name());
  ColumnStream stream(input, tuning.block_bytes, options.stop);
  workers.run([&](int) {
    stream.drain([&store](std::uint64_t first_row, std::span<const std::uint64_t> columns) {
      store.add(first_row, columns);
      return true;
    });
  });
  result.board_size = result.columns = stream.finish();
  if (options.board) check_shape(result.board_size, 0, *options.board, input.name());
  set_attack(
      verify_pieces(store.pieces(), result.board_size, workers, input.name(), options, tuning),
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
  result.board_size = columns.size();
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
    std::vector<Piece> pieces;
    for (auto rest = columns; !rest.empty(); rest = rest.subspan(pieces.back().size())) {
      pieces.push_back({rest.first(std::min(rest.size(), tuning.piece_queens)), {}});
    }
    set_attack(verify_pieces(pieces, columns.size(), workers, name, options, tuning), result);
  }
  if (!result.attack) check_squares(columns, board, result);
  if (!options.board && board.rows() > board.columns()) {
    result.violation =
        fmt::format("{} rows of {} columns{}", board.rows(), board.columns(), kJoined);
  }
  result.seconds = watch.seconds();
  return result;
}

VerifyResult verify_descriptor(int descriptor, const std::string& name,
                               const VerifyOptions& options, const VerifyTuning& tuning) {
  PlacementInput input(descriptor, name, options.base);
  return verify_input(input, options, tuning);
}

VerifyResult verify_input(PlacementInput& input, const VerifyOptions& options,
                          const VerifyTuning& tuning) {
  const base::Stopwatch watch;
  const std::string& name = input.name();
  if (input.array() && options.board) {
    check_shape(input.array()->queens, 0, *options.board, name);
  }
  VerifyResult result;
  if (is_drawing(input.head()) || (options.board && !options.board->is_plain())) {
    std::uint64_t width = 0;
    const Placement columns = read_placement(input, &width);
    const Board board = options.board ? *options.board : Board(columns.size(), width);
    result = verify_columns(columns, board, options, tuning, name, width);
  } else {
    const bool small = input.is_rewindable() && input.length() < tuning.serial_below;
    run::Executor workers = make_workers(options, small);
    result.threads = workers.threads();
    if (input.is_rewindable()) {
      verify_file_input(input, workers, options, tuning, result);
    } else {
      verify_pipe_input(input, workers, options, tuning, result);
    }
  }
  result.seconds = watch.seconds();
  return result;
}

}  // namespace nqueens::placements

namespace nqueens {

VerifyResult verify(std::span<const Column> columns, const VerifyOptions& options) {
  return options.board ? placements::verify_columns(columns, *options.board, options)
                       : placements::verify_columns(columns, Board(columns.size()), options);
}

VerifyResult verify_file(const std::filesystem::path& path, const VerifyOptions& options) {
  const base::FileDescriptor file = base::open_for_reading(path.string());
  return verify_stream(file.get(), path.string(), options);
}

VerifyResult verify_stream(int descriptor, const std::string& name, const VerifyOptions& options) {
  return placements::verify_descriptor(descriptor, name, options, {});
}

bool is_solution(std::span<const Column> columns, const Board& board) {
  constexpr auto kOneThread = ~std::uint64_t{0};
  return placements::verify_columns(columns, board, {}, {.serial_below = kOneThread}).is_solution();
}

bool is_solution(std::span<const Column> columns) {
  return is_solution(columns, Board(columns.size()));
}

}  // namespace nqueens
