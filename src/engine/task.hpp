#pragma once

#include <cstdint>

namespace nqueens::engine {

/// One class of solutions. The decomposition that made the task defines `code`.
struct Task {
  std::uint64_t id = 0;      ///< place in the decomposition's own order; stable for a plan
  std::uint64_t code = 0;    ///< which class: for "rows" a RowPrefix
  std::uint32_t weight = 1;  ///< solutions of the whole board that each one of the class stands for
  /// The predicted work, relative to the plan's other tasks, is at least 1. Shards are dealt by it:
  /// a release that predicts better may move tasks between shards that have begun; these run twice
  /// and count once.
  std::uint32_t cost = 1;
};

/// Packs small numbers of `bits` bits each, the first one lowest. The plan has their number.
template <int bits>
class PackedCode {
 public:
  static constexpr int kMaxDepth = 64 / bits;

  PackedCode() = default;
  explicit PackedCode(std::uint64_t code) : code_(code) {}

  std::uint64_t code() const { return code_; }
  int operator[](int place) const { return static_cast<int>(code_ >> (bits * place) & kMask); }
  PackedCode with(int place, int number) const {
    const std::uint64_t others = code_ & ~(kMask << (bits * place));
    return PackedCode(others | static_cast<std::uint64_t>(number) << (bits * place));
  }

 private:
  static constexpr std::uint64_t kMask = (1u << bits) - 1;
  std::uint64_t code_ = 0;
};

/// The columns of the queens of the first rows.
using RowPrefix = PackedCode<5>;

}  // namespace nqueens::engine
