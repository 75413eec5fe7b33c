// What all lists share: tasks that threads take in the order of the list, solutions rendered by the
// thread that found them, texts handed over in order, the limit and the early end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>

#include "catalog/ordered_output.hpp"
#include "nqueens/list.hpp"

namespace nqueens::catalog {

using Render = std::function<void(const SolutionBlock&, std::string&)>;
using Take = std::function<void(const Piece&)>;

/// Solutions of one piece: its text stays in a second-level cache.
inline constexpr std::size_t kMaxInPiece = 2048;

class Listing {
 public:
  /// The references must outlive it. `rows` is the number of queens of a solution.
  Listing(int rows, const Render& render, const Take& take, const ListOptions& options);
  virtual ~Listing() = default;
  Listing(const Listing&) = delete;
  Listing& operator=(const Listing&) = delete;

  /// Called by every thread.
  void run();

  std::uint64_t written() const { return written_; }
  /// Whether the limit has ended the list.
  bool cut() const { return cut_; }

 protected:
  const ListOptions& options() const { return options_; }
  /// Begins the next task and returns its number; nullopt when nothing is left to do. `take_next`
  /// takes the task, false when there is none; it is called by one thread at a time.
  std::optional<std::uint64_t> begin(const std::function<bool()>& take_next);
  void end(std::uint64_t task) { output_.end(task); }
  /// Nothing more is wanted.
  bool closed() const { return output_.closed(); }
  bool is_first(std::uint64_t task) const { return output_.is_first(task); }
  void throw_if_stopped() const;
  /// Hands the solutions of the block over and clears it. False when nothing more is wanted.
  bool flush(std::uint64_t task, SolutionBlock& block);

 private:
  /// Lists task after task until begin() has none.
  virtual void list_tasks() = 0;
  /// Called by one thread at a time, in the order of the list.
  bool write(Piece& piece);
  void cut_to(Piece& piece, std::uint64_t number) const;

  const int rows_;
  const ListOptions& options_;
  const Render& render_;
  const Take& take_;
  std::mutex mutex_;  // of the tasks
  std::uint64_t begun_ = 0;
  OrderedOutput output_;
  std::uint64_t written_ = 0;  // of the thread that writes
  bool cut_ = false;           // as well
};

}  // namespace nqueens::catalog
