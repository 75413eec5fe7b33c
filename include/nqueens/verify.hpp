// Verifies that a placement is a solution: in memory and in files of any size, on all threads.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <stop_token>
#include <string>

#include "nqueens/execution.hpp"
#include "nqueens/placement.hpp"
#include "nqueens/problem.hpp"

namespace nqueens {

struct VerifyOptions {
  int threads = 0;  ///< worker threads; 0 takes the processors that this process may use
  Pinning pinning = Pinning::automatic;
  /// Number of queens that the placement must have; any number where absent.
  std::optional<std::uint64_t> expected_size{};
  std::stop_token stop{};
};

struct VerifyResult {
  std::uint64_t board_size = 0;  ///< number of queens read
  /// The first attacking pair as in find_attacking_pair; absent for a solution.
  std::optional<AttackingPair> attack;
  double seconds = 0;
  bool is_solution() const { return !attack.has_value(); }
};

/// Verifies a placement in memory. O(N) time; needs 5 N bits for each worker thread, of which it
/// uses eight at most and fewer where memory is short.
/// Throws InvalidPlacement for a column out of range and for an unexpected size.
VerifyResult verify(std::span<const Column> columns, const VerifyOptions& options = {});

/// Verifies a placement file: text or binary (told apart by the binary magic), without holding it
/// in memory, or a drawing, which may have more columns than rows, or fewer; otherwise needs the
/// memory of verify(). Throws IoError when the file cannot be read, InvalidPlacement naming the
/// place when it is empty, truncated, garbled, has a column out of range or an unexpected size.
VerifyResult verify_file(const std::filesystem::path& path, const VerifyOptions& options = {});

/// The same for an open file descriptor, for example a pipe. Input that cannot be rewound is held
/// in memory, 4 or 5 bytes a queen, so that the first attacking pair can be named. `name` is for
/// errors.
VerifyResult verify_stream(int descriptor, const std::string& name,
                           const VerifyOptions& options = {});

/// What keeps the columns, one for each row, from solving the problem: "8 queens on a board of 7
/// rows", "no queen may stand on row 2, column 5", "no queen on row 2, column 3, where one is
/// given", "row 0, column 3 and row 1, column 5 attack each other". Of several faults that in the
/// first row; nullopt for a solution. O(rows^2).
std::optional<std::string> find_violation(const Problem& problem, std::span<const Column> columns);

}  // namespace nqueens
