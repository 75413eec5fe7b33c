#include "counting/colour_join/shared_lists.hpp"

namespace nqueens::counting::colour_join {

const SecondPlacements* QuarterLists::find(LineSet rows, int pivots, SecondListing& listing,
                                           const std::stop_token& stop) const {
  Slot& slot = slots_[rows];
  std::call_once(slot.once, [&] {
    // A list that turns out too large for what is left is dropped; the next are not tried.
    if (static_cast<double>(bytes_.load()) >= max_bytes_) return;
    auto list = std::make_unique<SecondPlacements>();
    const SecondRows split(quarter_, rows, pivots);
    if (!list_second_placements(quarter_, split, listing, stop, *list)) return;
    const std::size_t bytes = list->bytes();
    if (static_cast<double>(bytes_.fetch_add(bytes) + bytes) <= max_bytes_) {
      slot.list = std::move(list);
    }
  });
  return slot.list.get();
}

}  // namespace nqueens::counting::colour_join
