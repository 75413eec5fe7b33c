// The loops of WindowKernels, to be included only by the file of an instruction set, which defines
// `first_word` (the first of the eight words of a wide probe with a free column) and includes this
// header inside its own anonymous namespace: code compiled with its flags must not be shared with
// other files.
//
// The core bounds these loops, not the memory; README.md gives the figures. The numbering of the
// diagonals makes all shifts constant (WindowLines::last_row).

inline std::uint64_t load(const std::uint8_t* from) {
  std::uint64_t word;
  __builtin_memcpy(&word, from, sizeof(word));
  return word;
}

inline void store(std::uint8_t* to, std::uint64_t word) {
  __builtin_memcpy(to, &word, sizeof(word));
}

/// Does the same as base::Random, whose code must not be compiled with these flags.
inline std::uint64_t next_random(std::uint64_t& state) {
  state += 0xA0761D6478BD642Full;
  __extension__ using Wide = unsigned __int128;
  const Wide product = static_cast<Wide>(state) * (state ^ 0xE7037ED1A0B428DBull);
  return static_cast<std::uint64_t>(product >> 64) ^ static_cast<std::uint64_t>(product);
}

std::size_t fill(const WindowLines& lines, std::uint64_t first_row, std::size_t groups,
                 std::uint64_t& random_state, std::uint32_t* low_columns, std::uint32_t* missed) {
  std::uint8_t* const columns = lines.columns;
  std::uint8_t* antidiagonals = lines.antidiagonals + first_row / 8;
  std::uint8_t* diagonals = lines.diagonals + (lines.last_row - first_row) / 8;
  const std::uint64_t places = lines.bytes - kProbeBytes + 1;
  const std::uint32_t first_column = lines.first_column;
  std::uint64_t state = random_state;
  std::uint32_t* next_missed = missed;
  for (std::size_t group = 0; group < groups; ++group) {
    std::uint64_t random = 0;
#pragma GCC unroll 8
    for (unsigned row = 0; row < 8; ++row) {
      if (row % 4 == 0) random = next_random(state);
      const std::uint64_t place = (random & 0xFFFF) * places >> 16;
      random >>= 16;
      const std::uint64_t by_column = load(columns + place);
      const std::uint64_t by_antidiagonal = load(antidiagonals + place);
      const std::uint64_t by_diagonal = load(diagonals + place);
      const std::uint64_t free =
          ~(by_column | by_antidiagonal >> row | by_diagonal >> (7 - row)) & kProbeMask;
      if (free == 0) [[unlikely]] {
        *next_missed++ = static_cast<std::uint32_t>(8 * group + row);
        continue;
      }
      const std::uint64_t bit = free & -free;
      store(columns + place, by_column | bit);
      store(antidiagonals + place, by_antidiagonal | bit << row);
      store(diagonals + place, by_diagonal | bit << (7 - row));
      low_columns[row] = first_column + static_cast<std::uint32_t>(8 * place) +
                         static_cast<std::uint32_t>(__builtin_ctzll(free));
    }
    ++antidiagonals;
    --diagonals;
    low_columns += 8;
  }
  random_state = state;
  return static_cast<std::size_t>(next_missed - missed);
}

std::size_t fill_wide(const WindowLines& lines, std::uint64_t first_row, const std::uint32_t* rows,
                      std::size_t count, std::uint64_t& random_state, std::uint32_t* low_columns,
                      std::uint32_t* missed, std::uint64_t& probes) {
  std::uint8_t* const columns = lines.columns;
  const std::uint64_t places = lines.bytes - kWideProbeBytes + 1;
  std::uint64_t state = random_state;
  std::uint64_t tried = 0;
  std::size_t misses = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t row = first_row + rows[i];
    const std::uint64_t mirrored = lines.last_row - row;
    const auto antidiagonal_shift = static_cast<unsigned>(row % 8);
    const auto diagonal_shift = static_cast<unsigned>(mirrored % 8);
    std::uint8_t* const antidiagonals = lines.antidiagonals + row / 8;
    std::uint8_t* const diagonals = lines.diagonals + mirrored / 8;
    int tries = kWideTries;
    for (; tries > 0; --tries) {
      std::uint64_t place = (next_random(state) >> 48) * places >> 16;
      ++tried;
      const unsigned word = first_word({columns + place, antidiagonals + place, diagonals + place,
                                        antidiagonal_shift, diagonal_shift});
      if (word == kNoWord) continue;
      place += word * kProbeBytes;
      const std::uint64_t by_column = load(columns + place);
      const std::uint64_t by_antidiagonal = load(antidiagonals + place);
      const std::uint64_t by_diagonal = load(diagonals + place);
      const std::uint64_t free =
          ~(by_column | by_antidiagonal >> antidiagonal_shift | by_diagonal >> diagonal_shift) &
          kProbeMask;
      const std::uint64_t bit = free & -free;
      store(columns + place, by_column | bit);
      store(antidiagonals + place, by_antidiagonal | bit << antidiagonal_shift);
      store(diagonals + place, by_diagonal | bit << diagonal_shift);
      low_columns[rows[i]] = lines.first_column + static_cast<std::uint32_t>(8 * place) +
                             static_cast<std::uint32_t>(__builtin_ctzll(free));
      break;
    }
    if (tries == 0) missed[misses++] = rows[i];
  }
  random_state = state;
  probes += tried;
  return misses;
}
