// Lists of second pieces that all threads use together. What is kept is bounded by real bytes.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "engine/colour_plan.hpp"
#include "engine/colour_second.hpp"

namespace nqueens::engine {

/// Each list is made by the thread that first asks for it, as long as there is room. May be used by
/// any number of threads at the same time.
class SharedLists {
 public:
  SharedLists(const ColourBoard& board, const ColourPlan& plan, const ColourJoinLimits& limits)
      : most_bytes_(limits.most_shared_bytes), plan_(plan), board_(board) {
    white_.slots = std::vector<Slot>(std::size_t{1} << board.odd());
    black_.slots = std::vector<Slot>(std::size_t{1} << board.odd());
  }

  /// The list on R_o, or on the other odd rows; none when there is no room for it. `listing`
  /// belongs to that colour.
  const SecondPieces* white(LineSet odd_rows, int even_queens, SecondListing& listing) const {
    return find(white_, board_.white_second(), odd_rows, plan_.of_queens(even_queens),
                plan_.of_queens(even_queens).white, listing);
  }
  const SecondPieces* black(LineSet other_rows, int even_queens, SecondListing& listing) const {
    return find(black_, board_.black_second(), other_rows, plan_.of_queens(even_queens),
                plan_.of_queens(even_queens).black, listing);
  }

 private:
  struct Slot {
    std::once_flag once;
    std::unique_ptr<SecondPieces> pieces;
  };
  struct Colour {
    mutable std::vector<Slot> slots;
  };

  const SecondPieces* find(const Colour& colour, const PieceBoard& board, LineSet rows,
                           const ColourClass& kind, const ColourSide& side,
                           SecondListing& listing) const;

  const double most_bytes_;
  const ColourPlan& plan_;
  const ColourBoard board_;
  mutable std::atomic<std::size_t> bytes_{0};
  Colour white_;
  Colour black_;
};

}  // namespace nqueens::engine
