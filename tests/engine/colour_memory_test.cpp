// One thread of the colour join allocates no more than the model states, also when units are
// counted one by one. Replaces operator new by one that counts.
#include <gtest/gtest.h>
#include <malloc.h>

#include <algorithm>
#include <cstdlib>
#include <new>

#include "engine/colour_join/board/quartered_board.hpp"
#include "engine/colour_join/join.hpp"
#include "engine/colour_join/kernels/colour_kernels.hpp"
#include "engine/colour_join/model/model.hpp"
#include "engine/colour_join/placements/second_placements.hpp"

namespace {

thread_local std::size_t live_bytes = 0;
thread_local std::size_t peak_bytes = 0;

void* allocate(std::size_t size, std::size_t alignment) {
  void* memory = std::aligned_alloc(alignment, (size + alignment - 1) / alignment * alignment);
  if (memory == nullptr) throw std::bad_alloc();
  live_bytes += malloc_usable_size(memory);
  peak_bytes = std::max(peak_bytes, live_bytes);
  return memory;
}

void release(void* memory) {
  if (memory != nullptr) live_bytes -= malloc_usable_size(memory);
  std::free(memory);
}

}  // namespace

void* operator new(std::size_t size) {
  return allocate(std::max<std::size_t>(size, 1), alignof(std::max_align_t));
}
void* operator new(std::size_t size, std::align_val_t alignment) {
  return allocate(std::max<std::size_t>(size, 1), static_cast<std::size_t>(alignment));
}
// std::stable_sort calls it; a sanitizer would bring its own, which does not count.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  try {
    return operator new(size);
  } catch (const std::bad_alloc&) {
    return nullptr;
  }
}
void operator delete(void* memory) noexcept {
  release(memory);
}
void operator delete(void* memory, const std::nothrow_t&) noexcept {
  release(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  release(memory);
}
void operator delete(void* memory, std::align_val_t) noexcept {
  release(memory);
}
void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
  release(memory);
}

namespace nqueens::engine::colour_join {
namespace {

/// Peak bytes of a thread that counts the middle units of each R_e.
std::size_t measure(const Model& model, std::initializer_list<LineSet> row_sets,
                    std::size_t units) {
  const Units all(model.board());
  const SharedLists lists(model.board(), model.limits().max_shared_bytes);
  const std::size_t before = live_bytes;
  peak_bytes = live_bytes;
  Join join(model, all, kernels().best(base::best_instruction_set()), lists, false);
  for (const LineSet even_rows : row_sets) {
    const std::vector<LineSet> odd_rows = all.of(even_rows);
    EXPECT_GE(odd_rows.size(), 2 * units);
    join.count(even_rows, std::span(odd_rows).subspan(odd_rows.size() / 2, units), {},
               [](LineSet, const UnitCount&) {});
  }
  return peak_bytes - before;
}

TEST(ColourMemory, AThreadStaysWithinItsBound) {
  const QuarteredBoard board(21);
  Limits limits;
  limits.max_shared_bytes = 0;
  const Model model(board, BoardEstimate(board), limits);
  EXPECT_LE(measure(model, {0x007, 0x055, 0x155, 0x06F, 0x1B7}, 5), model.memory().per_thread);
}

TEST(ColourMemory, SoItDoesWhereBothColoursWalk) {
  const QuarteredBoard board(23);
  Limits limits;
  limits.max_shared_bytes = 0;
  const Model model(board, BoardEstimate(board), limits);
  EXPECT_TRUE(model.of_queens(6).counting_walks);
  EXPECT_LE(measure(model, {0x555, 0x36C}, 5), model.memory().per_thread);
}

/// On such a board all column sets have a weight.
TEST(ColourMemory, SoItDoesOnARestrictedBoard) {
  Problem problem(20);
  problem.block({0, 0});
  Limits limits;
  limits.max_shared_bytes = 0;
  const QuarteredBoard board(problem);
  const Model model(board, BoardEstimate(board), limits);
  EXPECT_LE(measure(model, {0x00E, 0x055, 0x155, 0x0EE, 0x1B7}, 5), model.memory().per_thread);
}

/// The most groups and the smallest matrices there can be, so that plain numbers show in the peak.
TEST(ColourMemory, CountingOneByOneStaysWithinItToo) {
  const QuarteredBoard board(20);
  Limits limits;
  limits.max_shared_bytes = 0;
  limits.max_table_bytes = 0;
  limits.uses_all_pivots = true;
  limits.max_heads = 1;
  limits.max_batch = 1;
  limits.too_large = 2;
  const Model model(board, BoardEstimate(board), limits);
  EXPECT_LE(measure(model, {0x015}, 1), model.memory().per_thread);
  // The same with kept tables.
  limits.max_table_bytes = 100e6;
  const Model keeping(board, BoardEstimate(board), limits);
  EXPECT_LE(measure(keeping, {0x015}, 1), keeping.memory().per_thread);
}

}  // namespace
}  // namespace nqueens::engine::colour_join
