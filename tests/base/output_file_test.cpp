// Output files replace their target in one step or not at all.
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>
#include <thread>
#include <vector>

#include "base/file.hpp"
#include "nqueens/error.hpp"
#include "support/message_of.hpp"
#include "support/temporary_directory.hpp"

namespace nqueens::base {
namespace {

using tests::read_file;
using tests::TemporaryDirectory;
using tests::write_file;

std::size_t entries(const TemporaryDirectory& folder) {
  return static_cast<std::size_t>(
      std::distance(std::filesystem::directory_iterator(folder.path()), {}));
}

void write(const std::filesystem::path& target, std::string_view bytes) {
  OutputFile file(target);
  write_all(file.descriptor(), file.name(), bytes);
  file.commit();
}

TEST(OutputFile, AppearsWhenCommittedOrNotAtAll) {
  const TemporaryDirectory folder;
  const auto target = folder / "out";
  for (const bool commits : {true, false}) {
    std::filesystem::remove(target);
    OutputFile file(target);
    write_all(file.descriptor(), file.name(), "new");
    EXPECT_FALSE(std::filesystem::exists(target));
    if (commits) file.commit();
    EXPECT_EQ(std::filesystem::exists(target), commits);
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
  write_file(target, "old");
  OutputFile(target).name();
  EXPECT_EQ(read_file(target), "old");
  write(target, "new");
  EXPECT_EQ(read_file(target), "new");
  EXPECT_EQ(entries(folder), 1u);
}

TEST(OutputFile, LitterOfKilledProcessesIsRemoved) {
  const TemporaryDirectory folder;
  write_file(folder / ".nqueens-another-host-1-2.tmp", "");
  const OutputFile alive(folder / "first");
  const pid_t child = ::fork();
  if (child == 0) {
    const OutputFile killed(folder / "out");
    ::_exit(0);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(entries(folder), 3u);
  write(folder / "out", "new");
  EXPECT_EQ(entries(folder), 3u) << "of another host, of a living one, and the file";
  EXPECT_EQ(read_file(folder / "out"), "new");
}

TEST(OutputFile, ManyAtOnceKeepTheirs) {
  const TemporaryDirectory folder;
  std::vector<std::jthread> threads;
  for (int thread = 0; thread < 4; ++thread) {
    threads.emplace_back([&, thread] {
      for (int i = 0; i < 100; ++i) write(folder / std::to_string(thread), std::to_string(i));
    });
  }
  threads.clear();
  for (int thread = 0; thread < 4; ++thread) {
    EXPECT_EQ(read_file(folder / std::to_string(thread)), "99");
  }
  EXPECT_EQ(entries(folder), 4u);
}

TEST(OutputFile, KeepsPermissions) {
  const TemporaryDirectory folder;
  const auto target = folder / "out";
  write_file(target, "old");
  ASSERT_EQ(::chmod(target.c_str(), 0640), 0);
  write(target, "new");
  struct stat status {};
  ASSERT_EQ(::stat(target.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 0640u);
}

TEST(OutputFile, WritesThroughALink) {
  const TemporaryDirectory folder;
  write_file(folder / "real", "old");
  std::filesystem::create_symlink("real", folder / "link");
  write(folder / "link", "new");
  EXPECT_TRUE(std::filesystem::is_symlink(folder / "link"));
  EXPECT_EQ(read_file(folder / "real"), "new");
  std::filesystem::create_symlink("nowhere", folder / "dangling");
  write(folder / "dangling", "new");
  EXPECT_EQ(read_file(folder / "nowhere"), "new");
}

TEST(OutputFile, TakesLongAndRelativeNames) {
  const TemporaryDirectory folder;
  write(folder / std::string(255, 'x'), "long");
  EXPECT_EQ(read_file(folder / std::string(255, 'x')), "long");
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(folder.path());
  write("here", "relative");
  std::filesystem::current_path(before);
  EXPECT_EQ(read_file(folder / "here"), "relative");
}

TEST(OutputFile, WritesPipesInPlace) {
  const TemporaryDirectory folder;
  const auto target = folder / "pipe";
  ASSERT_EQ(::mkfifo(target.c_str(), 0600), 0);
  std::string read;
  std::thread reader([&] { read = read_file(target); });
  write(target, "through");
  reader.join();
  EXPECT_EQ(read, "through");
  EXPECT_TRUE(std::filesystem::is_fifo(target));
}

TEST(OutputFile, RefusesWhatCannotBeWritten) {
  const TemporaryDirectory folder;
  const auto message = [](const std::filesystem::path& target) {
    return tests::message_of<IoError>([&] { OutputFile file(target); });
  };
  const std::string path = folder.path().string();
  EXPECT_EQ(message(folder.path()), "cannot write " + path + ": Is a directory");
  EXPECT_EQ(message(folder / "no/such"),
            "cannot write " + path + "/no/such: No such file or directory");
  if (::geteuid() != 0) {
    write_file(folder / "fixed", "old");
    ASSERT_EQ(::chmod((folder / "fixed").c_str(), 0444), 0);
    EXPECT_EQ(message(folder / "fixed"), "cannot write " + path + "/fixed: Permission denied");
  }
}

}  // namespace
}  // namespace nqueens::base
