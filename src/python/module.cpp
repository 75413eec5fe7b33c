// The compiled half of the Python package: the library's calls, without Python's lock while they
// run, ended by Ctrl-C. Arguments are checked and documented in nqueens/__init__.py.
#include <pthread.h>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <unistd.h>

#include <algorithm>
#include <condition_variable>
#include <cstring>
#include <deque>
#include <exception>
#include <future>
#include <mutex>
#include <thread>

#include "draw/pictures.hpp"
#include "nqueens/nqueens.hpp"

namespace py = pybind11;

namespace nqueens {

namespace {

/// A waiting call looks this often for signals and reports progress.
constexpr std::chrono::milliseconds kPollInterval{100};

/// Ends what runs in the background when the interpreter ends. A thread that works there, or takes
/// Python's lock, keeps a copy meanwhile. A forked process gets a new one. It is never destroyed:
/// daemon threads outlive all else.
auto& background = *new std::shared_ptr(std::make_shared<std::stop_source>());
thread_local bool is_last = false;  ///< the thread that ends the interpreter

/// While it lives, this thread does not hold Python's lock. Once the interpreter ends, it would end
/// a thread that takes the lock by unwinding C++, which aborts. So such a thread sleeps, as all do
/// from Python 3.14 on.
class Unlocked {
 public:
  /// `kept` holds the copy of `background` afterwards, for a thread that goes on to call Python.
  explicit Unlocked(std::shared_ptr<std::stop_source>* kept = nullptr) : kept_(kept) {
    if (kept_ != nullptr) kept_->reset();
  }
  ~Unlocked() {
    auto busy = background;
    if (busy->stop_requested() && !is_last) {
      busy.reset();
      while (true) ::pause();
    }
    PyEval_RestoreThread(state_);
    if (kept_ != nullptr) *kept_ = std::move(busy);
  }

