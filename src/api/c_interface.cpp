// The C interface: every call goes to the public C++ function of its name. No exception leaves.
#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <exception>
#include <functional>
#include <new>
#include <stop_token>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>

#include "nqueens/count.hpp"
#include "nqueens/error.hpp"
#include "nqueens/estimate.hpp"
#include "nqueens/list.hpp"
#include "nqueens/nqueens.h"
#include "nqueens/solve.hpp"
#include "nqueens/verify.hpp"
#include "nqueens/version.hpp"
#include "run/reporter.hpp"

struct nqueens_board {
  nqueens::Board board;
};

namespace {

thread_local std::string error_text;
thread_local nqueens::Fields last_result;
thread_local std::string result_text;

/// The member that a name with dots stands for; null where there is none.
const nqueens::Value* find_member(const nqueens::Fields& members, std::string_view name) {
  const std::size_t dot = std::min(name.find('.'), name.size());
  const auto found = std::find_if(members.begin(), members.end(), [&](const nqueens::Field& field) {
    return field.name == name.substr(0, dot);
  });
  if (found == members.end()) return nullptr;
  if (dot == name.size()) return &found->value;
  const auto* const inner = std::get_if<nqueens::Fields>(&found->value.is);
  return inner == nullptr ? nullptr : find_member(*inner, name.substr(dot + 1));
}

/// Empty for null, lists, and objects.
std::string text_of(const nqueens::Value& value) {
  return std::visit(
      [](const auto& is) -> std::string {
        using Kind = std::decay_t<decltype(is)>;
        if constexpr (std::is_same_v<Kind, nqueens::WideCount>) {
          return nqueens::to_string(is);
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
    // An unknown name is part of the text, and may have any bytes.
    for (char& byte : error_text) {
      if (static_cast<unsigned char>(byte) < ' ' || byte == '\x7F') byte = '?';
    }
  } catch (const std::bad_alloc&) {
    error_text.clear();
  }
  return status;
}

/// Runs `call`, and turns what it throws into a status and a text.
template <typename Call>
nqueens_status guarded(const Call& call) noexcept {
  try {
    try {
      call();
      return NQUEENS_OK;
    } catch (nqueens::Error& error) {
      last_result = std::move(error.so_far);
      throw;
    }
  } catch (const nqueens::InvalidArgument& error) {
    return fail(NQUEENS_INVALID_ARGUMENT, error.what());
  } catch (const nqueens::InvalidPlacement& error) {
    return fail(NQUEENS_INVALID_PLACEMENT, error.what());
  } catch (const nqueens::NoSolution& error) {
    return fail(NQUEENS_NO_SOLUTION, error.what());
  } catch (const nqueens::Stopped& error) {
    return fail(NQUEENS_STOPPED, error.what());
  } catch (const nqueens::InsufficientMemory& error) {
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
  throw nqueens::InvalidArgument(std::string("null pointer: ") + name +
                                 "; it must point to an object");
}

nqueens_options options_or_default(const nqueens_options* options) {
  return options == nullptr ? nqueens_options{} : *options;
}

/// Hands progress to the caller, whose answer may stop the run, as the time limit does.
class Watch {
 public:
  explicit Watch(const nqueens_options& options)
      : options_(options),
        timer_([this] { source_.request_stop(); }, milliseconds_of(options.time_limit)) {}

  std::stop_token stop() const { return source_.get_token(); }

  /// `fraction` tells the part of the work that a snapshot stands for.
  template <typename Snapshot>
  std::function<void(const Snapshot&)> reporter(double (*fraction)(const Snapshot&)) {
    if (options_.on_progress == nullptr) return {};
    return [this, fraction](const Snapshot& now) {
      if (options_.on_progress(fraction(now), now.seconds, options_.context) != 0) {
        source_.request_stop();
      }
    };
  }

 private:
  /// Of a time limit; 0, none, of 0. Throws InvalidArgument.
  static std::chrono::milliseconds milliseconds_of(double seconds) {
    constexpr double kLongest = 1e9;
    if (!(seconds >= 0)) {
      throw nqueens::InvalidArgument(
          fmt::format("time limit out of range: {}; it is 0 or more seconds", seconds));
    }
    return std::chrono::milliseconds(
        static_cast<std::int64_t>(std::ceil(1e3 * std::min(seconds, kLongest))));
  }

  const nqueens_options& options_;
  std::stop_source source_;
  nqueens::run::Reporter timer_;
};

double fraction_of(const nqueens::Progress& now) {
  return now.fraction;
}
double fraction_of(const nqueens::SolveProgress& now) {
  return now.fraction().value_or(-1);
}
double fraction_of(const nqueens::EstimateProgress& /*now*/) {
  return -1;
}

/// Ends a list of which the caller has seen enough.
struct SeenEnough {};

}  // namespace

extern "C" {

const char* nqueens_error_text(void) {
  return error_text.c_str();
}

const char* nqueens_result(const char* name) {
  const nqueens::Value* const value = name == nullptr ? nullptr : find_member(last_result, name);
  if (value == nullptr) return nullptr;
  result_text = text_of(*value);
  return result_text.c_str();
}

const char* nqueens_version(void) {
  return nqueens::kVersion;
}

nqueens_status nqueens_board_new(uint64_t rows, uint64_t columns, const char* variant,
                                 nqueens_board** board) {
  return guarded([&] {
    const nqueens::Variant attack =
        variant == nullptr ? nqueens::Variant::queens : nqueens::parse_variant(variant);
    nqueens_board*& created = require(board, "board");
    created = new nqueens_board{nqueens::Board(rows, columns, attack)};
  });
}

void nqueens_board_free(nqueens_board* board) {
  delete board;
}

nqueens_status nqueens_board_place(nqueens_board* board, uint64_t row, uint64_t column) {
  return guarded([&] { require(board, "board").board.place({row, column}); });
}

nqueens_status nqueens_board_block(nqueens_board* board, uint64_t row, uint64_t column) {
  return guarded([&] { require(board, "board").board.block({row, column}); });
}

nqueens_status nqueens_board_exclude_diagonal(nqueens_board* board, int difference) {
  return guarded([&] { require(board, "board").board.exclude({false, difference}); });
}

nqueens_status nqueens_board_exclude_antidiagonal(nqueens_board* board, int sum) {
  return guarded([&] { require(board, "board").board.exclude({true, sum}); });
}

const char* nqueens_wide_text(nqueens_wide value, char text[NQUEENS_WIDE_TEXT]) {
  const auto wide = static_cast<nqueens::WideCount>(value.high) << 64 | value.low;
  const std::string digits = nqueens::to_string(wide);
  *std::copy(digits.begin(), digits.end(), text) = '\0';
  return text;
}

nqueens_status nqueens_count(const nqueens_board* board, const nqueens_options* options,
                             nqueens_wide* solutions) {
  return guarded([&] {
    const nqueens::Board& on = require(board, "board").board;
    require(solutions, "solutions");
    const nqueens_options from = options_or_default(options);
    Watch watch(from);
    nqueens::CountOptions counting;
    counting.threads = from.threads;
    if (from.method != nullptr) counting.engine = from.method;
    counting.stop = watch.stop();
    counting.on_progress = watch.reporter<nqueens::Progress>(fraction_of);
    counting.allow_uncomputed = from.force != 0;
    nqueens::WideCount count = 0;
    if (from.unique != 0) {
      const nqueens::SymmetryCounts result = nqueens::count_by_symmetry(on, counting);
      count = result.fundamental;
      last_result = nqueens::fields(result);
    } else {
      const nqueens::CountResult result = nqueens::count(on, counting);
      count = result.solutions;
      last_result = nqueens::fields(result);
    }
    *solutions = {static_cast<std::uint64_t>(count), static_cast<std::uint64_t>(count >> 64)};
  });
}

nqueens_status nqueens_estimate_count(const nqueens_board* board, double error,
                                      const nqueens_options* options, nqueens_estimate* estimate) {
  return guarded([&] {
    const nqueens::Board& on = require(board, "board").board;
    require(estimate, "estimate");
    nqueens_options from = options_or_default(options);
    nqueens::EstimateOptions estimating;
    // Here the end of the time is the end of the run.
    if (from.time_limit != 0) estimating.time_limit = std::exchange(from.time_limit, 0);
    Watch watch(from);
    if (error != 0) estimating.error = error;
    estimating.threads = from.threads;
    if (from.seed != nullptr) estimating.seed = *from.seed;
    estimating.stop = watch.stop();
    estimating.on_progress = watch.reporter<nqueens::EstimateProgress>(fraction_of);
    const nqueens::Estimate result = nqueens::estimate(on, estimating);
    last_result = nqueens::fields(result);
    const nqueens::Interval interval =
        result.interval.value_or(nqueens::Interval{result.value, result.value});
    *estimate = {result.value, interval.low, interval.high, result.is_exact ? 1 : 0,
                 result.samples};
  });
}

nqueens_status nqueens_solve(const nqueens_board* board, const nqueens_options* options,
                             uint32_t* columns) {
  return guarded([&] {
    const nqueens::Board& on = require(board, "board").board;
    require(columns, "columns");
    const nqueens_options from = options_or_default(options);
    Watch watch(from);
    nqueens::SolveOptions solving;
    solving.threads = from.threads;
    if (from.method != nullptr) solving.algorithm = from.method;
    if (from.seed != nullptr) solving.seed = *from.seed;
    solving.stop = watch.stop();
    solving.on_progress = watch.reporter<nqueens::SolveProgress>(fraction_of);
    const nqueens::SolveResult result = nqueens::solve(on, solving);
    std::copy(result.placement.begin(), result.placement.end(), columns);
    last_result = nqueens::fields(result);
  });
}

nqueens_status nqueens_list(const nqueens_board* board, const nqueens_options* options,
                            nqueens_take take, void* context) {
  return guarded([&] {
    const nqueens::Board& on = require(board, "board").board;
    if (take == nullptr) {
      throw nqueens::InvalidArgument("null pointer: take; it must point to a function");
    }
    const nqueens_options from = options_or_default(options);
    Watch watch(from);
    nqueens::ListOptions listing;
    listing.threads = from.threads;
    listing.unique = from.unique != 0;
    listing.stop = watch.stop();
    const auto hand_over = [&](const nqueens::SolutionBlock& block) {
      if (take(block[0].data(), block.size(), context) != 0) throw SeenEnough{};
    };
    try {
      last_result = nqueens::fields(nqueens::list(on, hand_over, listing));
    } catch (const SeenEnough&) {
    }
  });
}

nqueens_status nqueens_is_solution(const nqueens_board* board, const uint32_t* columns,
                                   int* answer) {
  return guarded([&] {
    require(answer, "answer");
    const nqueens::Board& on = require(board, "board").board;
    if (on.rows() > 0) require(columns, "columns");
    *answer = nqueens::verify({columns, on.rows()}, {.board = on}).is_solution() ? 1 : 0;
  });
}

}  // extern "C"
