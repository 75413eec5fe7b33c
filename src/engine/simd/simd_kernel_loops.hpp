// The search of the engine `simd` over vectors of 16-bit lanes. Each lane is a partial placement (a
// state): free columns, and the diagonals and antidiagonals attacked in the next row. The kernel
// files define the vector operations. Everything here has internal linkage: only they may include
// it.
//
// States wait in three arrays per level (row to fill). Work is always done on the deepest level
// that holds a batch, so memory stays small and hot and the lanes stay full. A step takes the
// lowest free square of all lanes at once, makes the children, drops those that fail the
// look-ahead, appends the others to the next level without gaps (compress), and loads new states
// into lanes that have no square left (expand). The last two rows are a closed form. Lanes in
// progress stay with their level from batch to batch. When no level holds a batch any more, the
// shallowest is drained: its lanes run empty, fed with zeros.
//
// A count of N = 17 takes one thread 0.205 s with AVX-512 on Zen 4 (3.65 GHz, g++ 12): 24 million
// steps of 32 lanes, some 30 cycles each. Variants, in seconds, the fastest of nine or more
// alternating runs (measured at different stages: compare within a line):
//   rows in the order of SideQueens::rest() 0.206, from the top 0.252; other look-aheads within 3 %
//   squares of new states by a fourth expand 0.284, by a blend 0.278
//   batches of 512 states 0.339, 1024 0.291, 2048 0.274, 4096 0.266, 8192 0.266
//   two streams 0.272, three 0.276, four 0.300 (three were best on Zen 5)
//   256-bit vectors with the instructions of AVX-512 0.271 against 0.253
//   no difference: huge pages, a check of the limits in every round, -mtune, -O2, aligned loops
#pragma once

#include <cstddef>
#include <cstdint>

#include "engine/simd/simd_kernels.hpp"

namespace nqueens::engine {
namespace {

/// The stop token is checked after this many rounds of work: some tens of microseconds.
constexpr unsigned kRoundsPerPoll = 64;
/// Rests of fewer rows go to the portable kernel.
constexpr int kMinRows = 4;

template <class Simd>
class Batches {
  using Vector = typename Simd::Vector;
  static constexpr std::uint32_t kLanes = Simd::kLanes;
  static constexpr std::size_t kStreams = Simd::kStreams;
  /// One round of all streams can take, and make, at most this many states.
  static constexpr std::uint32_t kStride = kLanes * Simd::kStreams;
  /// Levels 0 to rows - 3 hold states.
  static constexpr int kLevels = kMaxRest - 2;

 public:
  static std::size_t scratch_bytes(const BatchLimits& limits) {
    return kLevels * (kLaneBytes + 3 * std::size_t{array_length(limits)} * sizeof(std::uint16_t));
  }

  Batches(const SubBoard& board, void* scratch, const BatchLimits& limits)
      : board_(board),
        threshold_(limits.threshold),
        batch_(limits.batch < kStride ? kStride : limits.batch),
        capacity_(capacity(limits)),
        last_(board.rows - 3) {
    auto* bytes = static_cast<unsigned char*>(scratch);
    const std::uint32_t length = array_length(limits);
    for (int index = 0; index <= last_; ++index) {
      Level& level = levels_[index];
      level.lanes = reinterpret_cast<Vector*>(bytes);
      for (std::size_t i = 0; i < 4 * kStreams; ++i) level.lanes[i] = Simd::zero();
      bytes += kLaneBytes;
      level.free = reinterpret_cast<std::uint16_t*>(bytes);
      level.diagonals = level.free + length;
      level.antidiagonals = level.diagonals + length;
      bytes += 3 * std::size_t{length} * sizeof(std::uint16_t);
    }
  }

  bool run(const StopPoll& stop, SubBoardCount& count) {
    levels_[0].free[0] = board_.columns;
    levels_[0].diagonals[0] = 0;
    levels_[0].antidiagonals[0] = 0;
    levels_[0].size = 1;
    unsigned rounds = 0;
    int level = 0;
    // The invariant of the loop: levels above `lowest` are empty, and no level below `level` holds
    // a batch, so the one that takes the children has room.
    for (int lowest = 0; lowest <= last_;) {
      if (rounds++ % kRoundsPerPoll == 0 && stop.requested(stop.token)) return false;
      while (level > lowest && levels_[level].size < threshold_) --level;
      const std::uint32_t size = levels_[level].size;
      if (size >= threshold_ && size >= kStride) {
        work(level, size < batch_ ? 0 : size - batch_, false);
      } else if (work(level, 0, true) && level == lowest) {
        ++lowest;
      }
      if (level < last_ && (levels_[level + 1].size >= threshold_ || level < lowest)) ++level;
    }
    for (const Level& each : levels_) count.nodes += each.nodes;
    count.solutions += solutions_;
    count.tied += tied_;
    return true;
  }

 private:
  static constexpr std::size_t kLaneBytes = 4 * Simd::kStreams * sizeof(Vector);

