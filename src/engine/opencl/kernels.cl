// Pairs of the colour join on an OpenCL device, in OpenCL C 1.2. README.md explains them.
//
// A work-item goes through the second placements that one first placement does not attack, depth
// first, and takes another first placement when it is done: one turn of its loop tries one square,
// so work-items side by side do the same. The host defines GROUP, the work-items of a group.

/// Among the squares of a row this means that it may stay without a queen.
#define NO_QUEEN 0x10000u

/// Rows come as words: columns allowed << 16 | shift of antidiagonals << 8 | shift of diagonals.
uint diagonal_shift(uint row) { return row & 31; }
uint antidiagonal_shift(uint row) { return row >> 8 & 31; }

/// These have, by column set, the columns that extend it to one that counts, and its number.
typedef struct {
  global const ushort* after;
  global const ushort* number;
} ColumnSets;

/// Returns what a state may take in a row; the lines of both placements are numbers.
uint free_squares(uint row, ColumnSets sets, uint columns, uint diagonals, uint antidiagonals) {
  return sets.after[columns] & row >> 16 &
         ~(diagonals >> diagonal_shift(row) | antidiagonals >> antidiagonal_shift(row));
}

/// A state has some squares to try in a row, x; of the queens before, y: columns, z: diagonals, w:
/// antidiagonals. In trees the upper half of y has the rows.
typedef uint4 State;

State with_queen(State state, uint row, uint queen) {
  state.y |= queen;
  state.z |= queen << diagonal_shift(row);
  state.w |= queen << antidiagonal_shift(row);
  return state;
}

/// The first placements of a group, and in how many parts each is shared out.
typedef struct {
  global const uint2* begin;
  uint size;
  uint parts;
} Firsts;

/// Gives a group some eight parts a work-item; a part has every so many columns of a row.
Firsts firsts_of(global const uint2* firsts, uint begin, uint end) {
  const uint size = end - begin;
  return (Firsts){firsts + begin, size, clamp(8 * GROUP / max(size, 1u), 1u, 16u)};
}

/// Finds all pairs with second placements on these rows. Each is counted in `numbers`, or its
/// factor added to the result, by column set. `next` is 0 at first.
ulong walk_rows(Firsts firsts, local const uint* rows, uint queens, ColumnSets sets,
                local uint* next, local State* stack, const bool counts, local uint* numbers,
                global const uint* factors) {
  uint every = 0;
  for (uint column = 0; column < 16; column += firsts.parts) every |= 1u << column;
  stack += get_local_id(0);
  uint depth = 0;
  State state = 0;
  ulong sum = 0;
  for (;;) {
    if (state.x == 0) {
      if (depth > 0) {
        state = stack[--depth * GROUP];
      } else {
        const uint item = atomic_inc(next);
        if (item >= firsts.size * firsts.parts) return sum;
        const uint2 first = firsts.begin[item / firsts.parts];
        const uint free = free_squares(rows[0], sets, 0, first.x, first.y);
        state = (State)(free & every << item % firsts.parts, 0, first.x, first.y);
        if (state.x == 0) continue;
      }
    }
    const uint queen = state.x & -state.x;
    state.x ^= queen;
    const uint level = popcount(state.y);
    if (level + 1 == queens) {
      const uint set = sets.number[state.y | queen];
      if (counts) {
        atomic_inc(numbers + set);
      } else {
        sum += factors[set];
      }
    } else {
      if (state.x != 0) stack[depth++ * GROUP] = state;
      state = with_queen(state, rows[level], queen);
      state.x = free_squares(rows[level + 1], sets, state.y, state.z, state.w);
    }
  }
}

/// The row sets of second placements. A beginning of a row set is a number: 1, then a bit for each
/// row, 1 if it has a queen.
typedef struct {
  local const uint* rows;
  global const ushort* choices;   ///< bit 0: the next row may have a queen, bit 1: or none
  global const ushort* number;    ///< that of a row set that ends with its last queen
  global const ushort* prefixes;  ///< all beginnings of `forced` rows
  uint prefix_count;
  uint forced;
} RowSets;

uint rows_before(uint beginning) { return 31 - clz(beginning); }

/// Returns what a state may do in the next row of a beginning.
uint free_in_tree(RowSets tree, uint prefix, uint beginning, ColumnSets sets, State state) {
  const uint row = rows_before(beginning);
  const uint choices = row >= tree.forced                           ? tree.choices[beginning]
                       : (prefix >> (tree.forced - 1 - row) & 1) != 0 ? 1
                                                                      : 2;
  const uint free = free_squares(tree.rows[row], sets, state.y, state.z, state.w);
  return (choices & 1 ? free : 0) | (choices & 2 ? NO_QUEEN : 0);
}

/// Sums factors over all pairs with second placements on any row set. Work-items side by side have
/// the same beginning, so that they read the same rows of factors.
ulong walk_tree(Firsts firsts, RowSets tree, uint queens, ColumnSets sets, uint stride,
                local uint* next, local State* stack, global const uint* factors) {
  stack += get_local_id(0);
  uint depth = 0;
  uint prefix = 0;
  State state = 0;
  ulong sum = 0;
  for (;;) {
    if (state.x == 0) {
      if (depth > 0) {
        state = stack[--depth * GROUP];
      } else {
        const uint item = atomic_inc(next);
        if (item >= firsts.size * tree.prefix_count) return sum;
        const uint2 first = firsts.begin[item % firsts.size];
        prefix = tree.prefixes[item / firsts.size];
        state = (State)(0, 0, first.x, first.y);
        state.x = free_in_tree(tree, prefix, 1, sets, state);
        state.y = 1 << 16;
        if (state.x == 0) continue;
      }
    }
    const uint choice = state.x & -state.x;
    state.x ^= choice;
    const uint queen = choice & 0xFFFF;
    const uint columns = state.y & 0xFFFF;
    const uint beginning = state.y >> 16;
    const uint longer = 2 * beginning + (queen != 0);
    if (queen != 0 && popcount(columns) + 1 == queens) {
      sum += factors[tree.number[longer] * stride + sets.number[columns | queen]];
    } else {
      if (state.x != 0) stack[depth++ * GROUP] = state;
      state.y = columns;
      state = with_queen(state, tree.rows[rows_before(beginning)], queen);
      state.x = free_in_tree(tree, prefix, longer, sets, state);
      state.y |= longer << 16;
    }
  }
}

