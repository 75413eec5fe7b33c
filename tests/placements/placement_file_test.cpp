// Reading and writing placement files: formats, round trips, failures.
#include "nqueens/placement_file.hpp"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <numeric>

#include "nqueens/error.hpp"
#include "placements/npy.hpp"
#include "placements/support.hpp"
#include "support/message_of.hpp"
#include "support/property.hpp"

namespace nqueens {
namespace {

using tests::message_of;
using tests::read_file;
using tests::TemporaryDirectory;
using tests::write_file;

const Placement kEight = {0, 4, 7, 5, 2, 6, 1, 3};

std::string written(std::span<const Column> columns, PlacementFormat format) {
  const auto file = tests::memory_file("");
  write_placement(file.get(), "memory", columns, format);
  std::string bytes(static_cast<std::size_t>(::lseek(file.get(), 0, SEEK_END)), '\0');
  ::lseek(file.get(), 0, SEEK_SET);
  base::read_some(file.get(), "memory", bytes.data(), bytes.size());
  return bytes;
}

TEST(PlacementFormat, HasNames) {
  for (const auto format :
       {PlacementFormat::columns, PlacementFormat::npy, PlacementFormat::board}) {
    EXPECT_EQ(parse_placement_format(to_string(format)), format);
  }
  EXPECT_THROW_WITH(parse_placement_format("svg"), Error, "'svg'; one of columns, npy, board");
  EXPECT_THROW(parse_placement_format("Columns"), InvalidArgument);
}

TEST(PlacementFile, WritesTheDocumentedBytes) {
  EXPECT_EQ(written(kEight, PlacementFormat::columns), "0 4 7 5 2 6 1 3\n");
  EXPECT_EQ(written(Placement{1, 3, 0, 2}, PlacementFormat::board), ".Q..\n...Q\nQ...\n..Q.\n");
  EXPECT_EQ(written(kEight, PlacementFormat::npy), tests::as_array(kEight));
}

TEST(PlacementFile, WritesNothingOfARefusedDrawing) {
  Placement many(kMaxBoardDrawing + 1);
  const auto file = tests::memory_file("");
  EXPECT_THROW_WITH(write_placement(file.get(), "memory", many, PlacementFormat::board), Error,
                    "too large for a drawing: 10001");
  EXPECT_THROW(write_placement(file.get(), "memory", Placement{0, 2}, PlacementFormat::board),
               InvalidPlacement);
  EXPECT_EQ(::lseek(file.get(), 0, SEEK_END), 0);
  const TemporaryDirectory folder;
  EXPECT_THROW(write_placement_file(folder / "out", many, PlacementFormat::board), InvalidArgument);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(PlacementFile, DrawsTheLargestBoard) {
  const std::string drawing = written(tests::staircase(kMaxBoardDrawing), PlacementFormat::board);
  EXPECT_EQ(drawing.size(), kMaxBoardDrawing * (kMaxBoardDrawing + 1));
  EXPECT_EQ(std::count(drawing.begin(), drawing.end(), 'Q'), std::ptrdiff_t{kMaxBoardDrawing});
}

TEST(PlacementFile, SurvivesItsWayThroughAFile) {
  const TemporaryDirectory folder;
  // Several output blocks and several input blocks.
  Placement large(1'000'003);
  std::iota(large.begin(), large.end(), 2146483645u);
  for (const auto& placement : {kEight, Placement{0}, large}) {
    for (const auto format : {PlacementFormat::columns, PlacementFormat::npy}) {
      write_placement_file(folder / "placement", placement, format);
      EXPECT_EQ(read_placement_file(folder / "placement"), placement);
    }
  }
}

PROPERTY(PlacementFile, EveryFormatKeepsEveryPlacement) {
  const auto columns = *rc::gen::nonEmpty<Placement>(
      rc::gen::container<Placement>(rc::gen::inRange<Column>(0, 2147483647)));
  RC_ASSERT(parse_placement(written(columns, PlacementFormat::columns)) == columns);
  const TemporaryDirectory folder;
  write_file(folder / "text", written(columns, PlacementFormat::columns));
  RC_ASSERT(read_placement_file(folder / "text") == columns);
  write_file(folder / "array", written(columns, PlacementFormat::npy));
  RC_ASSERT(read_placement_file(folder / "array") == columns);

  Placement on_board;
  for (const Column column : columns) {
    on_board.push_back(column % static_cast<Column>(columns.size()));
  }
  const std::string drawing = written(on_board, PlacementFormat::board);
  Placement drawn;
  for (std::size_t start = 0; start < drawing.size(); start += columns.size() + 1) {
    RC_ASSERT(drawing[start + columns.size()] == '\n');
    drawn.push_back(static_cast<Column>(drawing.find('Q', start) - start));
  }
  RC_ASSERT(drawn == on_board);
}

TEST(PlacementFile, ReadsFromAPipe) {
  const TemporaryDirectory folder;
  const Placement placement = tests::staircase(100000);
  for (const std::string& bytes : {tests::as_text(placement), tests::as_array(placement)}) {
    const tests::FilledPipe pipe(bytes);
    EXPECT_EQ(read_placement_file("/dev/fd/" + std::to_string(pipe.descriptor())), placement);
  }
}

TEST(PlacementFile, KeepsTheOldFileWhenTheNewOneDoesNotFit) {
  const TemporaryDirectory folder;
  write_file(folder / "placement", "0 2");
  const auto previous = std::signal(SIGXFSZ, SIG_IGN);
  rlimit limit{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &limit), 0);
  rlimit small = limit;
  small.rlim_cur = 4096;
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  const std::string failure = message_of<Error>([&] {
    write_placement_file(folder / "placement", Placement(100000, 0), PlacementFormat::columns);
  });
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &limit), 0);
  std::signal(SIGXFSZ, previous);
  EXPECT_EQ(failure, "cannot write " + (folder / "placement").string() + ": File too large");
  EXPECT_EQ(read_file(folder / "placement"), "0 2");
  EXPECT_EQ(std::distance(std::filesystem::directory_iterator(folder.path()), {}), 1);
}

TEST(PlacementFile, KnowsTheSizeOfEveryFormat) {
  const TemporaryDirectory folder;
  const std::filesystem::path path = folder / "written";
  for (const std::uint64_t size : {1u, 9u, 10u, 11u, 100u, 101u, 1000u, 4321u}) {
    Placement columns(size);
    std::iota(columns.begin(), columns.end(), Column{0});
    for (const PlacementFormat format :
         {PlacementFormat::columns, PlacementFormat::npy, PlacementFormat::board}) {
      write_placement_file(path, columns, format);
      EXPECT_EQ(placements::solution_bytes(size, format), std::filesystem::file_size(path))
          << size << " " << to_string(format);
    }
  }
}

}  // namespace
}  // namespace nqueens
