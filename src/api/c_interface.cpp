// The C interface: every call goes to a C++ function. No exception leaves it.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <map>
#include <new>
#include <type_traits>

#include "nqueens/count.hpp"
#include "nqueens/error.hpp"
#include "nqueens/estimate.hpp"
#include "nqueens/list.hpp"
#include "nqueens/nqueens.h"
#include "nqueens/puzzle.hpp"
#include "nqueens/solve.hpp"
#include "nqueens/tour.hpp"
#include "nqueens/verify.hpp"
#include "nqueens/version.hpp"
#include "run/periodic_call.hpp"

struct nqueens_board {
  nqueens::Board board;
};

using namespace nqueens;

namespace {

thread_local std::string error_text;
thread_local Fields last_result;
/// Keeps what nqueens_result() returned last, by name: a caller may hold several at a time.
thread_local std::map<std::string, std::string, std::less<>> result_texts;

/// Finds the member with this name, whose dots lead into objects; null where there is none.
const Value* find_member(const Fields& members, std::string_view name) {
  const std::size_t dot = std::min(name.find('.'), name.size());
  for (const Field& member : members) {
    if (member.name != name.substr(0, dot)) continue;
    if (dot == name.size()) return &member.value;
    const auto* const inner = std::get_if<Fields>(&member.value.is);
    return inner == nullptr ? nullptr : find_member(*inner, name.substr(dot + 1));
  }
  return nullptr;
}

/// Returns nothing for null, lists, and objects.
std::string text_of(const Value& value) {
  return std::visit(
      [](const auto& is) -> std::string {
        using Kind = std::decay_t<decltype(is)>;
        if constexpr (std::is_same_v<Kind, WideCount>) {
          return to_string(is);
        } else if constexpr (std::is_same_v<Kind, std::string>) {
          return is;
        } else if constexpr (std::is_arithmetic_v<Kind>) {
          return fmt::to_string(is);
        } else {
          return {};
        }
      },
      value.is);
}

nqueens_status fail(nqueens_status status, const char* text) noexcept {
  try {
    error_text = text;
    // The text may quote an unknown name, which may have any bytes.
    for (char& byte : error_text) {
      if (static_cast<unsigned char>(byte) < ' ' || byte == '\x7F') byte = '?';
    }
  } catch (const std::bad_alloc&) {
    error_text.clear();
  }
  return status;
}

/// Runs `call` and turns its exceptions into a status and a text.
template <typename Call>
nqueens_status guarded(const Call& call) noexcept {
  try {
    try {
      call();
      return NQUEENS_OK;
    } catch (Error& error) {
      last_result = std::move(error.so_far);
      throw;
    } catch (...) {
      last_result.clear();
      throw;
    }
  } catch (const InvalidArgument& error) {
    return fail(NQUEENS_INVALID_ARGUMENT, error.what());
  } catch (const InvalidPlacement& error) {
    return fail(NQUEENS_INVALID_PLACEMENT, error.what());
  } catch (const NoSolution& error) {
    return fail(NQUEENS_NO_SOLUTION, error.what());
  } catch (const Stopped& error) {
    return fail(NQUEENS_STOPPED, error.what());
  } catch (const InsufficientMemory& error) {
    return fail(NQUEENS_INSUFFICIENT_MEMORY, error.what());
  } catch (const std::bad_alloc&) {
    return fail(NQUEENS_INSUFFICIENT_MEMORY, "not enough memory");
  } catch (const std::exception& error) {
    return fail(NQUEENS_FAILED, error.what());
  } catch (...) {
    return fail(NQUEENS_FAILED, "unknown error");
  }
}

template <typename T>
T& require(T* pointer, const char* name) {
  if (pointer != nullptr) return *pointer;
  throw InvalidArgument(std::string("null pointer: ") + name + "; it must point to an object");
}

Board& require(nqueens_board* board) {
  return require(board, "board").board;
}
const Board& require(const nqueens_board* board) {
  return require(board, "board").board;
}

/// Returns the part of the work that is done; -1 if unknown.
template <typename Snapshot>
double fraction_of(const Snapshot& now) {
  if constexpr (std::is_same_v<Snapshot, Progress>) return now.fraction;
  if constexpr (std::is_same_v<Snapshot, SolveProgress>) return now.fraction().value_or(-1);
  return -1;
}

/// Stops a run when its time is over, or when the caller, who gets its progress, says so.
class Watch {
 public:
  /// A null pointer stands for the defaults.
  explicit Watch(const nqueens_options* options)
      : from(options == nullptr ? nqueens_options{} : *options),
        timer_([this] { source_.request_stop(); }, milliseconds_of(from.time_limit)) {}

