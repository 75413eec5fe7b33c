// The times that rank 0 and the ranks that count agree on.
#pragma once

#include <algorithm>
#include <chrono>

#include "nqueens/error.hpp"

namespace nqueens::mpi {

/// Pauses between two looks for messages. MPI would wait by spinning, on a processor that counting
/// needs.
inline constexpr std::chrono::microseconds kShortestPause{100};
inline constexpr std::chrono::microseconds kLongestPause{10000};

/// The pause, by the time since the last message: a part of that time, so that a quick answer is
/// seen quickly and a quiet rank takes no time from counting. Looking every millisecond took 2 % of
/// a processor for each rank.
inline std::chrono::microseconds pause_after(std::chrono::steady_clock::duration silence) {
  return std::clamp(std::chrono::duration_cast<std::chrono::microseconds>(silence / 8),
                    kShortestPause, kLongestPause);
}

/// A request is answered within this many times the shortest lease, if need be by an empty batch.
inline constexpr double kAnswerPerLease = 0.5;
/// After this many times the shortest lease without a message the other side counts as lost.
inline constexpr double kSilencePerLease = 5;

/// How long a rank may take from End to Farewell. It stops counting within some 100 ms.
inline constexpr std::chrono::seconds kFarewellTime{5};

/// The same for ranks that have been silent for long.
inline constexpr std::chrono::seconds kFarewellTimeOfSilent{1};
/// How long a rank waits from Farewell to Close, and how long ending MPI together may take. After
/// that a rank ends by itself: there is nothing left to lose.
inline constexpr std::chrono::seconds kCloseTime{15};
inline constexpr std::chrono::seconds kFinalizeTime{60};

/// How long a worker that ends by itself waits for rank 0 to end the job: mpirun then returns the
/// exit code of rank 0, not that of a rank which left without ending MPI.
inline constexpr std::chrono::seconds kLeaveTime{2};

/// Thrown by a rank that counts when rank 0 is lost.
class CoordinatorIsGone : public Error {
 public:
  using Error::Error;
};

}  // namespace nqueens::mpi
