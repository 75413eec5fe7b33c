// The compiled half of the Python package: the library's calls, without Python's lock while they
// run, ended by Ctrl-C. Arguments are checked and documented in nqueens/__init__.py.
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <deque>
#include <exception>
#include <functional>
#include <future>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <tuple>
#include <utility>
#include <vector>

#include "nqueens/nqueens.hpp"
#include "render/pictures.hpp"

namespace py = pybind11;

namespace nqueens {

namespace {

/// How often a waiting call looks for signals and reports progress.
constexpr std::chrono::milliseconds kPollInterval{100};

/// The last snapshot of a run, from the library's threads to the one that waits.
struct Watch {
  std::mutex mutex;
  std::optional<std::pair<std::optional<double>, double>> news;  ///< fraction and seconds

  template <typename Snapshot>
  std::function<void(const Snapshot&)> reporter(
      std::optional<double> (*fraction)(const Snapshot&)) {
    return [this, fraction](const Snapshot& now) {
      const std::lock_guard lock(mutex);
      news = {fraction(now), now.seconds};
    };
  }
  std::optional<std::pair<std::optional<double>, double>> take() {
    const std::lock_guard lock(mutex);
    return std::exchange(news, std::nullopt);
  }
};

std::optional<double> fraction_of(const Progress& now) {
  return now.fraction;
}
std::optional<double> fraction_of(const SolveProgress& now) {
  return now.fraction();
}

/// Runs call(stop) on a thread of its own and waits for it; Python's other threads run meanwhile.
/// Ctrl-C, and an exception of `progress`, stop the run and are thrown.
template <typename Call>
auto run(const Call& call, Watch* watch, const py::object& progress,
         std::optional<double> time_limit = std::nullopt) {
  const auto begin = std::chrono::steady_clock::now();
  const auto is_over = [&] {
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
    return time_limit && time.count() >= *time_limit;
  };
  std::stop_source stop;
  std::promise<decltype(call(stop.get_token()))> promise;
  auto result = promise.get_future();
  std::jthread worker([&] {
    try {
      promise.set_value(call(stop.get_token()));
    } catch (...) {
      promise.set_exception(std::current_exception());
    }
  });
  const auto wait = [&] {
    const py::gil_scoped_release unlocked;
    return result.wait_for(kPollInterval) == std::future_status::ready;
  };
  try {
    while (!wait()) {
      if (PyErr_CheckSignals() != 0) throw py::error_already_set();
      if (is_over()) stop.request_stop();
      if (watch == nullptr || progress.is_none()) continue;
      if (const auto news = watch->take()) progress(news->first, news->second);
    }
  } catch (...) {
    stop.request_stop();
    const py::gil_scoped_release unlocked;
    worker.join();
    throw;
  }
  return result.get();
}

py::int_ to_python(WideCount value) {
  const auto high = static_cast<std::uint64_t>(value >> 64);
  const auto low = static_cast<std::uint64_t>(value);
  return py::int_(py::int_(high) << py::int_(64)) | py::int_(low);
}

py::object to_python(const Value& value);

py::dict to_python(const Fields& members) {
  py::dict dictionary;
  for (const auto& [name, value] : members) dictionary[py::str(name)] = to_python(value);
  return dictionary;
}

py::object to_python(const Value& value) {
  return std::visit(
      [](const auto& is) -> py::object {
        using Kind = std::decay_t<decltype(is)>;
        if constexpr (std::is_same_v<Kind, std::nullptr_t>) {
          return py::none();
        } else if constexpr (std::is_same_v<Kind, WideCount> || std::is_same_v<Kind, Fields>) {
          return to_python(is);
        } else if constexpr (std::is_same_v<Kind, Value::List>) {
          py::list list;
          for (const Value& item : is) list.append(to_python(item));
          return list;
        } else {
          return py::cast(is);
        }
      },
      value.is);
}

/// A dictionary of the caller's, or None, that gets the members of a result.
class Record {
 public:
  explicit Record(const py::object& dictionary) : dictionary_(dictionary) {}

  /// The result of `call`, and of an early end what was done by then.
  template <typename Call>
  auto of(const Call& call) const {
    try {
      auto result = call();
      fill(fields(result));
      return result;
    } catch (const Error& error) {
      fill(error.so_far);
      throw;
    }
  }

 private:
  void fill(const Fields& members) const {
    if (!dictionary_.is_none()) dictionary_.attr("update")(to_python(members));
  }

