// Each run is a process of its own: this program with a command line. To measure weak scaling,
// solve places queens in proportion to threads; counts take a shard of one board, as no board has
// twice the work of another.
#include "bench/scaling.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <utility>

#include "base/cpu_features.hpp"
#include "base/file.hpp"
#include "base/numbers.hpp"
#include "base/stopwatch.hpp"
#include "bench/algorithm_comparison.hpp"
#include "count/count_run.hpp"
#include "engine/engine.hpp"
#include "nqueens/board.hpp"
#include "nqueens/error.hpp"
#include "run/executor.hpp"
#include "solve/search.hpp"

namespace nqueens::bench {

namespace {

using Words = std::vector<std::string>;

constexpr double kSecondsPerThread = 0.5;
constexpr std::uint64_t kQueensPerThread = 20'000'000;
constexpr std::uint64_t kMaxDefaultQueens = 1'000'000'000;
/// Fewer queens take a thread microseconds, less than it takes to start it.
constexpr std::uint64_t kMinQueens = 1000;
constexpr const char* kStopped = "stopped: the scaling is not complete";

/// A folder that is removed with its files. It is in memory, so that no disk is measured.
class Folder {
 public:
  Folder() {
    if (::mkdtemp(path_.data()) != nullptr) return;
    base::throw_io("cannot make the folder", path_, errno);
  }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;
  ~Folder() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  const std::string& path() const { return path_; }

 private:
  std::string path_ = std::string(std::filesystem::is_directory("/dev/shm") ? "/dev/shm" : "/tmp") +
                      "/nqueens-scaling-XXXXXX";
};

/// Starts this program, whose error goes to a file.
pid_t start(Words words, const std::string& errors) {
  words.insert(words.begin(), "nqueens");
  std::vector<char*> arguments;
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const pid_t child = ::fork();
  if (child == 0) {
    ::dup2(::open("/dev/null", O_WRONLY), 1);
    ::dup2(::open(errors.c_str(), O_WRONLY | O_CREAT, 0600), 2);
    ::execv("/proc/self/exe", arguments.data());
    ::_exit(127);
  }
  if (child > 0) return child;
  throw IoError("cannot start this program again: " + base::errno_text(errno));
}

/// Returns the status of the process at its end. A stop request ends it.
int wait_for(pid_t child, const std::stop_token& stop) {
  const std::stop_callback pass_on(stop, [child] { ::kill(child, SIGTERM); });
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) continue;
  return status;
}

/// Measures the seconds from start to end of the process. An exit code of 1 is an answer too.
double seconds_of(const Words& words, const Folder& folder, const std::stop_token& stop) {
  const std::string errors = folder.path() + "/errors";
  const base::Stopwatch watch;
  const int status = wait_for(start(words, errors), stop);
  const double seconds = watch.seconds();
  if (stop.stop_requested()) throw Stopped(kStopped);
  if (WIFEXITED(status) && WEXITSTATUS(status) <= 1) return seconds;
  std::string reason = fmt::format("it was ended by signal {}", WTERMSIG(status));
  if (std::ifstream file(errors); WIFEXITED(status)) std::getline(file, reason);
  throw InvalidArgument(fmt::format("'{}' failed: {}", fmt::join(words, " "), reason));
}

/// Returns the same words with `value` in the place of `name`.
Words replaced(Words words, std::string_view name, const std::string& value) {
  for (std::string& word : words) {
    const std::size_t at = word.find(name);
    if (at != std::string::npos) word.replace(at, name.size(), value);
  }
  return words;
}

bool has(const Words& words, std::string_view name) {
  return words != replaced(words, name, "");
}

bool is_weak(const Words& words) {
  return has(words, "QUEENS") || has(words, "SHARD");
}

Words split(const std::string& text) {
  std::istringstream words(text);
  return {std::istream_iterator<std::string>(words), {}};
}

/// A command line, and the engine or the algorithm that it runs.
struct Workload {
  Words words;
  std::string method{};
  int max_threads = kMaxThreads;  ///< the most that it can use
  int max_shards = kMaxThreads;   ///< the number of its tasks
};

class Measurement {
 public:
  Measurement(const ScalingOptions& options,
              const std::function<void(const std::vector<ScalingRow>&)>& on_series)
      : options_(options),
        on_series_(on_series),
        threads_(options.threads.empty() ? default_thread_numbers(run::default_threads())
                                         : options.threads),
        queens_(options.queens.value_or(std::min(
            kMaxDefaultQueens, kQueensPerThread * static_cast<std::uint64_t>(max_threads())))) {
    require_valid();
    workloads_ = options.words.empty() ? usual_workloads() : std::vector<Workload>{{options.words}};
  }

