#include "bench/simulation/simulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <queue>

#include "bench/simulation/variates.hpp"
#include "nqueens/error.hpp"

namespace nqueens::bench {

namespace {

constexpr std::uint64_t kNone = ~std::uint64_t{0};

class Simulation {
 public:
  Simulation(const std::vector<double>& task_seconds, const SimulatedCluster& cluster,
             TaskSource& source, std::uint64_t seed)
      : task_seconds_(task_seconds),
        cluster_(cluster),
        source_(source),
        random_(seed),
        workers_(cluster.workers),
        is_accounted_(task_seconds.size(), false) {
    for (Worker& worker : workers_) {
      worker.speed = log_normal(random_, cluster.speed_spread);
      worker.cores.resize(cluster.cores_per_worker);
    }
  }

  SimulationResult run();

 private:
  enum class Kind : std::uint8_t { start, ready, finish, fail, served, granted, wake };

  struct Event {
    double time;
    std::uint64_t number;  ///< events of one time happen in the order in which they were made
    Kind kind;
    std::uint32_t worker;
    std::uint32_t core;
    std::uint32_t life;

    bool operator<(const Event& other) const {  // the queue has its greatest element on top
      return time != other.time ? time > other.time : number > other.number;
    }
  };

  struct Core {
    std::uint64_t task = kNone;
    double since = 0;
  };

  struct Worker {
    bool is_asking = false;
    std::uint32_t life = 0;  ///< events of an earlier life are void
    double speed = 1;
    double begun = 0;      ///< seconds of work at speed 1, in this life
    std::size_t next = 0;  ///< in `tasks`
    std::vector<std::uint64_t> tasks;
    std::vector<std::uint64_t> granted;  ///< on their way
    std::vector<Core> cores;
  };

  void add(double time, Kind kind, std::uint32_t worker, std::uint32_t core = 0) {
    if (time == kNever) return;
    const std::uint32_t life = kind == Kind::wake ? 0 : workers_[worker].life;
    events_.push({time, event_number_++, kind, worker, core, life});
  }

  void happen(const Event& event);
  void start(std::uint32_t index);
  void feed(std::uint32_t index);
  double duration(Worker& worker, std::uint64_t task) const;
  void finish(std::uint32_t index, Core& core);
  void fail(std::uint32_t index);
  /// The source is asked. False when it had nothing.
  bool serve(std::uint32_t index);
  void wake();
  void plan_wake();
  double served_at();

