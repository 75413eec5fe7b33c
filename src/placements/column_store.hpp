// Columns of a placement that comes from a pipe and cannot be read twice: 4 bytes a queen, taken
// piece by piece while the data come. Knows nothing of what the columns mean.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include "nqueens/placement.hpp"

namespace nqueens::placements {

class ColumnStore {
 public:
  /// `name` is the input's, for errors.
  explicit ColumnStore(std::string name) : name_(std::move(name)) {}

  /// Keeps the columns of the rows from `first_row` on. Several threads may write different rows
  /// at once. Throws InsufficientMemory.
  void write(std::uint64_t first_row, std::span<const Column> columns);

  /// The first `rows` columns in order, in pieces that lie in memory as long as the store does.
  /// All of them must have been written.
  std::vector<std::span<const Column>> pieces(std::uint64_t rows) const;

 private:
  static constexpr std::uint64_t kChunkColumns = 1 << 18;

  Column* chunk(std::uint64_t index);

  std::string name_;
  std::mutex growing_;  // guards the table, not the columns
  std::vector<std::unique_ptr<Column[]>> chunks_;
};

}  // namespace nqueens::placements
