// Files for results, looked at before a search.
#include "cli/terminal/output.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <numeric>
#include <string>

#include "nqueens/error.hpp"

namespace nqueens::cli {
namespace {

class OutputCheck : public ::testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() /
              ("nqueens_output_check_" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string path(const std::string& name) const { return (folder_ / name).string(); }
  static std::string refusal(const std::string& name, std::uint64_t bytes = 0) {
    try {
      require_writable(name, bytes);
    } catch (const IoError& error) {
      return error.what();
    }
    return "accepted";
  }

  std::filesystem::path folder_;
};

TEST_F(OutputCheck, AcceptsNewFilesOldFilesAndDevices) {
  EXPECT_EQ(refusal(path("new")), "accepted");
  EXPECT_FALSE(std::filesystem::exists(path("new")));
  std::ofstream(path("old")) << "kept";
  EXPECT_EQ(refusal(path("old")), "accepted");
  EXPECT_EQ(std::filesystem::file_size(path("old")), 4u);
  EXPECT_EQ(refusal("/dev/null", UINT64_MAX), "accepted");
}

TEST_F(OutputCheck, RefusesWhatCannotBeWritten) {
  EXPECT_EQ(refusal(""), "cannot write: ''; the file name is empty");
  EXPECT_EQ(refusal(folder_.string()), "cannot write: " + folder_.string() + "; it is a directory");
  EXPECT_EQ(refusal(path("missing/file")),
            "cannot write: " + path("missing/file") + "; No such file or directory");
  std::ofstream(path("file")) << "x";
  EXPECT_EQ(refusal(path("file/below")),
            "cannot write: " + path("file/below") + "; Not a directory");
}

TEST_F(OutputCheck, RefusesMoreThanTheDiskHolds) {
  EXPECT_EQ(refusal(path("new"), UINT64_MAX).substr(0, 23), "too little room on disk");
}

TEST_F(OutputCheck, KnowsTheSizeOfEveryFormat) {
  for (const std::uint64_t size : {1u, 9u, 10u, 11u, 100u, 101u, 1000u, 4321u}) {
    Placement columns(size);
    std::iota(columns.begin(), columns.end(), Column{0});
    for (const PlacementFormat format :
         {PlacementFormat::columns, PlacementFormat::binary, PlacementFormat::board}) {
      write_placement_file(path("written"), columns, format);
      EXPECT_EQ(solution_bytes(size, format), std::filesystem::file_size(path("written")))
          << size << " " << to_string(format);
    }
  }
}

}  // namespace
}  // namespace nqueens::cli