  template <typename Options>
  Options options() {
    Options to;
    to.stop = source_.get_token();
    if constexpr (requires { to.threads; }) to.threads = from.threads;
    if constexpr (requires { to.seed; }) {
      if (from.seed != nullptr) to.seed = *from.seed;
    }
    if constexpr (requires { to.on_progress; }) {
      if (from.on_progress != nullptr) {
        to.on_progress = [this](const auto& now) {
          const int answer = from.on_progress(fraction_of(now), now.seconds, from.context);
          if (answer != 0) source_.request_stop();
        };
      }
    }
    return to;
  }

  const nqueens_options from;

 private:
  /// Returns the time limit in milliseconds; 0 is none. Throws InvalidArgument.
  static std::chrono::milliseconds milliseconds_of(double seconds) {
    constexpr double kLongest = 1e9;
    if (!(seconds >= 0)) {
      throw InvalidArgument(
          fmt::format("time limit out of range: {}; it is 0 or more seconds", seconds));
    }
    return std::chrono::milliseconds(
        static_cast<std::int64_t>(std::ceil(1e3 * std::min(seconds, kLongest))));
  }

  std::stop_source source_;
  run::PeriodicCall timer_;
};

struct SeenEnough {};  ///< thrown to end a list when the caller wants no more

}  // namespace

