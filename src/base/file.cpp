#include "base/file.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <cstdio>
#include <system_error>

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

std::string errno_text(int error) {
  return std::generic_category().message(error);
}

FileDescriptor::~FileDescriptor() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void FileDescriptor::close(const std::string& name) {
  const int descriptor = std::exchange(descriptor_, -1);
  if (descriptor >= 0 && ::close(descriptor) != 0 && errno != EINTR) {
    throw IoError(fmt::format("cannot finish writing: {}; {}", name, errno_text(errno)));
  }
}

FileDescriptor open_for_reading(const std::string& name) {
  FileDescriptor file(::open(name.c_str(), O_RDONLY | O_CLOEXEC));
  if (!file.valid()) {
    throw IoError(fmt::format("cannot read: {}; {}", name, errno_text(errno)));
  }
  struct stat status {};
  if (::fstat(file.get(), &status) == 0 && S_ISDIR(status.st_mode)) {
    throw IoError(fmt::format("cannot read: {}; it is a directory", name));
  }
  return file;
}

std::string read_system_file(const std::filesystem::path& path) {
  const FileDescriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  std::string text;
  if (!file.valid()) return text;
  std::array<char, 4096> block;
  for (ssize_t count; text.size() < (std::size_t{64} << 10) &&
                      (count = ::read(file.get(), block.data(), block.size())) > 0;) {
    text.append(block.data(), static_cast<std::size_t>(count));
  }
  return text;
}

void write_all(int descriptor, const std::string& name, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = ::write(descriptor, bytes.data(), bytes.size());
    if (written < 0) {
      if (errno == EINTR) continue;
      throw IoError(fmt::format("cannot write: {}; {}", name, errno_text(errno)));
    }
    bytes.remove_prefix(static_cast<std::size_t>(written));
  }
}

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

std::size_t read_some(int descriptor, const std::string& name, char* buffer, std::size_t size) {
  std::size_t done = 0;
  while (done < size) {
    const ssize_t count = ::read(descriptor, buffer + done, size - done);
    if (count < 0) {
      if (errno == EINTR) continue;
      throw IoError(fmt::format("cannot read: {}; {}", name, errno_text(errno)));
    }
    if (count == 0) break;
    done += static_cast<std::size_t>(count);
  }
  return done;
}

}  // namespace nqueens::base
