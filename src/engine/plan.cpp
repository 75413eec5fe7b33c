#include "engine/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "base/numbers.hpp"
#include "base/random.hpp"
#include "nqueens/error.hpp"

namespace nqueens::engine {

namespace {

int checked_depth(const Decomposition& decomposition, int depth) {
  const int max = decomposition.max_depth();
  if (depth < 0 || depth > max) {
    throw InvalidArgument(
        fmt::format("depth out of range: {}; decomposition {} supports 0 to {} here", depth,
                    decomposition.name(), max));
  }
  return depth;
}

/// Adds a number to what is hashed, byte by byte, so that the hash is the same on every machine.
void append(std::string& bytes, std::uint64_t value) {
  for (int shift = 0; shift < 64; shift += 8) {
    bytes.push_back(static_cast<char>((value >> shift) & 0xFF));
  }
}

std::uint64_t hash_tasks(const std::vector<Task>& tasks, std::uint64_t seed) {
  std::string bytes;
  std::uint64_t hash = seed;
  for (const Task& task : tasks) {
    append(bytes, task.id);
    append(bytes, task.code);
    append(bytes, task.weight);
    if (bytes.size() >= 1 << 16) {
      hash = base::checksum(bytes, hash);
      bytes.clear();
    }
  }
  return base::checksum(bytes, hash);
}

}  // namespace

Plan::Plan(std::shared_ptr<const Decomposition> decomposition, int depth,
           const ListingLimits& limits)
    : decomposition_(std::move(decomposition)),
      depth_(checked_depth(*decomposition_, depth)),
      tasks_(decomposition_->tasks(depth, limits)) {
  for (const Task& task : tasks_) total_cost_ += task.cost;
  const std::string head =
      fmt::format("nqueens-plan {} board={} problem={} decomposition={} depth={}",
                  decomposition_->plan_version(), problem().columns(), problem().description(),
                  decomposition_->name(), depth);
  id_ = hash_tasks(tasks_, base::checksum(head));
  order_.resize(tasks_.size());
  std::iota(order_.begin(), order_.end(), 0u);
  base::Random random(id_);
  base::shuffle(order_, random);
}

std::string Plan::impossible(const Task& task, const Tally& tally) const {
  const std::uint32_t divisor = decomposition_->tally_divisor(task, depth_);
  const WideCount largest = decomposition_->max_tally(task, depth_);
  const bool fits = tally.solutions() % divisor == 0 && tally.solutions() <= largest;
  if (fits && tally.is_consistent()) return {};
  return fmt::format("{} of task {}, which gives {}", tally.solutions(), task.id,
                     fits ? "other residues"
                          : fmt::format("a multiple of {} up to {}", divisor, to_string(largest)));
}

double Plan::relative_work() const {
  const std::uint64_t coarsest = decomposition_->coarsest_cost();
  if (coarsest == 0) return 1;
  return std::max(1.0, static_cast<double>(total_cost_) / static_cast<double>(coarsest));
}

std::string Plan::id_text() const {
  return base::to_hex(id_);
}

}  // namespace nqueens::engine