  struct Level {
    std::uint16_t* free = nullptr;           ///< columns without a queen
    std::uint16_t* diagonals = nullptr;      ///< columns attacked; they move left
    std::uint16_t* antidiagonals = nullptr;  ///< these move right
    /// States in progress: free, diagonals, antidiagonals, untried squares.
    Vector* lanes = nullptr;
    std::uint32_t size = 0;
    std::uint64_t nodes = 0;  ///< states ever appended
  };

  static std::uint32_t capacity(const BatchLimits& limits) {
    const std::uint32_t batch = limits.batch < kStride ? kStride : limits.batch;
    return limits.threshold + 2 * batch + kStride;
  }
  /// The length has room for the whole vectors that are stored or loaded at the end.
  static std::uint32_t array_length(const BatchLimits& limits) {
    return (capacity(limits) + kLanes + kLanes - 1) / kLanes * kLanes;
  }

  template <std::size_t kAhead>
  struct Rows {
    Rows(const SubBoard& board, int level) : here(Simd::broadcast(board.blocked[level])) {
      const std::uint16_t* next = board.blocked + level + 1;
      const std::uint8_t* gaps = board.gap + level;
      for (std::size_t i = 0; i < kAhead; ++i) {
        blocked[i] = Simd::broadcast(next[i]);
        gap[i] = Simd::shift_count(gaps[i]);
      }
    }
    Vector here;             ///< blocked squares of the level's own row
    Vector blocked[kAhead];  ///< and those of the next ones
    typename Simd::ShiftCount gap[kAhead];
  };

  /// Works on the states from `begin` on and on the lanes in progress: in rounds that keep all
  /// lanes full or, to drain, until nothing of the level is left. Returns true if all is done.
  bool work(int level, std::uint32_t begin, bool drain) {
    const int child_rows = board_.rows - level - 1;
    const int ahead = child_rows == 2 ? 2 : rows_ahead(child_rows);
    bool unit = true;
    for (int i = 0; i < ahead; ++i) unit = unit && board_.gap[level + i] == 1;
    switch (child_rows) {
      case 2:
        return board_.tied_columns == 0 ? dispatch<2, false>(level, begin, drain, unit)
                                        : dispatch<2, true>(level, begin, drain, unit);
      case 3:
        return dispatch<3, false>(level, begin, drain, unit);
      case 4:
        return dispatch<4, false>(level, begin, drain, unit);
      case 5:
        return dispatch<5, false>(level, begin, drain, unit);
      default:
        return dispatch<6, false>(level, begin, drain, unit);
    }
  }

  template <int kChildRows, bool kTied>
  bool dispatch(int level, std::uint32_t begin, bool drain, bool unit) {
    if (unit) {
      return drain ? steps<kChildRows, kTied, true, true>(level, begin)
                   : steps<kChildRows, kTied, true, false>(level, begin);
    }
    return drain ? steps<kChildRows, kTied, false, true>(level, begin)
                 : steps<kChildRows, kTied, false, false>(level, begin);
  }

