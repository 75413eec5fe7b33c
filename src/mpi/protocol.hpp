// The times that both sides of the talk agree on, and the end that both know.
#pragma once

#include <algorithm>
#include <chrono>

#include "nqueens/error.hpp"

namespace nqueens::mpi {

/// Between two looks for messages. MPI would wait for one by spinning, on a processor that counting
/// needs.
inline constexpr std::chrono::microseconds kShortestPause{100};
inline constexpr std::chrono::microseconds kLongestPause{10000};

/// The pause when the last word is so long ago: a part of it, so that an answer which comes soon is
/// seen soon, and a rank that hears little takes no time from those that count. Looking every
/// millisecond took 2 % of a processor for each rank.
inline std::chrono::microseconds pause_after(std::chrono::steady_clock::duration silence) {
  return std::clamp(std::chrono::duration_cast<std::chrono::microseconds>(silence / 8),
                    kShortestPause, kLongestPause);
}

/// A request is answered within so many times the least lease, by no tasks if need be.
inline constexpr double kAnswerPerLease = 0.5;
/// Who has heard nothing for so many times the least lease takes the other side for lost.
inline constexpr double kSilencePerLease = 5;

/// How long ranks that are told the end may take to say farewell. A rank stops counting within
/// some 100 ms.
inline constexpr std::chrono::seconds kFarewellTime{5};

/// The same for ranks that have not answered for long.
inline constexpr std::chrono::seconds kFarewellTimeOfSilent{1};
/// How long a rank that has said farewell waits for the last word, and how long ending MPI together
/// may take. Beyond that a rank ends its process by itself: nothing is left to be lost.
inline constexpr std::chrono::seconds kCloseTime{15};
inline constexpr std::chrono::seconds kFinalizeTime{60};

/// How long a worker that is to end by itself leaves it to rank 0 to end the job: mpirun's exit
/// code is then that of rank 0, and not that of a rank which ended without a word to MPI.
inline constexpr std::chrono::seconds kLeaveTime{2};

/// Thrown by a rank that counts when rank 0 is lost.
class CoordinatorIsGone : public Error {
 public:
  using Error::Error;
};

}  // namespace nqueens::mpi
