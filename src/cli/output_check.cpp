#include "cli/output_check.hpp"

#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <filesystem>

#include "base/file.hpp"
#include "nqueens/error.hpp"
#include "run/memory.hpp"

namespace nqueens::cli {

namespace {

void require_access(const std::string& path, int mode, const std::string& named) {
  if (::access(path.c_str(), mode) == 0) return;
  throw IoError(fmt::format("cannot write: {}; {}", named, base::errno_text(errno)));
}

}  // namespace

std::uint64_t solution_bytes(std::uint64_t board_size, PlacementFormat format) {
  switch (format) {
    case PlacementFormat::binary:
      return 16 + 4 * board_size;
    case PlacementFormat::board:
      return board_size * (board_size + 1);
    case PlacementFormat::columns:
      break;
  }
  // One digit and one separator for every column, one digit more for all from each power of ten.
  std::uint64_t bytes = 2 * board_size;
  for (std::uint64_t power = 10; power < board_size; power *= 10) bytes += board_size - power;
  return bytes;
}

void require_writable(const std::string& path, std::uint64_t bytes) {
  if (path.empty()) throw IoError("cannot write: ''; the file name is empty");
  struct stat status {};
  const bool exists = ::stat(path.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) {
    throw IoError(fmt::format("cannot write: {}; it is a directory", path));
  }
  if (exists) require_access(path, W_OK, path);
  if (exists && !S_ISREG(status.st_mode)) return;
  const std::string parent = std::filesystem::path(path).parent_path().string();
  const std::string directory = parent.empty() ? "." : parent;
  struct stat above {};
  if (::stat(directory.c_str(), &above) == 0 && !S_ISDIR(above.st_mode)) {
    throw IoError(fmt::format("cannot write: {}; {}", path, base::errno_text(ENOTDIR)));
  }
  // A new file takes the name when it is complete, so the directory must be open to writing.
  require_access(directory, W_OK | X_OK, path);
  struct statvfs room {};
  if (::statvfs(directory.c_str(), &room) != 0 || room.f_blocks == 0) return;
  const std::uint64_t left = static_cast<std::uint64_t>(room.f_bavail) * room.f_frsize;
  if (left < bytes) {
    throw IoError(fmt::format("too little room on disk: {}; {} are needed and {} left", path,
                              run::format_bytes(bytes), run::format_bytes(left)));
  }
}

}  // namespace nqueens::cli