  const std::vector<double>& task_seconds_;
  const SimulatedCluster cluster_;
  TaskSource& source_;
  base::Random random_;
  std::vector<Worker> workers_;
  std::vector<bool> is_accounted_;
  std::size_t accounted_ = 0;
  std::priority_queue<Event> events_;
  std::uint64_t event_number_ = 0;
  double now_ = 0;
  double source_is_busy_until_ = 0;
  double wake_at_ = kNever;
  /// Workers that asked in vain, with the life in which they did.
  std::deque<std::pair<std::uint32_t, std::uint32_t>> waiting_;
  SimulationResult result_;
};

SimulationResult Simulation::run() {
  for (std::uint32_t worker = 0; worker < cluster_.workers; ++worker) {
    add(0, Kind::start, worker);
  }
  while (accounted_ < task_seconds_.size()) {
    if (events_.empty()) {
      throw Error(fmt::format("simulation stands still: {} tasks are left and no worker gets one",
                              task_seconds_.size() - accounted_));
    }
    const Event event = events_.top();
    events_.pop();
    now_ = event.time;
    if (event.kind == Kind::wake || event.life == workers_[event.worker].life) happen(event);
  }
  result_.wall_seconds = now_;
  for (const Worker& worker : workers_) {
    for (const Core& core : worker.cores) {
      if (core.task != kNone) result_.repeated_seconds += now_ - core.since;
    }
  }
  return result_;
}

void Simulation::happen(const Event& event) {
  Worker& worker = workers_[event.worker];
  switch (event.kind) {
    case Kind::start:
      start(event.worker);
      break;
    case Kind::ready:
      source_.joined(event.worker, now_);
      feed(event.worker);
      break;
    case Kind::finish:
      finish(event.worker, worker.cores[event.core]);
      feed(event.worker);
      break;
    case Kind::fail:
      fail(event.worker);
      break;
    case Kind::served:
      if (!serve(event.worker)) {
        waiting_.emplace_back(event.worker, worker.life);
        plan_wake();
      }
      break;
    case Kind::granted:
      worker.is_asking = false;
      worker.tasks.swap(worker.granted);
      worker.next = 0;
      feed(event.worker);
      break;
    case Kind::wake:
      wake();
      break;
  }
}

void Simulation::start(std::uint32_t index) {
  if (cluster_.core_seconds_between_failures < kNever) {
    const double mean = cluster_.core_seconds_between_failures / cluster_.cores_per_worker;
    add(now_ + exponential(random_, mean), Kind::fail, index);
  }
  add(now_ + cluster_.start_seconds, Kind::ready, index);
}

/// Gives idle cores the worker's next tasks, and asks for more when there are too few.
void Simulation::feed(std::uint32_t index) {
  Worker& worker = workers_[index];
  for (std::uint32_t core = 0; core < worker.cores.size(); ++core) {
    if (worker.cores[core].task != kNone) continue;
    if (worker.next == worker.tasks.size()) {
      if (!worker.is_asking) {
        worker.is_asking = true;
        ++result_.requests;
        add(served_at(), Kind::served, index);
      }
      return;
    }
    const std::uint64_t task = worker.tasks[worker.next++];
    worker.cores[core] = {task, now_};
    add(now_ + duration(worker, task), Kind::finish, index, core);
  }
}

double Simulation::duration(Worker& worker, std::uint64_t task) const {
  const double seconds = task_seconds_.at(task);
  const double cold = cluster_.cold_part * std::exp(-worker.begun / cluster_.warm_after_seconds);
  worker.begun += seconds;
  return seconds * (1 + cold) / worker.speed;
}

void Simulation::finish(std::uint32_t index, Core& core) {
  const std::uint64_t task = core.task;
  const double seconds = now_ - core.since;
  core.task = kNone;
  served_at();  // the result keeps the source busy; the worker does not wait for that
  source_.finished(index, task, seconds, now_);
  if (is_accounted_[task]) {
    ++result_.repeated_tasks;
    result_.repeated_seconds += seconds;
  } else {
    is_accounted_[task] = true;
    ++accounted_;
    result_.useful_seconds += seconds;
  }
}

void Simulation::fail(std::uint32_t index) {
  Worker& worker = workers_[index];
  ++result_.failures;
  ++worker.life;
  for (Core& core : worker.cores) {
    if (core.task == kNone) continue;
    ++result_.lost_tasks;
    result_.lost_seconds += now_ - core.since;
    core.task = kNone;
  }
  worker.tasks.clear();
  worker.granted.clear();
  worker.next = 0;
  worker.begun = 0;
  worker.is_asking = false;
  add(now_ + cluster_.restart_seconds, Kind::start, index);
}

bool Simulation::serve(std::uint32_t index) {
  Worker& worker = workers_[index];
  worker.granted = source_.take(index, now_);
  if (worker.granted.empty()) return false;
  add(now_ + cluster_.latency_seconds, Kind::granted, index);
  return true;
}

void Simulation::wake() {
  if (now_ < wake_at_) return;  // of a wake that was moved
  wake_at_ = kNever;
  while (!waiting_.empty()) {
    const auto [index, life] = waiting_.front();
    if (life == workers_[index].life && !serve(index)) break;
    waiting_.pop_front();
  }
  if (!waiting_.empty()) plan_wake();
}

void Simulation::plan_wake() {
  const double next = source_.next_change(now_);
  // One that is due already has given nothing.
  if (next == kNever || next <= now_ || wake_at_ <= next) return;
  wake_at_ = next;
  add(next, Kind::wake, 0);
}

/// When the source is through with one more message.
double Simulation::served_at() {
  source_is_busy_until_ = std::max(source_is_busy_until_, now_) + cluster_.service_seconds;
  return source_is_busy_until_;
}

}  // namespace

SimulationResult simulate(const std::vector<double>& task_seconds, const SimulatedCluster& cluster,
                          TaskSource& source, std::uint64_t seed) {
  return Simulation(task_seconds, cluster, source, seed).run();
}

}  // namespace nqueens::bench