  const py::object& dictionary_;
};

py::int_ count_board(const Board& board, bool unique, const std::string& engine, int threads,
                     bool force, std::optional<double> time_limit, const py::object& progress,
                     const py::object& record) {
  Watch watch;
  CountOptions options;
  options.engine = engine;
  options.threads = threads;
  options.allow_uncomputed = force;
  if (!progress.is_none()) options.on_progress = watch.reporter<Progress>(fraction_of);
  const auto counted_by = [&](auto counting) {
    return Record(record).of([&] {
      return run(
          [&](const std::stop_token& stop) {
            options.stop = stop;
            return counting(board, options);
          },
          &watch, progress, time_limit);
    });
  };
  if (!unique) {
    return to_python(counted_by([](const Board& on, const CountOptions& with) {
                       return count(on, with);
                     }).solutions);
  }
  return to_python(counted_by([](const Board& on, const CountOptions& with) {
                     return count_by_symmetry(on, with);
                   }).fundamental);
}

using EstimateFields = std::tuple<double, double, double, bool, std::uint64_t>;

EstimateFields estimate_board(const Board& board, std::optional<double> time_limit,
                              std::optional<double> error, std::optional<std::uint64_t> seed,
                              int threads, const py::object& record) {
  EstimateOptions options;
  options.time_limit = time_limit;
  options.error = error;
  options.seed = seed;
  options.threads = threads;
  const Estimate made = Record(record).of([&] {
    return run(
        [&](const std::stop_token& stop) {
          options.stop = stop;
          return estimate(board, options);
        },
        nullptr, py::none());
  });
  const Interval interval = made.interval.value_or(Interval{made.value, made.value});
  return {made.value, interval.low, interval.high, made.is_exact, made.samples};
}

/// Signed numbers, as in files: differences of unsigned ones wrap silently.
py::array array_of(Placement placement) {
  const auto size = static_cast<py::ssize_t>(placement.size());
  if (placement.size() > std::uint64_t{1} << 31) {
    py::array_t<std::int64_t> wide(size);
    std::copy(placement.begin(), placement.end(), wide.mutable_data());
    return wide;
  }
  // The array looks at the placement, which lives as long as it does: nothing is copied.
  auto* const kept = new Placement(std::move(placement));
  const py::capsule owner(kept, [](void* p) { delete static_cast<Placement*>(p); });
  return py::array_t<std::int32_t>(size, reinterpret_cast<const std::int32_t*>(kept->data()),
                                   owner);
}

py::array solve_board(const Board& board, const std::string& algorithm,
                      std::optional<std::uint64_t> seed, int threads,
                      std::optional<double> time_limit, const py::object& progress,
                      const py::object& record) {
  Watch watch;
  SolveOptions options;
  options.algorithm = algorithm;
  options.seed = seed;
  options.threads = threads;
  if (!progress.is_none()) options.on_progress = watch.reporter<SolveProgress>(fraction_of);
  return array_of(Record(record)
                      .of([&] {
                        return run(
                            [&](const std::stop_token& stop) {
                              options.stop = stop;
                              return solve(board, options);
                            },
                            &watch, progress, time_limit);
                      })
                      .placement);
}

/// Blocks of solutions in lexicographic order. A thread finds them a few blocks ahead of the
/// reader, and waits when it is further.
class SolutionBlocks {
 public:
  SolutionBlocks(const Board& board, bool unique, std::optional<std::uint64_t> limit, int threads) {
    ListOptions options;
    options.unique = unique;
    options.limit = limit;
    options.threads = threads;
    list(board, [](const SolutionBlock&) {}, {.limit = 0});  // refuses a board too large
    options.stop = stop_.get_token();
    finder_ = std::jthread([this, board, options] { find(board, options); });
  }
  ~SolutionBlocks() {
    const py::gil_scoped_release unlocked;
    stop_.request_stop();
    {
      const std::lock_guard lock(mutex_);
      closed_ = true;
    }
    changed_.notify_all();
    finder_.join();
  }
  SolutionBlocks(const SolutionBlocks&) = delete;
  SolutionBlocks& operator=(const SolutionBlocks&) = delete;

  py::array_t<std::int8_t> next() {
    SolutionBlock block(0);
    while (!take(block)) {
      if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    }
    const auto width = static_cast<std::size_t>(block.board_size());
    py::array_t<std::int8_t> array({block.size(), width});
    for (std::size_t i = 0; i < block.size(); ++i) {
      std::memcpy(array.mutable_data() + i * width, block[i].data(), width);
    }
    return array;
  }

 private:
  static constexpr std::size_t kBlocksAhead = 4;
  struct Closed {};

  void find(const Board& board, const ListOptions& options) {
    std::exception_ptr failure;
    try {
      list(
          board,
          [this](const SolutionBlock& block) {
            std::unique_lock lock(mutex_);
            changed_.wait(lock, [this] { return closed_ || blocks_.size() < kBlocksAhead; });
            if (closed_) throw Closed{};
            blocks_.push_back(block);
            changed_.notify_all();
          },
          options);
    } catch (const Closed&) {
    } catch (...) {
      failure = std::current_exception();
    }
    const std::lock_guard lock(mutex_);
    failure_ = failure;
    ended_ = true;
    changed_.notify_all();
  }

