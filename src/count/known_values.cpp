// Published values: OEIS A000170 and A002562.
#include <array>
#include <cstdint>

#include "nqueens/count.hpp"

namespace nqueens {

namespace {

// clang-format off
constexpr std::array<std::uint64_t, 28> kSolutions = {
    1u, 1u, 0u, 0u, 2u, 10u, 4u, 40u, 92u, 352u, 724u, 2680u, 14200u, 73712u, 365596u, 2279184u,
    14772512u, 95815104u, 666090624u, 4968057848u, 39029188884u, 314666222712u, 2691008701644u,
    24233937684440u, 227514171973736u, 2207893435808352u, 22317699616364044u,
    234907967154122528u};

constexpr std::array<std::uint64_t, 28> kFundamental = {
    1u, 1u, 0u, 0u, 1u, 2u, 1u, 6u, 12u, 46u, 92u, 341u, 1787u, 9233u, 45752u, 285053u,
    1846955u, 11977939u, 83263591u, 621012754u, 4878666808u, 39333324973u, 336376244042u,
    3029242658210u, 28439272956934u, 275986683743434u, 2789712466510289u, 29363495934315694u};
// clang-format on

std::optional<WideCount> lookup(const std::array<std::uint64_t, 28>& values, int board_size) {
  if (board_size < 0 || board_size >= static_cast<int>(values.size())) return std::nullopt;
  return values[static_cast<std::size_t>(board_size)];
}

}  // namespace

std::optional<WideCount> known_solutions(int board_size) {
  return lookup(kSolutions, board_size);
}

std::optional<WideCount> known_fundamental_solutions(int board_size) {
  return lookup(kFundamental, board_size);
}

}  // namespace nqueens
