// Times batches of units on a device by engine opencl, class by class, one line of CSV each, with a
// forecast of the whole board at the end. For boards too large to count.
//
// measure_device N BATCHES UNITS [DEVICE]
//
// A class is all R_e with the same number of queens. A batch is a run of UNITS units of one R_e. A
// line has the seconds by the clock of the batch, and of its first unit alone: both list first
// placements, which other threads would do meanwhile. One thread does not fill a large device:
// `nqueens count N --engine opencl --dry-run` forecasts with all. DEVICE: as nqueens info numbers
// it.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstdio>
#include <exception>
#include <random>
#include <vector>

#include "engine/colour_join/colour_join.hpp"
#include "engine/engine.hpp"
#include "nqueens/error.hpp"
#include "parsed.hpp"

using namespace nqueens;
using namespace nqueens::engine::colour_join;

namespace {

double seconds_of(engine::Worker& worker, const UnitRange& units) {
  const auto began = std::chrono::steady_clock::now();
  engine::Tally tally;
  worker.count({.code = units.code()}, {}, tally);
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - began).count();
}

/// Forecast seconds of a class, whose R_e these are.
double measure_class(engine::Worker& worker, const Units& units, int size, int queens,
                     const std::vector<LineSet>& sets, int batches, std::uint32_t length) {
  double class_units = 0;
  for (const LineSet even_rows : sets)
    class_units += static_cast<double>(units.of(even_rows).size());
  std::mt19937_64 random(1);
  double seconds_of_unit = 0;
  for (int batch = 0; batch < batches; ++batch) {
    const LineSet even_rows = sets[random() % sets.size()];
    const auto all = static_cast<std::uint32_t>(units.of(even_rows).size());
    const std::uint32_t count = std::min(length, all);
    const auto first = static_cast<std::uint32_t>(random() % (all - count + 1));
    const double alone = seconds_of(worker, {even_rows, first, 1});
    const double seconds = seconds_of(worker, {even_rows, first, count});
    if (count > 1) seconds_of_unit += std::max(0.0, seconds - alone) / (count - 1) / batches;
    fmt::print("{},{},{},{},{:.4g},{:.4g}\n", size, queens, class_units, count, alone, seconds);
    std::fflush(stdout);
  }
  return class_units * seconds_of_unit;
}

void measure(int size, int batches, std::uint32_t length, int device) {
  const QuarteredBoard board(size);
  const Units units(board);
  const auto prepared = engine::find_engine("opencl").prepare(Problem(size), {.device = device});
  const auto worker = prepared->make_worker(0);
  double seconds = 0;
  for (int queens = 0; queens <= board.even(); ++queens) {
    std::vector<LineSet> sets;
    for (LineSet even_rows = 0; even_rows <= all_lines(board.even()); ++even_rows) {
      if (std::popcount(even_rows) == queens && !units.of(even_rows).empty()) {
        sets.push_back(even_rows);
      }
    }
    if (sets.empty()) continue;
    seconds += measure_class(*worker, units, size, queens, sets, batches, length);
  }
  fmt::print(stderr, "N = {}: {:.4g} seconds by these batches\n", size, seconds);
}

}  // namespace

int main(int argc, char** argv) {
  try {
    if (argc < 4) throw InvalidArgument("measure_device N BATCHES UNITS [DEVICE] expected");
    const int size = parsed<std::uint16_t>(argv[1], "board size");
    const int batches = parsed<std::uint16_t>(argv[2], "number of batches");
    const std::uint32_t length = parsed<std::uint16_t>(argv[3], "number of units");
    const int device = argc > 4 ? parsed<std::uint16_t>(argv[4], "device") : 0;
    if (size > 32) throw InvalidArgument(fmt::format("board size above 32: {}", size));
    if (length < 2) throw InvalidArgument("a batch has at least two units");
    fmt::print("n,queens,class_units,units,first_seconds,seconds\n");
    measure(size, batches, length, device);
  } catch (const std::exception& error) {
    fmt::print(stderr, "measure_device: {}\n", error.what());
    return 2;
  }
}