  /// False when there was none within the poll interval. Throws StopIteration at the end.
  bool take(SolutionBlock& block) {
    bool is_over = false;
    {
      const py::gil_scoped_release unlocked;
      std::unique_lock lock(mutex_);
      changed_.wait_for(lock, kPollInterval, [this] { return ended_ || !blocks_.empty(); });
      if (!blocks_.empty()) {
        block = std::move(blocks_.front());
        blocks_.pop_front();
        changed_.notify_all();
        return true;
      }
      is_over = ended_;
    }
    if (!is_over) return false;
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
    throw py::stop_iteration();
  }

  std::stop_source stop_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<SolutionBlock> blocks_;
  std::exception_ptr failure_;
  bool ended_ = false;
  bool closed_ = false;
  std::jthread finder_;
};

using Columns = py::array_t<std::uint32_t, py::array::c_style>;

std::span<const Column> span_of(const Columns& columns) {
  return {columns.data(), static_cast<std::size_t>(columns.size())};
}

bool is_solution_array(const Columns& columns, const Board& board) {
  const auto span = span_of(columns);
  return run(
      [&](const std::stop_token& stop) {
        return verify(span, {.board = board, .stop = stop}).is_solution();
      },
      nullptr, py::none());
}

std::vector<std::tuple<std::uint64_t, std::uint64_t, std::string>> conflicts_of(
    const Columns& columns) {
  const auto span = span_of(columns);
  std::vector<std::tuple<std::uint64_t, std::uint64_t, std::string>> pairs;
  for (const AttackingPair& pair :
       render::find_attacks(Board(span.size()), render::squares_of(span))) {
    pairs.emplace_back(pair.first.row, pair.second.row, std::string(to_string(pair.line)));
  }
  return pairs;
}

std::string draw_svg(const Columns& columns, int pixels) {
  const auto span = span_of(columns);
  if (span.empty() || span.size() > render::kMaxBoardPicture) {
    throw InvalidArgument("a picture shows 1 to " + std::to_string(render::kMaxBoardPicture) +
                          " queens");
  }
  std::string svg;
  const render::MarkedBoard board(Board(span.size()), render::squares_of(span));
  render::write_svg(render::draw_board(board, pixels), [&](std::string_view part) { svg += part; });
  return svg;
}

}  // namespace

PYBIND11_MODULE(_nqueens, module) {
  // Translators are tried from the last to the first: that of the base class comes last.
  const auto error = py::register_exception<Error>(module, "Error", PyExc_RuntimeError);
  static const py::exception<NoSolution> no_solution(module, "NoSolution", error);
  static const py::exception<Stopped> stopped(module, "Stopped", error);
  for (const py::object& exception :
       {py::object(error), py::object(no_solution), py::object(stopped)}) {
    exception.attr("__module__") = "nqueens";
  }
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const NeedsConfirmation& error) {
      PyErr_SetString(
          PyExc_ValueError,
          (std::string(error.what()) + "; to count it all the same, force=True").c_str());
    } catch (const InvalidArgument& error) {
      PyErr_SetString(PyExc_ValueError, error.what());
    } catch (const InvalidPlacement& error) {
      PyErr_SetString(PyExc_ValueError, error.what());
    } catch (const InsufficientMemory& error) {
      PyErr_SetString(PyExc_MemoryError, error.what());
    } catch (const NoSolution& error) {
      PyErr_SetString(no_solution.ptr(), error.what());
    } catch (const Stopped& error) {
      PyErr_SetString(stopped.ptr(), error.what());
    }
  });

  module.attr("__version__") = kVersion;
  module.attr("LARGEST_PLACEMENT") = kMaxPlacementSize;
  module.attr("MOST_THREADS") = kMaxThreads;

  py::class_<Board>(module, "Board")
      .def(py::init([](std::uint64_t rows, std::uint64_t columns, const std::string& variant) {
        return Board(rows, columns, parse_variant(variant));
      }))
      .def("place",
           [](Board& board, std::uint64_t row, std::uint64_t column) {
             board.place({row, column});
           })
      .def("block",
           [](Board& board, std::uint64_t row, std::uint64_t column) {
             board.block({row, column});
           })
      .def("exclude", [](Board& board, bool anti, int number) {
        board.exclude({anti, number});
      });

  module.def("count", count_board);
  module.def("estimate", estimate_board);
  module.def("solve", solve_board);
  py::class_<SolutionBlocks>(module, "SolutionBlocks")
      .def(py::init<const Board&, bool, std::optional<std::uint64_t>, int>())
      .def("__iter__", [](py::object self) { return self; })
      .def("__next__", &SolutionBlocks::next);
  module.def("is_solution", is_solution_array);
  module.def("conflicts", conflicts_of);
  module.def("draw_svg", draw_svg);
}

}  // namespace nqueens
