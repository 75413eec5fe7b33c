#include "base/atomic_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <cstdio>
#include <string>

#include "base/file.hpp"
#include "nqueens/error.hpp"

namespace nqueens::base {

namespace {

[[noreturn]] void throw_io(const std::string& name, int error) {
  throw IoError(fmt::format("cannot write: {}; {}", name, errno_text(error)));
}

/// The file that a name stands for, also where a link points at nothing yet.
std::filesystem::path follow_links(std::filesystem::path path) {
  std::error_code error;
  for (int links = 0; links < 40 && std::filesystem::is_symlink(path, error); ++links) {
    const std::filesystem::path target = std::filesystem::read_symlink(path, error);
    if (error) break;
    path = target.is_absolute() ? target : path.parent_path() / target;
  }
  return path;
}

}  // namespace

void replace_file(const std::filesystem::path& path, std::string_view bytes) {
  const std::string name = path.string();
  const std::filesystem::path target = follow_links(path);
  // Unlike any that an earlier process, killed, may have left: process numbers come back.
  const std::string temporary =
      fmt::format("{}.new-{}-{}", target.string(), ::getpid(),
                  std::chrono::system_clock::now().time_since_epoch().count());
  FileDescriptor file(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666));
  if (!file.valid()) throw_io(name, errno);
  try {
    write_all(file.get(), name, bytes);
    if (::fsync(file.get()) != 0) throw_io(name, errno);
    file.close(name);
    if (::rename(temporary.c_str(), target.c_str()) != 0) throw_io(name, errno);
  } catch (...) {
    ::unlink(temporary.c_str());
    throw;
  }
  const std::filesystem::path folder = target.has_parent_path() ? target.parent_path() : ".";
  const FileDescriptor directory(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  // Some file systems cannot sync a directory; the file itself is synced all the same.
  if (directory.valid()) ::fsync(directory.get());
}

}  // namespace nqueens::base
