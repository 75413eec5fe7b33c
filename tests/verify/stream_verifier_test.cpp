// Verifies placements in pieces: against the serial search, with damaged columns and with rows that
// are missing or come twice.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

#include "nqueens/verify.hpp"
#include "placements/support.hpp"
#include "support/property.hpp"
#include "support/stop.hpp"
#include "verify/marks.hpp"

namespace nqueens::verifying {
namespace {

using tests::staircase;

struct Rows {
  std::size_t first = 0;
  std::size_t count = 0;
};

/// All rows, cut at random and shuffled.
std::vector<Rows> random_pieces(std::size_t size, std::mt19937_64& random) {
  std::vector<Rows> pieces;
  for (std::size_t row = 0; row < size;) {
    const std::size_t count = std::min<std::size_t>(size - row, 1 + random() % 700);
    pieces.push_back({row, count});
    row += count;
  }
  std::shuffle(pieces.begin(), pieces.end(), random);
  return pieces;
}

/// Marks columns of 32 or 64 bits.
void mark(StreamVerifier& verifier, std::span<const Column> columns, std::size_t first,
          bool is_wide) {
  if (!is_wide) return verifier.mark(first, columns);
  const std::vector<std::uint64_t> wide(columns.begin(), columns.end());
  verifier.mark(first, std::span(wide));
}

bool verify_pieces(std::span<const Column> columns, const std::vector<Rows>& pieces,
                   std::mt19937_64& random) {
  StreamVerifier verifier(columns.size());
  for (const Rows& rows : pieces) {
    mark(verifier, columns.subspan(rows.first, rows.count), rows.first, random() % 2 == 0);
  }
  run::Executor workers(2, Pinning::none);
  return verifier.is_solution(workers, tests::kNeverStopped);
}

TEST(StreamVerifier, AcceptsSolutionsInAnyPieces) {
  std::mt19937_64 random(1);
  for (const std::uint64_t size : {4u, 6u, 10u, 64u, 1000u, 100000u}) {
    const Placement placement = staircase(size);
    EXPECT_TRUE(verify_pieces(placement, random_pieces(size, random), random));
    EXPECT_TRUE(verify_pieces(placement, {{0, size}}, random));
  }
}

PROPERTY(StreamVerifier, AgreesWithTheSerialSearchOnDamagedColumns) {
  const std::uint64_t seed = tests::draw_seed();
  std::mt19937_64 random(seed);
  Placement placement = staircase(*rc::gen::inRange<std::uint64_t>(0, 200) * 6 + 4);
  const std::size_t size = placement.size();
  for (int damaged = *rc::gen::inRange(0, 4); damaged > 0; --damaged) {
    const std::size_t row = random() % size;
    if (random() % 2 == 0) {
      std::swap(placement[row], placement[random() % size]);
    } else {
      placement[row] = static_cast<Column>(random() % (size + 1));
    }
  }
  const bool expected =
      *std::max_element(placement.begin(), placement.end()) < size && is_solution(placement);
  RC_ASSERT(verify_pieces(placement, random_pieces(size, random), random) == expected);
}

// No other mark shows two queens in one row.
TEST(StreamVerifier, RefusesRowsThatAreMissingOrComeTwice) {
  std::mt19937_64 random(2);
  const Placement placement = staircase(10000);
  auto pieces = random_pieces(10000, random);
  const auto all = pieces;
  pieces.pop_back();
  EXPECT_FALSE(verify_pieces(placement, pieces, random));
  pieces = all;
  pieces.push_back(all.front());
  EXPECT_FALSE(verify_pieces(placement, pieces, random));
  pieces = all;
  pieces[3] = pieces[5];
  EXPECT_FALSE(verify_pieces(placement, pieces, random));
  EXPECT_FALSE(verify_pieces(placement, {}, random));

  // Row 1 comes twice and row 2 never, yet all five queens have lines of their own.
  StreamVerifier verifier(5);
  const std::vector<std::uint64_t> first = {0, 2};
  verifier.mark(0, std::span(first));
  const std::vector<std::uint64_t> twice = {4};
  verifier.mark(1, std::span(twice));
  const std::vector<std::uint64_t> last = {1, 3};
  verifier.mark(3, std::span(last));
  run::Executor workers(1, Pinning::none);
  EXPECT_FALSE(verifier.is_solution(workers, tests::kNeverStopped));
}

TEST(StreamVerifier, RefusesWhatIsNotOnTheBoard) {
  run::Executor workers(1, Pinning::none);
  for (const std::uint64_t row : {std::uint64_t{5}, std::uint64_t{4}, ~std::uint64_t{0}}) {
    StreamVerifier verifier(4);
    const Placement placement = staircase(4);
    verifier.mark(0, std::span(placement));
    const std::vector<std::uint64_t> more = {0};
    verifier.mark(row, std::span(more));
    EXPECT_FALSE(verifier.is_solution(workers, tests::kNeverStopped));
  }
}

}  // namespace
}  // namespace nqueens::verifying