 private:
  std::shared_ptr<std::stop_source>* const kept_;
  PyThreadState* const state_ = PyEval_SaveThread();
};

/// Waits some seconds, before the interpreter ends, for what runs in the background.
void end_background() {
  is_last = true;
  background->request_stop();
  const Unlocked unlocked;
  for (int i = 0; i < 5000 && background.use_count() > 1; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

/// Runs call(stop) on a thread of its own and waits for it; Python's other threads run meanwhile.
/// Calls `look` while it waits. Ctrl-C, and an exception of `look`, stop the run and are thrown.
template <typename Call, typename Look>
auto run(const Call& call, std::optional<double> time_limit, const Look& look) {
  const auto begin = std::chrono::steady_clock::now();
  std::stop_source stop;
  const std::stop_callback at_end(background->get_token(), [&] { stop.request_stop(); });
  std::packaged_task<decltype(call(stop.get_token()))()> task(
      [&] { return call(stop.get_token()); });
  auto result = task.get_future();
  std::jthread worker([&task, busy = background] { task(); });
  std::shared_ptr<std::stop_source> busy;
  const auto wait = [&] {
    const Unlocked unlocked(&busy);
    return result.wait_for(kPollInterval) == std::future_status::ready;
  };
  try {
    while (!wait()) {
      if (PyErr_CheckSignals() != 0) throw py::error_already_set();
      const std::chrono::duration<double> time = std::chrono::steady_clock::now() - begin;
      if (time_limit && time.count() >= *time_limit) stop.request_stop();
      look();
    }
  } catch (...) {
    stop.request_stop();
    const Unlocked unlocked(&busy);
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

template <typename Snapshot>
std::optional<double> fraction_of(const Snapshot& now) {
  if constexpr (std::is_same_v<Snapshot, Progress>) return now.fraction;
  if constexpr (std::is_same_v<Snapshot, SolveProgress>) return now.fraction();
  return std::nullopt;
}

struct Wishes {
  std::optional<double> time_limit;
  const py::object& progress;  ///< a function of the fraction and the seconds, or None
  const py::object& result;    ///< a dictionary that gets the members of the result, or None

  /// Runs call(options). An early end fills `result` too.
  template <typename Options, typename Call>
  auto run(Options options, const Call& call) const {
    std::mutex mutex;
    std::optional<std::pair<std::optional<double>, double>> news;
    if constexpr (requires { options.on_progress; }) {
      if (!progress.is_none()) {
        options.on_progress = [&](const auto& now) {
          const std::lock_guard lock(mutex);
          news = {fraction_of(now), now.seconds};
        };
      }
    }
    const auto tell_news = [&] {
      std::unique_lock lock(mutex);
      const auto last = std::exchange(news, std::nullopt);
      lock.unlock();
      if (last) progress(last->first, last->second);
    };
    const auto stoppable = [&](const std::stop_token& stop) {
      options.stop = stop;
      return call(options);
    };
    try {
      auto made = nqueens::run(stoppable, time_limit, tell_news);
      fill_result(fields(made));
      return made;
    } catch (const Error& error) {
      fill_result(error.so_far);
      throw;
    }
  }

 private:
  void fill_result(const Fields& members) const {
    if (!result.is_none()) result.attr("update")(to_python(members));
  }
};

py::int_ count_board(const Board& board, bool fundamental, const std::string& engine, int device,
                     int threads, bool force, std::optional<double> time_limit,
                     const py::object& progress, const py::object& result) {
  CountOptions options;
  options.engine = engine;
  options.device = device;
  options.threads = threads;
  options.allow_uncomputed = force;
  const Wishes wishes{time_limit, progress, result};
  if (fundamental) {
    return to_python(
        wishes
            .run(options, [&](const CountOptions& with) { return count_by_symmetry(board, with); })
            .fundamental);
  }
  return to_python(
      wishes.run(options, [&](const CountOptions& with) { return count(board, with); }).solutions);
}

py::tuple estimate_board(const Board& board, std::optional<double> ends_after,
                         std::optional<double> error, std::optional<std::uint64_t> seed,
                         int threads, std::optional<double> time_limit, const py::object& progress,
                         const py::object& result) {
  EstimateOptions options;
  options.time_limit = ends_after;
  options.error = error;
  options.seed = seed;
  options.threads = threads;
  const Estimate made = Wishes{time_limit, progress, result}.run(
      options, [&](const EstimateOptions& with) { return estimate(board, with); });
  const Interval interval = made.interval.value_or(Interval{made.value, made.value});
  return py::make_tuple(made.value, interval.low, interval.high, made.is_exact, made.samples);
}

/// The numbers are signed, as in files: differences of unsigned ones wrap silently.
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

/// With `unique` a pair: the solution, and another one or None.
py::object solve_board(const Board& board, bool unique, const std::string& algorithm,
                       std::uint64_t max_moves, std::optional<std::uint64_t> seed, int threads,
                       std::optional<double> time_limit, const py::object& progress,
                       const py::object& result) {
  if (unique && board.is_large()) {
    throw InvalidArgument("unique takes boards of up to " + std::to_string(kMaxProblemSize) +
                          " rows and columns");
  }
  if (unique && ((algorithm != "auto" && algorithm != "mrv") || max_moves != 0)) {
    throw InvalidArgument("unique excludes max_moves, and every algorithm but auto and mrv");
  }
  SolveOptions options;
  options.algorithm = algorithm;
  options.max_moves = max_moves;
  options.seed = seed;
  options.threads = threads;
  const auto tell_unique = [&](const Value& is_unique) {
    if (unique && !result.is_none()) result["unique"] = to_python(is_unique);
  };
  tell_unique({});  // None until the second search has ended
  std::optional<SolveResult> other;
  SolveResult one =
      Wishes{time_limit, progress, result}.run(options, [&](const SolveOptions& with) {
        SolveResult found = solve(board, with);
        if (!unique) return found;
        try {
          other = solve_other(board, found.placement, with);
        } catch (Stopped& stopped) {
          stopped.so_far = fields(found);  // as in JSON: that of the first search
          throw;
        }
        return found;
      });
  tell_unique({!other});
  if (!unique) return array_of(std::move(one.placement));
  return py::make_tuple(array_of(std::move(one.placement)),
                        other ? py::object(array_of(std::move(other->placement))) : py::none());
}

py::tuple make_puzzle(const Board& board, bool unique, std::optional<int> given,
                      std::optional<std::uint64_t> seed, int threads,
                      std::optional<double> time_limit, const py::object& progress,
                      const py::object& result) {
  PuzzleOptions options;
  options.unique = unique;
  options.given = given;
  options.seed = seed;
  options.threads = threads;
  Puzzle puzzle;
  Wishes{time_limit, progress, result}.run(options, [&](const PuzzleOptions& with) {
    return make_puzzles(
        board, [&](const Puzzle& made) { puzzle = made; }, with);
  });
  std::vector<std::pair<std::uint64_t, std::uint64_t>> given_squares;
  for (const Square& square : puzzle.given) given_squares.emplace_back(square.row, square.column);
  return py::make_tuple(given_squares, array_of(std::move(puzzle.solution)));
}

py::array find_squares(std::uint64_t rows, std::uint64_t columns, std::uint64_t row,
                       std::uint64_t column, bool closed, std::uint64_t seed,
                       std::optional<double> time_limit, const py::object& progress,
                       const py::object& result) {
  const TourOptions options{.start = {row, column}, .closed = closed, .seed = seed};
  const TourResult tour = Wishes{time_limit, progress, result}.run(
      options, [&](const TourOptions& with) { return find_tour(rows, columns, with); });
  return array_of({tour.squares.begin(), tour.squares.end()});
}

/// Iterates over blocks of solutions in lexicographic order. A thread finds them a few blocks ahead
/// of the reader, and waits when it is further.
class SolutionBlocks {
 public:
  SolutionBlocks(const Board& board, bool fundamental, std::optional<std::uint64_t> limit,
                 int threads) {
    ListOptions options;
    options.fundamental = fundamental;
    options.limit = limit;
    options.threads = threads;
    list(board, [](const SolutionBlock&) {}, {.limit = 0});  // refuses a board too large
    finder_ = std::jthread([=, this, busy = background](const std::stop_token& stop) mutable {
      options.stop = stop;
      find(board, options);
    });
  }
  ~SolutionBlocks() {
    const Unlocked unlocked;
    finder_.request_stop();
    finder_.join();
  }
  SolutionBlocks(const SolutionBlocks&) = delete;
  SolutionBlocks& operator=(const SolutionBlocks&) = delete;

  /// Leaves it alone in a forked process, where its thread does not live on.
  struct Deleter {
    void operator()(SolutionBlocks* blocks) const {
      if (blocks->process_ == ::getpid()) delete blocks;
    }
  };

  py::array_t<std::int8_t> next() {
    if (process_ != ::getpid()) throw Error("solutions cannot go on after a fork; begin again");
    SolutionBlock block(0);
    while (!take(block)) {
      if (PyErr_CheckSignals() != 0) throw py::error_already_set();
    }
    const auto width = static_cast<std::size_t>(block.rows());
    py::array_t<std::int8_t> array({block.size(), width});
    for (std::size_t i = 0; i < block.size(); ++i) {
      std::memcpy(array.mutable_data() + i * width, block[i].data(), width);
    }
    return array;
  }

 private:
  static constexpr std::size_t kBlocksAhead = 4;

  void find(const Board& board, const ListOptions& options) {
    const auto hand_over = [&](const SolutionBlock& block) {
      std::unique_lock lock(mutex_);
      const auto has_room = [this] { return blocks_.size() < kBlocksAhead; };
      if (!changed_.wait(lock, options.stop, has_room)) return;  // nobody reads any more
      blocks_.push_back(block);
      changed_.notify_all();
    };
    std::exception_ptr failure;
    try {
      list(board, hand_over, options);
    } catch (...) {
      failure = std::current_exception();
    }
    const std::lock_guard lock(mutex_);
    failure_ = failure;
    ended_ = true;
    changed_.notify_all();
  }

  /// Returns false when there was none within the poll interval. Throws StopIteration at the end.
  bool take(SolutionBlock& block) {
    {
      const Unlocked unlocked;
      std::unique_lock lock(mutex_);
      changed_.wait_for(lock, kPollInterval, [this] { return ended_ || !blocks_.empty(); });
      if (!blocks_.empty()) {
        block = std::move(blocks_.front());
        blocks_.pop_front();
        changed_.notify_all();
        return true;
      }
      if (!ended_) return false;
    }
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
    throw py::stop_iteration();
  }

  std::mutex mutex_;
  std::condition_variable_any changed_;
  std::deque<SolutionBlock> blocks_;
  std::exception_ptr failure_;
  bool ended_ = false;
  const pid_t process_ = ::getpid();
  std::jthread finder_;  ///< uses the members before it
  std::stop_callback<std::function<void()>> at_end_{background->get_token(),
                                                    [this] { finder_.request_stop(); }};
};

using Columns = py::array_t<std::uint32_t, py::array::c_style>;

std::span<const Column> span_of(const Columns& columns) {
  return {columns.data(), static_cast<std::size_t>(columns.size())};
}

py::dict verify_array(const Columns& columns, const Board& board) {
  const auto span = span_of(columns);
  const auto verified = [&](const std::stop_token& stop) {
    return verify(span, {.board = board, .stop = stop});
  };
  return to_python(fields(run(verified, std::nullopt, [] {})));
}

py::list conflicts_of(const Columns& columns) {
  const auto span = span_of(columns);
  const auto find = [&](const std::stop_token&) {
    return drawing::find_attacks(Board(span.size()), drawing::squares_of(span));
  };
  py::list pairs;
  for (const AttackingPair& pair : run(find, std::nullopt, [] {})) {
    pairs.append(py::make_tuple(pair.first.row, pair.second.row, to_string(pair.line)));
  }
  return pairs;
}

/// Several placements become a sheet; without one the queens are those that the board gives.
py::bytes draw(const std::vector<Columns>& placements, const Board& board, int pixels,
               bool as_png) {
  const auto require_at_most = [](std::size_t number, std::size_t most, const char* what) {
    if (number >= 1 && number <= most) return;
    throw InvalidArgument("a picture shows 1 to " + std::to_string(most) + what);
  };
  require_at_most(std::max(board.rows(), board.columns()), drawing::kMaxBoardPicture, " queens");
  require_at_most(std::max<std::size_t>(placements.size(), 1), drawing::kMaxOnSheet, " boards");
  std::vector<drawing::MarkedBoard> boards;
  std::size_t marks = 0;
  if (placements.empty()) boards.emplace_back(board, board.given());
  for (const Columns& columns : placements) {
    boards.emplace_back(board, drawing::squares_of(span_of(columns)));
    marks += boards.back().marks.size();
    if (boards.size() == 1) continue;
    require_at_most(marks, drawing::kMaxMarksOnSheet, " queens and blocked squares on a sheet");
  }
  std::string file;
  const drawing::Sink sink = [&](std::string_view part) { file += part; };
  const drawing::Scene scene = boards.size() == 1 ? drawing::draw_board(boards[0], pixels)
                                                  : drawing::draw_sheet(boards, pixels);
  as_png ? drawing::write_png(drawing::rasterise(scene), sink) : drawing::write_svg(scene, sink);
  return file;
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
      const std::string advice = "; to count it all the same, force=True";
      PyErr_SetString(PyExc_ValueError, (error.what() + advice).c_str());
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

  using Number = std::uint64_t;
  py::class_<Board>(module, "Board")
      .def(py::init([](Number rows, Number columns, const std::string& variant) {
        return Board(rows, columns, parse_variant(variant));
      }))
      .def("place",
           [](Board& on, Number row, Number column) {
             on.place({row, column});
           })
      .def("block",
           [](Board& on, Number row, Number column) {
             on.block({row, column});
           })
      .def("exclude", [](Board& on, bool anti, int number) {
        on.exclude({anti, number});
      });

  module.def("count", count_board);
  module.def("estimate", estimate_board);
  module.def("solve", solve_board);
  using Owner = std::unique_ptr<SolutionBlocks, SolutionBlocks::Deleter>;
  py::class_<SolutionBlocks, Owner>(module, "SolutionBlocks")
      .def(py::init<const Board&, bool, std::optional<std::uint64_t>, int>())
      .def("__iter__", [](py::object self) { return self; })
      .def("__next__", &SolutionBlocks::next);
  module.def("puzzle", make_puzzle);
  module.def("tour", find_squares);
  module.def("verify", verify_array);
  module.def("conflicts", conflicts_of);
  module.def("draw", draw);
  py::module_::import("atexit").attr("register")(py::cpp_function(end_background));
  ::pthread_atfork(nullptr, nullptr, [] { background = std::make_shared<std::stop_source>(); });
}

}  // namespace nqueens
