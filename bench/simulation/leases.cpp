#include "bench/simulation/leases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "nqueens/error.hpp"

namespace nqueens::mpi {

namespace {

/// Each time a task comes back, its next lease is twice as long, which corrects a prediction that
/// is wrong by any factor. This max keeps times finite.
constexpr std::uint32_t kMaxDoublings = 20;

}  // namespace

LeaseTable::LeaseTable(const counting::Plan& plan, double cost_per_second, const LeaseRules& rules)
    : plan_(&plan),
      predicted_rate_(std::max(cost_per_second, 1e-9)),
      rules_(rules),
      tasks_(plan.tasks().size()),
      queue_(plan.order().begin(), plan.order().end()),
      waiting_tasks_(plan.tasks().size()),
      waiting_cost_(plan.total_cost()) {}

void LeaseTable::restore(std::uint64_t task, const counting::Tally& tally) {
  complete(kJournal, task, tally, Seconds{0}, last_now_.value_or(Seconds{0}));
}

void LeaseTable::join(int worker, std::string name, int threads) {
  if (workers_.contains(worker)) release(worker);
  Worker fresh;
  fresh.name = std::move(name);
  fresh.threads = std::max(1, threads);
  workers_[worker] = std::move(fresh);
}

std::vector<std::uint64_t> LeaseTable::grant(int worker_number, Seconds now) {
  const Seconds begin = advance(now);
  Worker& worker = workers_.at(worker_number);
  worker.silent = false;
  const double wanted = batch_cost(worker);
  std::vector<std::uint64_t> batch;
  std::vector<std::uint64_t> passed_over;
  double batch_sum = 0;
  while (!queue_.empty() && batch.size() < rules_.max_tasks) {
    const std::uint64_t task = queue_.front();
    if (tasks_[task].state != State::waiting) {
      queue_.pop_front();
      continue;
    }
    const double with_it = batch_sum + cost(task);
    if (!batch.empty() && with_it > wanted) break;
    queue_.pop_front();
    if (worker.unanswered.contains(task)) {
      passed_over.push_back(task);
      continue;
    }
    batch.push_back(task);
    batch_sum = with_it;
  }
  queue_.insert(queue_.begin(), passed_over.begin(), passed_over.end());
  if (batch.empty()) return batch;

  const std::uint32_t number = next_lease_++;
  for (const std::uint64_t task : batch) {
    tasks_[task].state = State::leased;
    tasks_[task].lease = number;
    --waiting_tasks_;
    waiting_cost_ -= cost(task);
    worker.unanswered.insert(task);
    worker.unanswered_cost += cost(task);
  }
  leases_[number] = {worker_number, begin + lease_time(worker, batch), batch, batch.size()};
  return batch;
}

bool LeaseTable::complete(int worker_number, std::uint64_t task, const counting::Tally& tally,
                          Seconds took, Seconds now) {
  advance(now);
  if (task >= tasks_.size()) {
    throw Error(fmt::format("result of a task that is not in the plan: {} by {}; the plan has {}",
                            task, name_of(worker_number), tasks_.size()));
  }
  if (!tally.is_consistent()) {
    throw Error(
        fmt::format("tally contradicts its residues: task {} by {}; check that machine's memory",
                    task, name_of(worker_number)));
  }
  const auto known = workers_.find(worker_number);
  if (known != workers_.end()) {
    Worker& worker = known->second;
    worker.silent = false;
    if (worker.unanswered.erase(task) > 0) worker.unanswered_cost -= cost(task);
    if (took > Seconds{0}) {
      worker.cost_measured += cost(task);
      worker.time_measured += took;
    }
  }
  TaskState& state = tasks_[task];
  if (state.state != State::done) {
    account(worker_number, task, tally);
    return true;
  }
  if (state.solutions != tally.solutions()) {
    throw Error(fmt::format(
        "two different results of task {}: {} by {} and {} by {}; one of these machines counts "
        "wrongly: check their memory, and audit the journal (nqueens audit)",
        task, state.solutions, name_of(state.worker), tally.solutions(), name_of(worker_number)));
  }
  ++duplicates_;
  return false;
}

std::size_t LeaseTable::expire(Seconds now) {
  const Seconds time = advance(now);
  return end_leases([time](const Lease& lease) { return lease.deadline <= time; });
}

std::size_t LeaseTable::release(int worker_number) {
  const std::size_t count =
      end_leases([worker_number](const Lease& lease) { return lease.worker == worker_number; });
  Worker& worker = workers_.at(worker_number);
  worker.unanswered.clear();
  worker.unanswered_cost = 0;
  worker.silent = true;
  return count;
}

/// Ends the leases for which `ends` is true: their tasks wait again. Returns the number of tasks.
template <typename Ends>
std::size_t LeaseTable::end_leases(const Ends& ends) {
  std::size_t count = 0;
  for (auto lease = leases_.begin(); lease != leases_.end();) {
    const auto& [number, ended] = *lease;
    if (!ends(ended)) {
      ++lease;
      continue;
    }
    workers_.at(ended.worker).silent = true;
    // Pushed to the front from last to first, which keeps their order.
    for (auto task = ended.tasks.rbegin(); task != ended.tasks.rend(); ++task) {
      if (wait_again(*task, number)) ++count;
    }
    lease = leases_.erase(lease);
  }
  return count;
}

/// The table's own time. It ignores the step of a clock that is set back, so no lease lasts longer.
Seconds LeaseTable::advance(Seconds now) {
  if (last_now_ && now > *last_now_) clock_ += now - *last_now_;
  last_now_ = now;
  return clock_;
}

/// Cost units that one of the worker's threads does in a second.
double LeaseTable::rate(const Worker& worker) const {
  if (worker.time_measured <= Seconds{0}) return predicted_rate_;
  return std::max(worker.cost_measured / worker.time_measured.count(), 1e-9);
}

/// Size of a worker's batch: a part of its share of the waiting work, by the rates of all workers
/// that answer.
double LeaseTable::batch_cost(const Worker& worker) const {
  double all = 0;
  for (const auto& [number, other] : workers_) {
    if (!other.silent || &other == &worker) all += rate(other) * other.threads;
  }
  const double own = rate(worker) * worker.threads;
  const double share = static_cast<double>(waiting_cost_) * own / all;
  return std::min(rules_.part_of_share * share, rules_.max_batch.count() * own);
}

Seconds LeaseTable::lease_time(const Worker& worker,
                               const std::vector<std::uint64_t>& batch) const {
  std::uint32_t largest = 0;
  std::uint32_t doublings = 0;
  for (const std::uint64_t task : batch) {
    largest = std::max(largest, cost(task));
    doublings = std::max(doublings, tasks_[task].taken_back);
  }
  // All threads share the worker's tasks, and in the worst case one ends with the largest.
  const double predicted =
      (static_cast<double>(worker.unanswered_cost) / worker.threads + largest) / rate(worker);
  const Seconds time = std::max(rules_.min_lease, Seconds{rules_.patience * predicted});
  return time * std::ldexp(1.0, static_cast<int>(std::min(doublings, kMaxDoublings)));
}

/// Removes the task from its lease, which ends with its last task.
void LeaseTable::leave_lease(std::uint64_t task) {
  const std::uint32_t number = std::exchange(tasks_[task].lease, kNoLease);
  const auto lease = leases_.find(number);
  if (lease != leases_.end() && --lease->second.open == 0) leases_.erase(lease);
}

/// False when the lease no longer covers the task, because it is answered.
bool LeaseTable::wait_again(std::uint64_t task, std::uint32_t lease) {
  TaskState& state = tasks_[task];
  if (state.state != State::leased || state.lease != lease) return false;
  state.state = State::waiting;
  state.lease = kNoLease;
  ++state.taken_back;
  ++taken_back_;
  ++waiting_tasks_;
  waiting_cost_ += cost(task);
  queue_.push_front(task);
  return true;
}

void LeaseTable::account(int worker, std::uint64_t task, const counting::Tally& tally) {
  TaskState& state = tasks_[task];
  if (state.state == State::leased) {
    leave_lease(task);
  } else {
    --waiting_tasks_;
    waiting_cost_ -= cost(task);
  }
  state.state = State::done;
  state.solutions = tally.solutions();
  state.worker = worker;
  ++tasks_done_;
  cost_done_ += cost(task);
  solutions_ += tally.solutions();
}

std::string LeaseTable::name_of(int worker) const {
  if (worker == kJournal) return "the journal";
  const auto known = workers_.find(worker);
  return known == workers_.end() ? fmt::format("worker {}", worker) : known->second.name;
}

}  // namespace nqueens::mpi
