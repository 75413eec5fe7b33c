// The kernels that filter and transpose words of lines, and the vectors of states, without vector
// instructions. Kernel files include this inside their unnamed namespace, like
// colour_kernel_loops.hpp.

std::size_t filter(const std::uint64_t* lines, const std::uint16_t* lanes, std::size_t size,
                   std::uint64_t attacked, std::uint64_t* lines_left, std::uint16_t* lanes_left) {
  // A word is always written, but counted only if it stays: a branch could not be predicted.
  std::size_t count = 0;
  for (std::size_t i = 0; i < size; ++i) {
    lines_left[count] = lines[i];
    lanes_left[count] = lanes[i];
    count += (lines[i] & attacked) == 0;
  }
  return count;
}

/// Bit i of word j goes to bit j of word i, by exchanging halves of blocks of 64, 32, ... 2 bits.
inline void transpose_bits(std::uint64_t (&words)[64]) {
  std::uint64_t mask = 0xFFFFFFFF;
  for (std::size_t half = 32; half != 0; half /= 2, mask ^= mask << half) {
    for (std::size_t block = 0; block < 64; block += 2 * half) {
      for (std::size_t i = block; i < block + half; ++i) {
        const std::uint64_t moved = (words[i] >> half ^ words[i + half]) & mask;
        words[i] ^= moved << half;
        words[i + half] ^= moved;
      }
    }
  }
}

void fill_block(const std::uint64_t* placements, const LaneByte* bytes, std::uint64_t needed,
                std::uint8_t* block, std::size_t stride) {
  for (std::size_t first = 0; first < kBlockBytes; first += 8) {
    std::uint64_t words[64] = {};
    for (std::size_t lane = 0; lane < 8; ++lane) {
      const LaneByte& byte = bytes[first + lane];
      for (std::uint32_t i = 0; i < byte.size; ++i)
        words[lane * 8 + i] = placements[byte.begin + i];
    }
    transpose_bits(words);
    for (std::uint64_t left = needed; left != 0; left &= left - 1) {
      const auto line = static_cast<std::size_t>(__builtin_ctzll(left));
      __builtin_memcpy(block + line * stride + first, &words[line], 8);
    }
  }
}

inline std::uint64_t sum_of(Sums sums) {
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < sizeof(Sums) / 4; ++i) sum += sums[i];
  return sum;
}

typedef std::uint16_t States __attribute__((vector_size(16), may_alias));

/// What each of kFirstsTogether first placements blocks.
class BlockedTable {
 public:
  explicit BlockedTable(const std::uint16_t* blocked) : blocked_(blocked) {}
  States of(States firsts) const {
    const States in = firsts % kFirstsTogether;  // after the last state anything may stand
    return States{blocked_[in[0]], blocked_[in[1]], blocked_[in[2]], blocked_[in[3]],
                  blocked_[in[4]], blocked_[in[5]], blocked_[in[6]], blocked_[in[7]]};
  }

 private:
  const std::uint16_t* blocked_;
};