extern "C" {

const char* nqueens_error_text(void) {
  return error_text.c_str();
}

const char* nqueens_result(const char* name) try {
  const Value* const value = name == nullptr ? nullptr : find_member(last_result, name);
  if (value == nullptr) return nullptr;
  std::string now = text_of(*value);
  std::string& text = result_texts[name];
  if (text != now) text = std::move(now);  // else who holds it would lose it
  return text.c_str();
} catch (const std::bad_alloc&) {
  return nullptr;
}

const char* nqueens_version(void) {
  return kVersion;
}

nqueens_status nqueens_board_new(uint64_t rows, uint64_t columns, const char* variant,
                                 nqueens_board** board) {
  return guarded([&] {
    const Variant attack = variant == nullptr ? Variant::queens : parse_variant(variant);
    nqueens_board*& created = require(board, "board");
    created = new nqueens_board{Board(rows, columns, attack)};
  });
}

void nqueens_board_free(nqueens_board* board) {
  delete board;
}

nqueens_status nqueens_board_place(nqueens_board* board, uint64_t row, uint64_t column) {
  return guarded([&] { require(board).place({row, column}); });
}

nqueens_status nqueens_board_block(nqueens_board* board, uint64_t row, uint64_t column) {
  return guarded([&] { require(board).block({row, column}); });
}

nqueens_status nqueens_board_exclude_diagonal(nqueens_board* board, int difference) {
  return guarded([&] { require(board).exclude({false, difference}); });
}

nqueens_status nqueens_board_exclude_antidiagonal(nqueens_board* board, int sum) {
  return guarded([&] { require(board).exclude({true, sum}); });
}

const char* nqueens_wide_text(nqueens_wide value, char text[NQUEENS_WIDE_TEXT]) {
  *fmt::format_to(text, "{}", static_cast<WideCount>(value.high) << 64 | value.low) = '\0';
  return text;
}

nqueens_status nqueens_count(const nqueens_board* board, const nqueens_options* options,
                             nqueens_wide* solutions) {
  return guarded([&] {
    const Board& on = require(board);
    require(solutions, "solutions");
    Watch watch(options);
    auto counting = watch.options<CountOptions>();
    if (watch.from.method != nullptr) counting.engine = watch.from.method;
    counting.allow_uncomputed = watch.from.force != 0;
    counting.device = watch.from.device;
    const auto keep = [&](const auto& result, WideCount count) {
      last_result = fields(result);
      *solutions = {static_cast<std::uint64_t>(count), static_cast<std::uint64_t>(count >> 64)};
    };
    if (watch.from.fundamental != 0) {
      const SymmetryCounts result = count_by_symmetry(on, counting);
      keep(result, result.fundamental);
    } else {
      const CountResult result = count(on, counting);
      keep(result, result.solutions);
    }
  });
}

nqueens_status nqueens_estimate_count(const nqueens_board* board, double error,
                                      const nqueens_options* options, nqueens_estimate* estimate) {
  return guarded([&] {
    const Board& on = require(board);
    require(estimate, "estimate");
    nqueens_options endless = options == nullptr ? nqueens_options{} : *options;
    // An estimate takes the time limit as its normal end, not as a stop.
    const double time_limit = std::exchange(endless.time_limit, 0);
    Watch watch(&endless);
    auto estimating = watch.options<EstimateOptions>();
    if (time_limit != 0) estimating.time_limit = time_limit;
    if (error != 0) estimating.error = error;
    const Estimate result = nqueens::estimate(on, estimating);
    last_result = fields(result);
    const Interval interval = result.interval.value_or(Interval{result.value, result.value});
    *estimate = {result.value, interval.low, interval.high, result.is_exact ? 1 : 0,
                 result.samples};
  });
}

nqueens_status nqueens_solve(const nqueens_board* board, const nqueens_options* options,
                             uint32_t* columns) {
  return guarded([&] {
    const Board& on = require(board);
    require(columns, "columns");
    Watch watch(options);
    auto solving = watch.options<SolveOptions>();
    if (watch.from.method != nullptr) solving.algorithm = watch.from.method;
    const SolveResult result = solve(on, solving);
    last_result = fields(result);
    std::copy(result.placement.begin(), result.placement.end(), columns);
  });
}

nqueens_status nqueens_list(const nqueens_board* board, const nqueens_options* options,
                            nqueens_take take, void* context) {
  return guarded([&] {
    const Board& on = require(board);
    if (take == nullptr) throw InvalidArgument("null pointer: take; it must point to a function");
    Watch watch(options);
    auto listing = watch.options<ListOptions>();
    listing.fundamental = watch.from.fundamental != 0;
    const auto hand_over = [&](const SolutionBlock& block) {
      if (take(block[0].data(), block.size(), context) != 0) throw SeenEnough{};
    };
    try {
      last_result = fields(list(on, hand_over, listing));
    } catch (const SeenEnough&) {
      last_result = {};  // not that of an earlier call
    }
  });
}

nqueens_status nqueens_is_solution(const nqueens_board* board, const uint32_t* columns,
                                   int* answer) {
  return guarded([&] {
    require(answer, "answer");
    const Board& on = require(board);
    if (on.rows() > 0) require(columns, "columns");
    *answer = verify({columns, on.rows()}, {.board = on}).is_solution() ? 1 : 0;
  });
}

nqueens_status nqueens_puzzle(const nqueens_board* board, int unique, int given,
                              const nqueens_options* options, uint32_t* columns,
                              uint8_t* is_given) {
  return guarded([&] {
    const Board& on = require(board);
    require(columns, "columns");
    require(is_given, "is_given");
    Watch watch(options);
    auto making = watch.options<PuzzleOptions>();
    making.unique = unique != 0;
    if (given >= 0) making.given = given;
    const auto take = [&](const Puzzle& puzzle) {
      std::copy(puzzle.solution.begin(), puzzle.solution.end(), columns);
      std::fill_n(is_given, puzzle.solution.size(), std::uint8_t{0});
      for (const Square& square : puzzle.given) is_given[square.row] = 1;
    };
    last_result = fields(make_puzzles(on, take, making));
  });
}

nqueens_status nqueens_tour(uint64_t rows, uint64_t columns, uint64_t first, int closed,
                            const nqueens_options* options, uint32_t* squares) {
  return guarded([&] {
    require(squares, "squares");
    Watch watch(options);
    auto touring = watch.options<TourOptions>();
    if (columns != 0) touring.start = {first / columns, first % columns};
    touring.closed = closed != 0;
    const TourResult tour = find_tour(rows, columns, touring);
    last_result = fields(tour);
    std::copy(tour.squares.begin(), tour.squares.end(), squares);
  });
}

}  // extern "C"
