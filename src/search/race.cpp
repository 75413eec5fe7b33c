#include "search/race.hpp"

#include <memory>
#include <random>
#include <utility>

#include "base/random.hpp"

namespace nqueens::search {

std::uint64_t seed_of_system() {
  std::random_device device;
  const std::uint64_t high = device();
  return high << 32 | device();
}

base::Random random_of_start(std::uint64_t seed, std::uint64_t number) {
  // The generator's output function lies between the one and the other.
  base::Random of_seed(seed);
  base::Random of_number(of_seed.next() + number);
  return base::Random(of_number.next());
}

Race::Race(const Solver& solver, std::uint64_t board_size, const SearchTools& tools,
           std::uint64_t seed, std::uint64_t max_restarts, std::stop_token stop)
    : solver_(solver),
      board_size_(board_size),
      tools_(tools),
      seed_(seed),
      max_restarts_(max_restarts),
      stop_(std::move(stop)) {}

void Race::run() try {
  const StopSignal signal(stop_, over_);
  if (signal.requested()) return;
  SearchTools tools = tools_;
  if (racers_.fetch_add(1) > 0) tools.progress = nullptr;
  const std::unique_ptr<Search> search = solver_.make_search(board_size_, tools);
  SolveStatistics statistics;
  while (!signal.requested()) {
    const std::uint64_t number = next_start_.fetch_add(1);
    if (max_restarts_ != 0 && number > max_restarts_) return;
    base::Random random = random_of_start(seed_, number);
    if (search->restart(random, signal, statistics)) {
      if (over_.exchange(true)) return;  // another thread was a moment faster
      statistics.restarts = given_up_.load();
      statistics_ = statistics;
      placement_ = search->take_placement();
      return;
    }
    if (!signal.requested()) given_up_.fetch_add(1);
  }
} catch (...) {
  over_.store(true);
  throw;
}

}  // namespace nqueens::search
