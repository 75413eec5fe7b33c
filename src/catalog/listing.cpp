#include "catalog/listing.hpp"

#include <fmt/format.h>

#include <utility>

#include "nqueens/error.hpp"

namespace nqueens::catalog {

namespace {
/// Bytes that may wait for their turn, besides one piece for each thread.
constexpr std::size_t kMaxHeld = std::size_t{16} << 20;
}  // namespace

Listing::Listing(int rows, const Render& render, const Take& take, const ListOptions& options)
    : rows_(rows),
      options_(options),
      render_(render),
      take_(take),
      output_(kMaxHeld, [this](Piece& piece) { return write(piece); }) {}

void Listing::run() try { list_tasks(); } catch (...) {
  output_.close();
  throw;
}

std::optional<std::uint64_t> Listing::begin(const std::function<bool()>& take_next) {
  const std::lock_guard lock(mutex_);
  if (output_.closed() || !take_next()) return std::nullopt;
  output_.begin();
  return begun_++;
}

void Listing::throw_if_stopped() const {
  if (!options_.stop.stop_requested()) return;
  throw Stopped(fmt::format(
      "stopped before the list of a board of {} rows was complete; run it again", rows_));
}

bool Listing::flush(std::uint64_t task, SolutionBlock& block) {
  if (block.empty()) return true;
  Piece piece{SolutionBlock(rows_), block.size(), {}};
  if (render_) render_(block, piece.text);
  if (!render_ || options_.limit) piece.solutions = block;
  block.clear();
  return output_.add(task, std::move(piece));
}

bool Listing::write(Piece& piece) {
  throw_if_stopped();
  if (options_.limit && written_ + piece.number >= *options_.limit) {
    cut_to(piece, *options_.limit - written_);
    cut_ = true;
  }
  take_(piece);
  written_ += piece.number;
  return !cut_;
}

void Listing::cut_to(Piece& piece, std::uint64_t number) const {
  if (number == piece.number) return;
  SolutionBlock first(rows_);
  for (std::size_t i = 0; i < number; ++i) first.add(piece.solutions[i]);
  piece.solutions = std::move(first);
  piece.number = number;
  piece.text.clear();
  if (render_) render_(piece.solutions, piece.text);
}

}  // namespace nqueens::catalog
