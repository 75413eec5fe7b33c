// Output files replace their target in one step or not at all.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>
#include <thread>
#include <vector>

#include "base/file.hpp"
#include "nqueens/error.hpp"
#include "support/message_of.hpp"
#include "support/temporary_directory.hpp"

// In place of those of the C library: file systems that fail.
static constinit std::string_view failing;

extern "C" int flock(int file, int lock) noexcept {
  if (failing != "flock") return static_cast<int>(::syscall(SYS_flock, file, lock));
  errno = EWOULDBLOCK;
  return -1;
}

extern "C" int fstat(int file, struct stat* status) noexcept {
  const int done = ::fstatat(file, "", status, AT_EMPTY_PATH);
  if (failing == "links") status->st_nlink = 0;
  if (failing == "fstat") errno = EIO;
  return failing == "fstat" ? -1 : done;
}

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
  std::string host(65, '\0');
  ASSERT_EQ(::gethostname(host.data(), host.size()), 0);
  // Of host "HOST-2", and what a person may have named so.
  for (const char* const end : {"-2-17-0.tmp", "-notes.tmp", "-17.tmp", "-17-0.tmp.old", "-"}) {
    write_file(folder / (std::string(".nqueens-") + host.c_str() + end), "");
  }
  const OutputFile alive(folder / "first");
  const pid_t child = ::fork();
  if (child == 0) {
    const OutputFile killed(folder / "out");
    ::_exit(0);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(entries(folder), 7u);
  write(folder / "out", "new");
  EXPECT_EQ(entries(folder), 7u) << "these five, that of a living process, and the file";
  EXPECT_EQ(read_file(folder / "out"), "new");
}

TEST(OutputFile, GivesUpOnFileSystemsThatFail) {
  const TemporaryDirectory folder;
  const std::string target = (folder / "out").string();
  using Fault = std::pair<const char*, int>;
  for (const auto& [what, error] :
       {Fault("flock", EWOULDBLOCK), Fault("fstat", EIO), Fault("links", ESTALE)}) {
    failing = what;
    EXPECT_EQ(tests::message_of<IoError>([&] { write(target, "new"); }),
              "cannot write " + target + ": " + errno_text(error));
    failing = {};
    EXPECT_EQ(entries(folder), 0u);
  }
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

TEST(OutputFile, KeepsPermissionsAndOwner) {
  const TemporaryDirectory folder;
  const auto target = folder / "out";
  write_file(target, "old");
  ASSERT_EQ(::chmod(target.c_str(), 0640), 0);
  const uid_t owner = ::chown(target.c_str(), 1234, 1234) == 0 ? 1234 : ::geteuid();  // as root
  write(target, "new");
  struct stat status {};
  ASSERT_EQ(::stat(target.c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 07777, 0640u);
  EXPECT_EQ(status.st_uid, owner);
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

TEST(OutputFile, RefusesLoopsAndLongChainsOfLinks) {
  const TemporaryDirectory folder;
  std::filesystem::create_symlink("loop", folder / "loop");
  write_file(folder / "0", "old");
  for (int i = 1; i <= 60; ++i) {
    std::filesystem::create_symlink(std::to_string(i - 1), folder / std::to_string(i));
  }
  for (const char* const name : {"loop", "41", "60"}) {
    const std::string path = (folder / name).string();
    EXPECT_EQ(tests::message_of<IoError>([&] { write(path, "new"); }),
              "cannot use " + path + ": Too many levels of symbolic links");
    EXPECT_TRUE(std::filesystem::is_symlink(path));
  }
  EXPECT_EQ(entries(folder), 62u);
  write(folder / "30", "new");
  EXPECT_EQ(read_file(folder / "0"), "new");
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
  EXPECT_EQ(message("/dev/fd/"), "cannot write /dev/fd/: Is a directory");
  if (::geteuid() != 0) {
    write_file(folder / "fixed", "old");
    ASSERT_EQ(::chmod((folder / "fixed").c_str(), 0444), 0);
    EXPECT_EQ(message(folder / "fixed"), "cannot write " + path + "/fixed: Permission denied");
  }
}

}  // namespace
}  // namespace nqueens::base
