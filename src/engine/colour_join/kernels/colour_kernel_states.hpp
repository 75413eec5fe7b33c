// The kernel sum_states: takes row sets and some first placements, and returns the sum of the
// factors of their pairs. A kernel file defines the vector type `States` with BlockedTable, which
// and StateKeeper, then includes this header inside its unnamed namespace.

constexpr std::size_t kStates = sizeof(States) / 2;

inline States states_at(const std::uint16_t* from) {
  States states;
  __builtin_memcpy(&states, from, sizeof(States));
  return states;
}

inline void put_states(std::uint16_t* to, States states) {
  __builtin_memcpy(to, &states, sizeof(States));
}

/// States are the beginnings of second placements, each with a first placement that it does not
/// attack: the columns of the queens; the columns of the last row that they attack by diagonals and
/// by antidiagonals; the number of the first placement.
struct StateList {
  std::uint16_t* columns;
  std::uint16_t* diagonals;
  std::uint16_t* antidiagonals;
  std::uint16_t* firsts;

  StateList from(std::size_t first) const {
    return {columns + first, diagonals + first, antidiagonals + first, firsts + first};
  }
};

class StateSum {
 public:
  StateSum(const StateTree& tree, const StateUnit& unit, std::uint16_t* room)
      : tree_(tree), unit_(unit), room_(room), queue_(list(tree.queens)) {
    free_ = room_ + static_cast<std::size_t>(4 * tree.queens + 4) * kStateRoom;
    sets_ = free_ + kStateRoom;
  }

  std::uint64_t run(int first_row) {
    const StateList all = list(0);
    for (std::size_t i = 0; i < unit_.firsts; ++i) {
      all.columns[i] = all.diagonals[i] = all.antidiagonals[i] = 0;
      all.firsts[i] = static_cast<std::uint16_t>(i);
    }
    place(1, 0, first_row, 0, all, unit_.firsts);
    return sum_;
  }

 private:
  /// Returns the states with this many queens; those with all of them are not kept.
  StateList list(int queens) const {
    std::uint16_t* begin = room_ + static_cast<std::size_t>(4 * queens) * kStateRoom;
    return {begin, begin + kStateRoom, begin + 2 * kStateRoom, begin + 3 * kStateRoom};
  }

  /// Places the next queen of all states, in this row, `distance` rows after the last one.
  void place(int queens, std::uint32_t rows, int row, int distance, StateList states,
             std::size_t size) {
    rows |= 1u << row;
    const BlockedTable blocked(unit_.blocked + static_cast<std::size_t>(row) * kFirstsTogether);
    const auto down = static_cast<std::uint16_t>(distance);
    if (queens == tree_.queens) {
      const auto of_rows = static_cast<std::size_t>(tree_.row_of_rows[rows]);
      const std::size_t found =
          take_squares<true>(find_free<true>(states, size, blocked, down), queue_);
      sum_ +=
          tree_.row_weights[of_rows] * add_factors(unit_.factors + of_rows * tree_.stride, found);
      return;
    }
    const StateList next = list(queens);
    const std::size_t found =
        take_squares<false>(find_free<false>(states, size, blocked, down), next);
    for (std::size_t first = 0; first < found; first += kStatesTogether) {
      const std::size_t some = found - first < kStatesTogether ? found - first : kStatesTogether;
      for (std::uint32_t after = tree_.rows_after[rows]; after != 0; after &= after - 1) {
        const int next_row = __builtin_ctz(after);
        place(queens + 1, rows, next_row, next_row - row, next.from(first), some);
      }
    }
  }

  /// Tells, as bits, which of the vector from here on are states.
  static std::uint32_t within(std::size_t at, std::size_t size) {
    return size - at < kStates ? (1u << (size - at)) - 1 : ~0u;
  }