/// Copies the rows of the group's unit, and prepares `next`.
void begin_group(global const uint* rows, uint size, local uint* own_rows, local uint* next) {
  if (get_local_id(0) < size) own_rows[get_local_id(0)] = rows[get_local_id(0)];
  if (get_local_id(0) == 0) *next = 0;
  barrier(CLK_LOCAL_MEM_FENCE);
}

void put_sum(ulong sum, local ulong* sums, global ulong* to) {
  sums[get_local_id(0)] = sum;
  barrier(CLK_LOCAL_MEM_FENCE);
  if (get_local_id(0) != 0) return;
  for (uint i = 1; i < GROUP; ++i) sum += sums[i];
  *to = sum;
}

/// Multiplies the weights of a number: of its row set or second column set, its lane, its unit.
uint weight_of(uint weighing, uint of_set, uint of_lane, uint of_unit) {
  if (weighing == 0) return min(of_set, of_lane);
  return of_set * (weighing == 1 ? min(of_unit, of_lane) : of_unit * of_lane);
}

/// Counts one colour: a group for each lane of first placements and each unit. The numbers of a
/// lane stay in local memory until they are complete, then become a column of the unit's factors.
/// largest[unit] is that of all its factors, 0 before; finished[unit] its work-items that are done.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void count_pairs(global const uint2* firsts, global const uint* lanes, global const ushort* after,
                 global const ushort* number, global const uint* rows, uint queens, uint sets,
                 uint weighing, global const uint* set_weights, global const uint* lane_weights,
                 global const uint* unit_weights, global uint* factors, global uint* largest,
                 global uint* finished, local State* stack, local uint* numbers) {
  local uint own_rows[16];
  local uint next;
  const uint lane = get_group_id(0);
  const uint unit = get_group_id(1);
  for (uint set = get_local_id(0); set < sets; set += GROUP) numbers[set] = 0;
  begin_group(rows + unit * queens, queens, own_rows, &next);
  walk_rows(firsts_of(firsts, lanes[lane], lanes[lane + 1]), own_rows, queens,
            (ColumnSets){after, number}, &next, stack, true, numbers, 0);
  barrier(CLK_LOCAL_MEM_FENCE);
  const uint stride = get_num_groups(0);
  global uint* column = factors + (size_t)unit * sets * stride + lane;
  uint most = 0;
  for (uint set = get_local_id(0); set < sets; set += GROUP) {
    const uint factor = numbers[set] * weight_of(weighing, set_weights[set], lane_weights[lane],
                                                 unit_weights[unit]);
    column[set * stride] = factor;
    most = max(most, factor);
  }
  if (most > 0) atomic_max(largest + unit, most);
  atomic_inc(finished + unit);
}

/// Sums the other colour in units of row sets: a group for each lane and each unit. A lane is a
/// column set of the counted colour's second placements, so a row of factors.
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void sum_rows(global const uint2* firsts, global const uint* lanes, global const ushort* after,
              global const ushort* number, global const uint* rows, uint queens, uint stride,
              global const uint* factors, global const uint* largest, global ulong* sums,
              local State* stack) {
  local uint own_rows[16];
  local uint next;
  local ulong own_sums[GROUP];
  const uint lane = get_group_id(0);
  const uint unit = get_group_id(1);
  const size_t place = (size_t)unit * get_num_groups(0) + lane;
  begin_group(rows + unit * queens, queens, own_rows, &next);
  ulong sum = 0;
  if (largest[unit] > 0) {
    sum = walk_rows(firsts_of(firsts, lanes[lane], lanes[lane + 1]), own_rows, queens,
                    (ColumnSets){after, number}, &next, stack, false, 0, factors + place * stride);
  }
  put_sum(sum, own_sums, sums + place);
}

/// Sums it in units of column sets: a group for some first placements of a unit, parts[group] =
/// (unit, begin, end, 0).
kernel __attribute__((reqd_work_group_size(GROUP, 1, 1)))
void sum_tree(global const uint2* firsts, global const uint4* parts, global const ushort* after,
              global const ushort* number, global const uint* rows, uint row_count,
              global const ushort* choices, global const ushort* row_set_number,
              global const ushort* prefixes, uint prefix_count, uint forced, uint queens, uint sets,
              uint stride, global const uint* factors, global const uint* largest,
              global ulong* sums, local State* stack) {
  local uint own_rows[16];
  local uint next;
  local ulong own_sums[GROUP];
  const uint4 part = parts[get_group_id(0)];
  begin_group(rows, row_count, own_rows, &next);
  ulong sum = 0;
  if (largest[part.x] > 0) {
    const RowSets tree = {own_rows, choices, row_set_number, prefixes, prefix_count, forced};
    sum = walk_tree((Firsts){firsts + part.y, part.z - part.y, 1}, tree, queens,
                    (ColumnSets){after, number}, stride, &next, stack,
                    factors + (size_t)part.x * sets * stride);
  }
  put_sum(sum, own_sums, sums + get_group_id(0));
}
