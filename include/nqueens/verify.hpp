// Verifies that a placement is a solution: in memory and in files of any size, on all threads.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <stop_token>
#include <string>

#include "nqueens/board.hpp"
#include "nqueens/execution.hpp"
#include "nqueens/placement.hpp"

namespace nqueens {

struct VerifyOptions {
  int threads = 0;  ///< worker threads; 0 takes the processors that this process may use
  Pinning pinning = Pinning::automatic;
  /// The board that the placement should solve. If absent, the board of a drawing, else the plain
  /// square board with as many rows as the placement has queens.
  std::optional<Board> board{};
  int base = 0;            ///< 0 or 1: the number of the first column in a file or stream
  std::stop_token stop{};  ///< ends the call early by the exception Stopped
};

struct VerifyResult {
  std::uint64_t rows = 0;     ///< of the board; as many queens were read
  std::uint64_t columns = 0;  ///< of the board
  /// The first attack: the one with the least later row, and among those the least earlier row.
  std::optional<AttackingPair> attack{};
  /// Why the placement is no solution: the attacking pair, else "no queen on row 2, column 3, where
  /// one is given", or "no queen may stand on row 2, column 5". Absent for a solution.
  std::optional<std::string> violation{};
  int threads = 0;
  double seconds = 0;
  bool is_solution() const { return !violation.has_value(); }
};

/// Verifies a placement in memory. O(N) time; 5 N bits for each set of marks: one for each thread,
/// but at most eight, and fewer if memory is short. Throws InvalidPlacement for a column out of
/// range and if the board has another number of rows than there are queens; InvalidArgument for a
/// bad number of threads, and if queens that the board gives attack each other or stand on its
/// blocked or excluded squares; InsufficientMemory; and Stopped.
VerifyResult verify(std::span<const Column> columns, const VerifyOptions& options = {});

/// Verifies the one placement of a file (placement_file.hpp). It needs the memory of verify(); only
/// placements on restricted boards and drawings are held in memory. Throws IoError if the file
/// cannot be read; InvalidPlacement, naming the place, if it is empty, truncated, of another kind,
/// or has a column out of range or a wrong number of queens; else as verify() does.
VerifyResult verify_file(const std::filesystem::path& path, const VerifyOptions& options = {});

/// Does the same with an open file descriptor, which errors call `name`. Input that cannot be
/// rewound is held in memory, 4 bytes per queen, to name the first attacking pair; above
/// kMaxPlacementSize queens it throws InvalidPlacement.
VerifyResult verify_stream(int descriptor, const std::string& name,
                           const VerifyOptions& options = {});

/// verify() on the calling thread; without a board, on the plain square board of as many rows.
/// Throws InvalidPlacement and InvalidArgument as it does.
bool is_solution(std::span<const Column> columns, const Board& board);
bool is_solution(std::span<const Column> columns);

}  // namespace nqueens
