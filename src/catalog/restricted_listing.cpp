#include "catalog/restricted_listing.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <utility>

#include "tightest_line/walk.hpp"

namespace nqueens::catalog {

namespace {

using tightest_line::Cell;
using tightest_line::Walk;

/// Tasks for each thread, that none waits long for the last one.
constexpr std::size_t kTasksPerThread = 16;
/// Queens placed between two polls of the stop token: some milliseconds.
constexpr std::uint64_t kQueensPerPoll = std::uint64_t{1} << 14;
/// With a small limit fewer solutions are sorted at once, but not so few that every search is
/// short.
constexpr std::uint64_t kLeastSorted = 64;

}  // namespace

bool is_least_of_images(std::span<const std::uint8_t> columns, std::span<const Symmetry> symmetries,
                        const Problem& problem) {
  const auto width = static_cast<std::uint64_t>(problem.columns());
  std::array<std::uint8_t, kMaxProblemSize> turned{};
  for (const Symmetry symmetry : symmetries) {
    for (std::uint64_t row = 0; row < columns.size(); ++row) {
      const Square to = image(symmetry, {row, columns[row]}, columns.size(), width);
      turned[to.row] = static_cast<std::uint8_t>(to.column);
    }
    if (std::lexicographical_compare(turned.begin(),
                                     turned.begin() + static_cast<std::ptrdiff_t>(columns.size()),
                                     columns.begin(), columns.end())) {
      return false;
    }
  }
  return true;
}

RestrictedListing::RestrictedListing(const Problem& problem, int threads, const Render& render,
                                     const Take& take, const ListOptions& options)
    : Listing(problem.rows(), render, take, options),
      problem_(problem),
      max_sorted_(static_cast<std::size_t>(std::clamp<std::uint64_t>(
          options.limit.value_or(kMaxInPiece), kLeastSorted, kMaxInPiece))),
      prefixes_(1) {
  if (options.unique) symmetries_ = symmetries_of(board_of(problem));
  std::erase(symmetries_, Symmetry::identity);
  // One thread does best without: the search chooses its lines better than row by row.
  const std::size_t tasks = threads == 1 ? 1 : kTasksPerThread * static_cast<std::size_t>(threads);
  for (int row = 0; row < problem.rows() && prefixes_.size() < tasks; ++row) {
    std::vector<Prefix> next;
    for (const Prefix& prefix : prefixes_) {
      for (Prefix& child : longer(prefix)) next.push_back(std::move(child));
    }
    prefixes_ = std::move(next);
  }
}

void RestrictedListing::list_tasks() {
  std::size_t own = 0;
  const auto take_next = [&] {
    own = taken_;
    return taken_ < prefixes_.size() && (++taken_, true);
  };
  while (const std::optional<std::uint64_t> task = begin(take_next)) {
    if (!list_below(*task, prefixes_[own])) return;
    end(*task);
  }
}

bool RestrictedListing::list_below(std::uint64_t task, const Prefix& prefix) {
  Walk walk(problem_);
  walk.start(prefix);
  std::vector<std::vector<std::uint8_t>> found;
  std::uint64_t budget = kQueensPerPoll;
  for (;;) {
    const Walk::Step step = walk.next(budget);
    if (step == Walk::Step::exhausted) break;
    if (step == Walk::Step::spent) {
      budget = kQueensPerPoll;
      throw_if_stopped();
      if (closed()) return false;
      continue;
    }
    if (!is_least_of_images(walk.columns(), symmetries_, problem_)) continue;
    if (found.size() == max_sorted_) {
      found.clear();
      for (const Prefix& child : longer(prefix)) {
        if (!list_below(task, child)) return false;
      }
      return true;
    }
    found.emplace_back(walk.columns().begin(), walk.columns().end());
  }
  std::sort(found.begin(), found.end());
  SolutionBlock block(problem_.rows());
  for (const std::vector<std::uint8_t>& columns : found) block.add(columns);
  return flush(task, block);
}

std::vector<RestrictedListing::Prefix> RestrictedListing::longer(const Prefix& prefix) const {
  const auto row = static_cast<int>(prefix.size());
  std::uint64_t free = problem_.allowed(row);
  for (const Cell& queen : prefix) free &= ~problem_.attacked(queen.row, queen.column, row);
  std::vector<Prefix> children;
  for (; free != 0; free &= free - 1) {
    Prefix& child = children.emplace_back(prefix);
    child.push_back(
        {static_cast<std::uint8_t>(row), static_cast<std::uint8_t>(std::countr_zero(free))});
  }
  return children;
}

}  // namespace nqueens::catalog