  /// Queues the states that have a free square in the row. Returns how many.
  template <bool kIsLast>
  std::size_t find_free(const StateList states, std::size_t size, BlockedTable blocked,
                        std::uint16_t down) const {
    const StateList queue = queue_;
    std::uint16_t* const free_squares = free_;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < size; i += kStates) {
      const States columns = states_at(states.columns + i);
      const States diagonals = states_at(states.diagonals + i) << down;
      const States antidiagonals = states_at(states.antidiagonals + i) >> down;
      const States firsts = states_at(states.firsts + i);
      const States free = ~(columns | diagonals | antidiagonals | blocked.of(firsts));
      const StateKeeper keeper(which(free) & within(i, size));
      keeper.put(free, free_squares + kept);
      keeper.put(columns, queue.columns + kept);
      if (!kIsLast) {
        keeper.put(diagonals, queue.diagonals + kept);
        keeper.put(antidiagonals, queue.antidiagonals + kept);
        keeper.put(firsts, queue.firsts + kept);
      }
      kept += keeper.count();
    }
    return kept;
  }

  /// Places a queen on every free square of the queue, in passes: each takes the lowest square of
  /// every state, and keeps the states that have more. Returns the number of states written; of the
  /// last row only column sets, without their lowest bit.
  template <bool kIsLast>
  std::size_t take_squares(std::size_t size, const StateList next) const {
    const StateList queue = queue_;
    std::uint16_t* const free_squares = free_;
    std::uint16_t* const sets = sets_;
    std::size_t written = 0;
    for (std::size_t kept = 0; size > 0; written += size, size = kept, kept = 0) {
      const StateList to = next.from(written);
      for (std::size_t i = 0; i < size; i += kStates) {
        const States columns = states_at(queue.columns + i);
        const States free = states_at(free_squares + i);
        const States more = free & (free - 1);
        const States queen = free & ~more;
        const StateKeeper keeper(which(more) & within(i, size));
        if (kIsLast) {
          put_states(sets + written + i, (columns | queen) >> 1);
        } else {
          const States diagonals = states_at(queue.diagonals + i);
          const States antidiagonals = states_at(queue.antidiagonals + i);
          const States firsts = states_at(queue.firsts + i);
          put_states(to.columns + i, columns | queen);
          put_states(to.diagonals + i, diagonals | queen);
          put_states(to.antidiagonals + i, antidiagonals | queen);
          put_states(to.firsts + i, firsts);
          keeper.put(diagonals, queue.diagonals + kept);
          keeper.put(antidiagonals, queue.antidiagonals + kept);
          keeper.put(firsts, queue.firsts + kept);
        }
        keeper.put(columns, queue.columns + kept);
        keeper.put(more, free_squares + kept);
        kept += keeper.count();
      }
    }
    return written;
  }

  /// Four sets are read as one word and summed up apart: one sum would wait for each addition.
  std::uint64_t add_factors(const std::uint16_t* factors, std::size_t size) const {
    const std::uint16_t* const lanes = tree_.lane_of_set;
    std::uint64_t sums[4] = {};
    std::size_t i = 0;
    for (; i + 4 <= size; i += 4) {
      std::uint64_t four;
      __builtin_memcpy(&four, sets_ + i, 8);
      sums[0] += factors[lanes[four & 0xFFFF]];
      sums[1] += factors[lanes[four >> 16 & 0xFFFF]];
      sums[2] += factors[lanes[four >> 32 & 0xFFFF]];
      sums[3] += factors[lanes[four >> 48]];
    }
    for (; i < size; ++i) sums[0] += factors[lanes[sets_[i]]];
    return sums[0] + sums[1] + sums[2] + sums[3];
  }

  const StateTree tree_;
  const StateUnit unit_;
  std::uint16_t* const room_;
  const StateList queue_;  ///< states with a free square in the next row
  std::uint16_t* free_;    ///< their free squares
  std::uint16_t* sets_;    ///< column sets of complete second placements
  std::uint64_t sum_ = 0;
};

std::uint64_t sum_states(const StateTree& tree, const StateUnit& unit, int first_row,
                         std::uint16_t* room) {
  return StateSum(tree, unit, room).run(first_row);
}
