// The list of a restricted board, in lexicographic order though the search by the tightest line
// finds solutions in another: few enough solutions below a prefix are found and sorted, else the
// prefix is made longer by a row.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "catalog/listing.hpp"
#include "domain/problem.hpp"
#include "nqueens/symmetry.hpp"
#include "tightest_line/position.hpp"

namespace nqueens::catalog {

/// True when no image under the symmetries is lexicographically less. They must map the board of
/// the problem to itself. O(symmetries * rows).
bool is_least_of_images(std::span<const std::uint8_t> columns, std::span<const Symmetry> symmetries,
                        const Problem& problem);

class RestrictedListing : public Listing {
 public:
  /// All must outlive it. Precondition: the problem has rows.
  RestrictedListing(const Problem& problem, int threads, const Render& render, const Take& take,
                    const ListOptions& options);

 private:
  /// The queens of the first rows.
  using Prefix = std::vector<tightest_line::Cell>;

  void list_tasks() override;
  /// False when nothing more is wanted.
  bool list_below(std::uint64_t task, const Prefix& prefix);
  /// The prefix with a queen in the next row, in ascending order of columns.
  std::vector<Prefix> longer(const Prefix& prefix) const;

  const Problem& problem_;
  std::vector<Symmetry> symmetries_;  ///< whose least images are listed; identity left out
  std::size_t max_sorted_;            ///< solutions that are sorted at once
  std::vector<Prefix> prefixes_;      ///< the tasks
  std::size_t taken_ = 0;             ///< of the tasks, under the mutex of begin()
};

}  // namespace nqueens::catalog