  /// kChildRows are the rows below the children; 6 also stands for more.
  template <int kChildRows, bool kTied, bool kUnit, bool kDrain>
  __attribute__((noinline)) bool steps(int level, std::uint32_t begin) {
    constexpr bool kLast = kChildRows == 2;
    constexpr std::size_t kAhead = kLast ? 2 : rows_ahead(kChildRows);
    Level& from = levels_[level];
    Level& to = levels_[kLast ? level : level + 1];
    const Rows<kAhead> rows(board_, level);
    // Copies are made, since the vector stores below may alias members, which would be loaded
    // again.
    const std::uint16_t* const from_free = from.free;
    const std::uint16_t* const from_diagonals = from.diagonals;
    const std::uint16_t* const from_antidiagonals = from.antidiagonals;
    std::uint16_t* const to_free = to.free;
    std::uint16_t* const to_diagonals = to.diagonals;
    std::uint16_t* const to_antidiagonals = to.antidiagonals;
    const Vector tied_columns = Simd::broadcast(board_.tied_columns);
    std::uint64_t solutions = 0;
    std::uint64_t tied = 0;

    Vector free[kStreams];
    Vector diagonals[kStreams];
    Vector antidiagonals[kStreams];
    Vector untried[kStreams];
    for (std::size_t i = 0; i < kStreams; ++i) {
      free[i] = from.lanes[4 * i];
      diagonals[i] = from.lanes[4 * i + 1];
      antidiagonals[i] = from.lanes[4 * i + 2];
      untried[i] = from.lanes[4 * i + 3];
    }

    std::size_t cursor = begin;
    const std::size_t end = from.size;
    std::size_t out = to.size;
    if constexpr (kDrain) {
      Simd::store(from.free + end, Simd::zero());
      Simd::store(from.diagonals + end, Simd::zero());
      Simd::store(from.antidiagonals + end, Simd::zero());
    }
    bool done = false;
    for (;;) {
      // These rounds certainly neither read after the end nor write after the capacity.
      std::size_t rounds = kLast ? ~std::size_t{0} : (capacity_ - out) / kStride;
      if constexpr (kDrain) {
        Vector any = untried[0];
        for (std::size_t i = 1; i < kStreams; ++i) any = Simd::either(any, untried[i]);
        done = cursor == end && Simd::is_zero(any);
        if (done) break;
        rounds = rounds < 1 ? 0 : 1;
      } else {
        const std::size_t full = (end - cursor) / kStride;
        rounds = rounds < full ? rounds : full;
      }
      if (rounds == 0) break;
      do {
#pragma GCC unroll 4
        for (std::size_t i = 0; i < kStreams; ++i) {
          const typename Simd::Queen queen(untried[i]);
          const Vector child_free = queen.taken_from(free[i]);
          Vector l = Simd::template shift_left<kUnit>(queen.added_to(diagonals[i]), rows.gap[0]);
          Vector r =
              Simd::template shift_right<kUnit>(queen.added_to(antidiagonals[i]), rows.gap[0]);
          const Vector child_diagonals = l;
          const Vector child_antidiagonals = r;
          Vector there[kAhead];
          there[0] = Simd::none_of(l, r, rows.blocked[0]);
#pragma GCC unroll 4
          for (std::size_t k = 1; k < kAhead; ++k) {
            l = Simd::template shift_left<kUnit>(l, rows.gap[k]);
            r = Simd::template shift_right<kUnit>(r, rows.gap[k]);
            there[k] = Simd::none_of(l, r, rows.blocked[k]);
          }
          if constexpr (kLast) {
            const Vector low = Simd::lowest(child_free);
            const Vector beside = Simd::template shift_left<kUnit>(low, rows.gap[1]);
            const typename Simd::Pairs pairs(child_free, low, beside, there[0], there[1]);
            solutions += pairs.solutions();
            if constexpr (kTied) tied += pairs.tied(tied_columns);
          } else {
            typename Simd::Survivors alive(child_free, there[0]);
#pragma GCC unroll 4
            for (std::size_t k = 1; k < kAhead; ++k) alive.require_square(child_free, there[k]);
            if constexpr (columns_ahead(kChildRows)) {
              Vector somewhere = there[0];
#pragma GCC unroll 4
              for (std::size_t k = 1; k < kAhead; ++k)
                somewhere = Simd::either(somewhere, there[k]);
              alive.require_columns(child_free, somewhere);
            }
            const typename Simd::Packing packing(alive);
            packing.store(to_free + out, child_free);
            packing.store(to_diagonals + out, child_diagonals);
            packing.store(to_antidiagonals + out, child_antidiagonals);
            out += packing.size();
          }
          const typename Simd::Refill refill(queen);
          free[i] = refill.lanes(free[i], from_free + cursor);
          diagonals[i] = refill.lanes(diagonals[i], from_diagonals + cursor);
          antidiagonals[i] = refill.lanes(antidiagonals[i], from_antidiagonals + cursor);
          untried[i] = refill.untried(queen, free[i],
                                      Simd::none_of(diagonals[i], antidiagonals[i], rows.here));
          cursor += refill.size();
          if constexpr (kDrain) cursor = cursor < end ? cursor : end;
        }
      } while (--rounds != 0);
    }

    for (std::size_t i = 0; i < kStreams; ++i) {
      from.lanes[4 * i] = free[i];
      from.lanes[4 * i + 1] = diagonals[i];
      from.lanes[4 * i + 2] = antidiagonals[i];
      from.lanes[4 * i + 3] = untried[i];
    }
    if constexpr (kLast) {
      solutions_ += solutions;
      tied_ += tied;
    } else {
      to.nodes += out - to.size;
      to.size = static_cast<std::uint32_t>(out);
    }
    // What was not taken moves down over what was, never further than its own place. Exactly its
    // length is written, so nothing unread is overwritten.
    const std::size_t rest = end - cursor;
    if (begin != cursor) {
      Simd::move_down(from.free + begin, from.free + cursor, rest);
      Simd::move_down(from.diagonals + begin, from.diagonals + cursor, rest);
      Simd::move_down(from.antidiagonals + begin, from.antidiagonals + cursor, rest);
    }
    from.size = static_cast<std::uint32_t>(begin + rest);
    return done;
  }

  const SubBoard& board_;
  const std::uint32_t threshold_;
  const std::uint32_t batch_;
  const std::uint32_t capacity_;
  const int last_;
  std::uint64_t solutions_ = 0;
  std::uint64_t tied_ = 0;
  Level levels_[kLevels];
};

template <class Simd>
bool count_in_batches(const SubBoard& board, void* scratch, const BatchLimits& limits,
                      const StopPoll& stop, SubBoardCount& count) {
  if (board.rows < kMinRows) {
    return kSimdPortable.count(board, nullptr, limits, stop, count);
  }
  return Batches<Simd>(board, scratch, limits).run(stop, count);
}

}  // namespace
}  // namespace nqueens::engine
