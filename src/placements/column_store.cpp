// Columns kept in chunks of 1 MiB: nothing is moved or doubled when the store grows.
#include "placements/column_store.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "run/memory.hpp"

namespace nqueens::placements {

void ColumnStore::write(std::uint64_t first_row, std::span<const Column> columns) {
  while (!columns.empty()) {
    const std::uint64_t place = first_row % kChunkColumns;
    const std::size_t part =
        std::min<std::size_t>(columns.size(), static_cast<std::size_t>(kChunkColumns - place));
    std::copy_n(columns.begin(), part, chunk(first_row / kChunkColumns) + place);
    columns = columns.subspan(part);
    first_row += part;
  }
}

Column* ColumnStore::chunk(std::uint64_t index) {
  constexpr std::uint64_t kChunksPerCheck = 64;
  const std::lock_guard lock(growing_);
  while (chunks_.size() <= index) {
    // Asking the system costs as much as thousands of queens: ask for 64 MiB at a time.
    if (!chunks_.empty() && chunks_.size() % kChunksPerCheck == 0) {
      run::require_memory(kChunksPerCheck * kChunkColumns * sizeof(Column),
                          fmt::format("more than {} queens of {}, which cannot be read twice",
                                      chunks_.size() * kChunkColumns, name_),
                          "write them to a file and verify the file");
    }
    chunks_.push_back(std::make_unique_for_overwrite<Column[]>(kChunkColumns));
  }
  return chunks_[index].get();
}

std::vector<std::span<const Column>> ColumnStore::pieces(std::uint64_t rows) const {
  std::vector<std::span<const Column>> result;
  for (std::uint64_t first = 0; first < rows; first += kChunkColumns) {
    result.emplace_back(chunks_[first / kChunkColumns].get(),
                        std::min(kChunkColumns, rows - first));
  }
  return result;
}

}  // namespace nqueens::placements
