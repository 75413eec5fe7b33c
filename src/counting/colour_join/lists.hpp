// Lists of second pieces that all threads use together. What is kept is bounded by real bytes.
#pragma once

#include <atomic>
#include <memory>
#include <mutex>
#include <vector>

#include "counting/colour_join/plan.hpp"
#include "counting/colour_join/second.hpp"

namespace nqueens::counting {

/// Each list is made by the thread that first asks for it, as long as there is room. May be used by
/// any number of threads at the same time.
class SharedLists {
 public:
  SharedLists(const ColourBoard& board, const ColourJoinLimits& limits);

  /// The list on R_o, or on the other odd rows, for an R_e of that class; none where the class does
  /// not share or there is no room for it. `listing` belongs to the colour.
  const SecondPieces* white(LineSet odd_rows, const ColourClass& kind,
                            SecondListing& listing) const {
    return kind.shares_lists ? find(white_, odd_rows, kind.white, listing) : nullptr;
  }
  const SecondPieces* black(LineSet other_rows, const ColourClass& kind,
                            SecondListing& listing) const {
    return kind.shares_lists ? find(black_, other_rows, kind.black, listing) : nullptr;
  }

 private:
  struct Slot {
    std::once_flag once;
    std::unique_ptr<SecondPieces> pieces;
  };
  struct Colour {
    PieceBoard board;
    mutable std::vector<Slot> slots;  ///< by row set
  };

  const SecondPieces* find(const Colour& colour, LineSet rows, const ColourSide& side,
                           SecondListing& listing) const;

  const double most_bytes_;
  mutable std::atomic<std::size_t> bytes_{0};
  Colour white_;
  Colour black_;
};

}  // namespace nqueens::counting