  std::vector<ScalingRow> run() {
    for (const bool weak : {false, true}) {
      for (const Pinning pinning : options_.pinnings) {
        for (const Workload& work : workloads_) {
          if (is_weak(work.words) == weak) measure(work, pinning);
        }
      }
    }
    return std::move(rows_);
  }

 private:
  int max_threads() const { return threads_.back(); }

  void require_valid() const {
    const bool has_usual =
        options_.board_size || options_.engine != "auto" || options_.instruction_set != "auto";
    if (!options_.words.empty() && has_usual) {
      throw InvalidArgument(
          "--size, --engine and --isa are of the usual count and search; write them after --");
    }
    if (!options_.words.empty() && options_.queens && !has(options_.words, "QUEENS")) {
      throw InvalidArgument("--queens needs QUEENS in the command line after --");
    }
    if (const int most = run::useful_threads(kMaxThreads); max_threads() > most) {
      throw InvalidArgument(fmt::format(
          "number of threads out of range: {}; 1 to {}, the processors here", max_threads(), most));
    }
    if (const auto least = kMinQueens * static_cast<std::uint64_t>(max_threads());
        queens_ < least) {
      throw InvalidArgument(fmt::format("too few queens: {}; with {} threads at least {}", queens_,
                                        max_threads(), least));
    }
  }

  std::vector<Workload> usual_workloads() const {
    const int size = options_.board_size ? *options_.board_size : usual_board_size();
    const std::string engine(counting::choose_engine(Problem(size), options_.engine).name);
    const std::string count =
        fmt::format("count {} --engine {} --isa {}", size, engine, options_.instruction_set);
    const std::string solve = fmt::format(
        "--algorithm windowed --isa {} --seed 1 --no-verify --format npy --output "
        "/dev/null",
        options_.instruction_set);
    const std::size_t tasks = counting::set_up(Board(size), {.engine = engine}).plan.tasks().size();
    constexpr int kMost = solving::kMaxWindowedThreads;
    return {{split(count), engine},
            {split(fmt::format("solve {} {}", queens_, solve)), "windowed", kMost},
            {split(count + " --shard SHARD --journal FILES/part.nqj"), engine, kMaxThreads,
             static_cast<int>(tasks)},
            {split("solve QUEENS " + solve), "windowed", kMost}};
  }

  /// Chooses the smallest board that keeps all threads busy for kSecondsPerThread.
  int usual_board_size() const {
    const auto set = base::parse_instruction_set(options_.instruction_set);
    int size = 8;
    for (; size < kLargestComputedSize; ++size) {
      const Problem problem(size);
      const engine::Engine& engine = counting::choose_engine(problem, options_.engine);
      if (engine.predicted_seconds(problem, set) >= kSecondsPerThread * max_threads()) break;
    }
    return size;
  }

  void measure(const Workload& work, Pinning pinning) {
    std::vector<ScalingRow> rows;
    for (const int threads : threads_) rows.push_back(row_of(work, pinning, threads));
    for (int repetition = 0; repetition < options_.repetitions; ++repetition) {
      for (ScalingRow& row : rows) {
        if (options_.stop.stop_requested()) throw Stopped(kStopped);
        row.seconds.push_back(run_once(work, row));
      }
    }
    rate(rows);
    if (on_series_) on_series_(rows);
    rows_.insert(rows_.end(), rows.begin(), rows.end());
  }

