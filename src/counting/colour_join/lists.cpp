#include "counting/colour_join/lists.hpp"

namespace nqueens::counting {

SharedLists::SharedLists(const ColourBoard& board, const ColourJoinLimits& limits)
    : most_bytes_(limits.most_shared_bytes),
      white_{board.white_second(), std::vector<Slot>(std::size_t{1} << board.odd())},
      black_{board.black_second(), std::vector<Slot>(std::size_t{1} << board.odd())} {}

const SecondPieces* SharedLists::find(const Colour& colour, LineSet rows, const ColourSide& side,
                                      SecondListing& listing) const {
  Slot& slot = colour.slots[rows];
  std::call_once(slot.once, [&] {
    // A list that turns out too large for what is left is dropped; the next are not tried.
    if (static_cast<double>(bytes_.load()) >= most_bytes_) return;
    auto pieces = std::make_unique<SecondPieces>(list_second_pieces(
        colour.board, SecondRows(colour.board, rows, side.options.pivots), listing));
    const std::size_t bytes = pieces->bytes();
    if (static_cast<double>(bytes_.fetch_add(bytes) + bytes) <= most_bytes_) {
      slot.pieces = std::move(pieces);
    }
  });
  return slot.pieces.get();
}

}  // namespace nqueens::counting
