// The C interface: every call goes to the public C++ function of its name. No exception leaves.
#include <algorithm>
#include <exception>
#include <functional>
#include <new>
#include <stop_token>
#include <string>

#include "nqueens/count.hpp"
#include "nqueens/error.hpp"
#include "nqueens/estimate.hpp"
#include "nqueens/list.hpp"
#include "nqueens/nqueens.h"
#include "nqueens/problem.hpp"
#include "nqueens/solve.hpp"
#include "nqueens/verify.hpp"
#include "nqueens/version.hpp"

struct nqueens_problem {
  nqueens::Problem board;
};

namespace {

thread_local std::string error_text;

nqueens_status fail(nqueens_status status, const char* text) noexcept {
  try {
    error_text = text;
  } catch (const std::bad_alloc&) {
    error_text.clear();
  }
  return status;
}

/// Runs `call`, and turns what it throws into a status and a text.
template <typename Call>
nqueens_status guarded(const Call& call) noexcept {
  try {
    call();
    return NQUEENS_OK;
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

/// Hands progress to the caller, whose answer may stop the run.
class Watch {
 public:
  explicit Watch(const nqueens_options& options) : options_(options) {}

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
  const nqueens_options& options_;
  std::stop_source source_;
};

double fraction_of(const nqueens::Progress& now) {
  return now.fraction;
}
double fraction_of(const nqueens::SolveProgress& now) {
  if (now.board_size == 0) return -1;
  return std::min(1.0, static_cast<double>(now.rows) / static_cast<double>(now.board_size));
}
double fraction_of(const nqueens::EstimateProgress& /*now*/) {
  return -1;
}

/// Solves the plain board of a size, or a problem.
template <typename Board>
void solve_into(const Board& board, const nqueens_options* options, std::uint32_t* columns) {
  require(columns, "columns");
  const nqueens_options from = options_or_default(options);
  Watch watch(from);
  nqueens::SolveOptions solving;
  solving.threads = from.threads;
  if (from.method != nullptr) solving.algorithm = from.method;
  if (from.seed != nullptr) solving.seed = *from.seed;
  solving.stop = watch.stop();
  solving.on_progress = watch.reporter<nqueens::SolveProgress>(fraction_of);
  const nqueens::SolveResult result = nqueens::solve(board, solving);
  std::copy(result.placement.begin(), result.placement.end(), columns);
}

/// Ends a list of which the caller has seen enough.
struct SeenEnough {};

nqueens::Square square_of(int row, int column) {
  // Negative ones become large, and lie outside of every board.
  return {static_cast<std::uint64_t>(row), static_cast<std::uint64_t>(column)};
}

}  // namespace

extern "C" {

const char* nqueens_error_text(void) {
  return error_text.c_str();
}

const char* nqueens_version(void) {
  return nqueens::kVersion;
}

nqueens_status nqueens_problem_new(int rows, int columns, const char* variant,
                                   nqueens_problem** problem) {
  return guarded([&] {
    const nqueens::Variant attack =
        variant == nullptr ? nqueens::Variant::queens : nqueens::parse_variant(variant);
    nqueens_problem*& created = require(problem, "problem");
    created = new nqueens_problem{rows == columns ? nqueens::Problem(rows, attack)
                                                  : nqueens::Problem(rows, columns, attack)};
  });
}

void nqueens_problem_free(nqueens_problem* problem) {
  delete problem;
}

nqueens_status nqueens_problem_place(nqueens_problem* problem, int row, int column) {
  return guarded([&] { require(problem, "problem").board.require(square_of(row, column)); });
}

nqueens_status nqueens_problem_block(nqueens_problem* problem, int row, int column) {
  return guarded([&] { require(problem, "problem").board.block(square_of(row, column)); });
}

nqueens_status nqueens_problem_exclude_diagonal(nqueens_problem* problem, int difference) {
  return guarded([&] { require(problem, "problem").board.block_diagonal(difference); });
}

nqueens_status nqueens_problem_exclude_antidiagonal(nqueens_problem* problem, int sum) {
  return guarded([&] { require(problem, "problem").board.block_antidiagonal(sum); });
}

const char* nqueens_wide_text(nqueens_wide value, char text[NQUEENS_WIDE_TEXT]) {
  const auto wide = static_cast<nqueens::WideCount>(value.high) << 64 | value.low;
  const std::string digits = nqueens::to_string(wide);
  *std::copy(digits.begin(), digits.end(), text) = '\0';
  return text;
}

nqueens_status nqueens_count(const nqueens_problem* problem, const nqueens_options* options,
                             nqueens_wide* solutions) {
  return guarded([&] {
    const nqueens::Problem& board = require(problem, "problem").board;
    require(solutions, "solutions");
    const nqueens_options from = options_or_default(options);
    Watch watch(from);
    nqueens::CountOptions counting;
    counting.threads = from.threads;
    if (from.method != nullptr) counting.engine = from.method;
    counting.stop = watch.stop();
    counting.on_progress = watch.reporter<nqueens::Progress>(fraction_of);
    const nqueens::WideCount count = nqueens::count(board, counting).solutions;
    *solutions = {static_cast<std::uint64_t>(count), static_cast<std::uint64_t>(count >> 64)};
  });
}

nqueens_status nqueens_estimate_count(const nqueens_problem* problem, double time_limit,
                                      double error, const nqueens_options* options,
                                      nqueens_estimate* estimate) {
  return guarded([&] {
    const nqueens::Problem& board = require(problem, "problem").board;
    require(estimate, "estimate");
    const nqueens_options from = options_or_default(options);
    Watch watch(from);
    nqueens::EstimateOptions estimating;
    if (time_limit != 0) estimating.time_limit = time_limit;
    if (error != 0) estimating.error = error;
    estimating.threads = from.threads;
    if (from.seed != nullptr) estimating.seed = *from.seed;
    estimating.forecast = false;
    estimating.stop = watch.stop();
    estimating.on_progress = watch.reporter<nqueens::EstimateProgress>(fraction_of);
    const nqueens::Estimate result = nqueens::estimate(board, estimating);
    const nqueens::Interval interval =
        result.interval.value_or(nqueens::Interval{result.value, result.value});
    *estimate = {result.value, interval.low, interval.high, result.is_exact ? 1 : 0,
                 result.samples};
  });
}

nqueens_status nqueens_solve(uint64_t board_size, const nqueens_options* options,
                             uint32_t* columns) {
  return guarded([&] { solve_into(board_size, options, columns); });
}

nqueens_status nqueens_solve_problem(const nqueens_problem* problem, const nqueens_options* options,
                                     uint32_t* columns) {
  return guarded([&] { solve_into(require(problem, "problem").board, options, columns); });
}

nqueens_status nqueens_list(const nqueens_problem* problem, int unique,
                            const nqueens_options* options, nqueens_take take, void* context) {
  return guarded([&] {
    const nqueens::Problem& board = require(problem, "problem").board;
    if (take == nullptr) {
      throw nqueens::InvalidArgument("null pointer: take; it must point to a function");
    }
    nqueens::ListOptions listing;
    listing.threads = options_or_default(options).threads;
    listing.unique = unique != 0;
    const auto hand_over = [&](const nqueens::SolutionBlock& block) {
      if (take(block[0].data(), block.size(), context) != 0) throw SeenEnough{};
    };
    try {
      nqueens::list(board, hand_over, listing);
    } catch (const SeenEnough&) {
    }
  });
}

nqueens_status nqueens_is_solution(const uint32_t* columns, uint64_t board_size, int* answer) {
  return guarded([&] {
    require(answer, "answer");
    if (board_size > 0) require(columns, "columns");
    *answer = nqueens::verify({columns, board_size}).is_solution() ? 1 : 0;
  });
}

}  // extern "C"
