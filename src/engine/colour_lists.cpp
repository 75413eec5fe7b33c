#include "engine/colour_lists.hpp"

namespace nqueens::engine {

const SecondPieces* SharedLists::find(const Colour& colour, const PieceBoard& board, LineSet rows,
                                      const ColourClass& kind, const ColourSide& side,
                                      SecondListing& listing) const {
  if (!kind.shares_lists) return nullptr;
  Slot& slot = colour.slots[rows];
  std::call_once(slot.once, [&] {
    // A list that turns out too large for what is left is dropped; the next are not tried.
    if (static_cast<double>(bytes_.load()) >= most_bytes_) return;
    auto pieces = std::make_unique<SecondPieces>(
        list_second_pieces(board, SecondRows(board, rows, side.options.pivots), listing));
    const std::size_t bytes = pieces->bytes();
    if (static_cast<double>(bytes_.fetch_add(bytes) + bytes) <= most_bytes_) {
      slot.pieces = std::move(pieces);
    }
  });
  return slot.pieces.get();
}

}  // namespace nqueens::engine