  ScalingRow row_of(const Workload& work, Pinning pinning, int threads) const {
    const Words words = words_of(work, threads);
    const auto size = words.size() > 1 ? base::parse_number<std::uint64_t>(words[1]) : std::nullopt;
    const bool is_shard = has(work.words, "SHARD");
    const double queens = has(work.words, "QUEENS") ? static_cast<double>(queens_of(threads)) : 1;
    return {.scaling = is_weak(work.words) ? "weak" : "strong",
            .command = words[0],
            .method = work.method,
            .size = size.value_or(0),
            .pinning = pinning,
            .threads = threads,
            .threads_used = std::min(threads, work.max_threads),
            .work = is_shard ? 1.0 / shards_of(work, threads) : queens};
  }

  double run_once(const Workload& work, const ScalingRow& row) const {
    const Folder folder;
    Words words = replaced(words_of(work, row.threads), "FILES", folder.path());
    words.insert(words.end(), {"--threads", std::to_string(row.threads), "--pin",
                               std::string(to_string(row.pinning)), "-q"});
    return seconds_of(words, folder, options_.stop);
  }

  Words words_of(const Workload& work, int threads) const {
    const Words words = replaced(work.words, "QUEENS", std::to_string(queens_of(threads)));
    return replaced(words, "SHARD", fmt::format("1/{}", shards_of(work, threads)));
  }
  std::uint64_t queens_of(int threads) const {
    return queens_ / static_cast<std::uint64_t>(max_threads()) *
           static_cast<std::uint64_t>(threads);
  }
  /// Chooses how many shards the board has: work fits threads where they divide the most.
  int shards_of(const Workload& work, int threads) const {
    const double shards = static_cast<double>(max_threads()) / threads;
    return std::min(static_cast<int>(std::lround(shards)), work.max_shards);
  }

  const ScalingOptions& options_;
  const std::function<void(const std::vector<ScalingRow>&)>& on_series_;
  const std::vector<int> threads_;
  const std::uint64_t queens_;
  std::vector<Workload> workloads_;
  std::vector<ScalingRow> rows_;
};

}  // namespace

std::vector<int> default_thread_numbers(int processors) {
  std::vector<int> numbers;
  for (int threads = 1; threads < processors; threads *= 2) numbers.push_back(threads);
  numbers.push_back(std::max(processors, 1));
  return numbers;
}

void rate(std::vector<ScalingRow>& series) {
  const auto rate_of = [](const ScalingRow& row) {
    return row.work / (row.median_seconds * row.threads);
  };
  for (ScalingRow& row : series) row.median_seconds = *median_of(row.seconds).value;
  const double first_rate = rate_of(series.front());
  const double first_work = series.front().work;
  for (ScalingRow& row : series) {
    row.efficiency = rate_of(row) / first_rate;
    row.speedup = row.efficiency * row.threads;
    row.work /= first_work;
  }
}

std::vector<ScalingRow> measure_scaling(
    const ScalingOptions& options,
    const std::function<void(const std::vector<ScalingRow>&)>& on_series) {
  return Measurement(options, on_series).run();
}

Fields fields(const ScalingRow& row) {
  return {{"scaling", row.scaling},
          {"command", row.command},
          {"method", row.method},
          {"board_size", row.size},
          {"pinning", to_string(row.pinning)},
          {"threads", row.threads},
          {"threads_used", row.threads_used},
          {"work", row.work},
          {"seconds", row.seconds},
          {"median_seconds", row.median_seconds},
          {"speedup", row.speedup},
          {"efficiency", row.efficiency}};
}

}  // namespace nqueens::bench
