// Owned file descriptors, complete reads and writes, files that appear when they are complete.
#pragma once

#include <sys/stat.h>

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace nqueens::base {

std::string errno_text(int error);  ///< the message of the system, without the number

/// Throws IoError: "cannot read NAME: No such file or directory".
[[noreturn]] void throw_io(const char* what, const std::string& name, int error);

/// Owns a file descriptor and closes it.
class FileDescriptor {
 public:
  FileDescriptor() = default;
  explicit FileDescriptor(int descriptor) : descriptor_(descriptor) {}
  FileDescriptor(FileDescriptor&& other) noexcept
      : descriptor_(std::exchange(other.descriptor_, -1)) {}
  FileDescriptor& operator=(FileDescriptor&& other) noexcept {
    std::swap(descriptor_, other.descriptor_);
    return *this;
  }
  FileDescriptor(const FileDescriptor&) = delete;
  FileDescriptor& operator=(const FileDescriptor&) = delete;
  ~FileDescriptor();

  bool valid() const { return descriptor_ >= 0; }
  int get() const { return descriptor_; }
  void close(const std::string& name);  ///< throws IoError for a late write error

 private:
  int descriptor_ = -1;
};

/// Throws IoError, also for a directory.
FileDescriptor open_for_reading(const std::string& name);

/// Reads the first 64 KiB of a file of /proc or /sys; returns nothing if it cannot be read.
std::string read_system_file(const std::filesystem::path& path);

/// Returns how many seconds a call of this file has waited, perhaps for ever, to open, read or
/// write what is no regular file: a pipe, a socket, a terminal, a device. It is 0 where none waits.
double longest_wait();

/// Writes every byte, repeating short and interrupted writes; throws IoError with errno's text.
void write_all(int descriptor, const std::string& name, std::string_view bytes);

/// Does the same at a position in a file; several threads may write at once.
void write_all_at(int descriptor, const std::string& name, std::string_view bytes,
                  std::uint64_t position);

/// Returns where the next byte goes, if bytes can be written in any order; nullopt for a pipe, a
/// terminal, and a file opened for appending.
std::optional<std::uint64_t> seekable_position(int descriptor);

/// Journals begin so (journal/format.hpp): an output does not replace one that is in use.
inline constexpr std::string_view kJournalBegin = "nqueens-journal ";

/// Returns a name and the targets of its symbolic links, one after the other. The last one is the
/// file, which may not yet exist. Throws IoError for more than 40 links, or a loop.
std::vector<std::filesystem::path> follow_links(const std::filesystem::path& path);

/// Returns the descriptor of this process that a name like /dev/stdout or /dev/fd/3 stands for,
/// also through links. It need not be open.
std::optional<int> descriptor_of(const std::filesystem::path& path);

/// Makes, opens and locks an empty file in the folder of `target`, to be renamed to it; sets
/// `path`. `lock` is LOCK_SH or LOCK_EX (flock). On failure the file is invalid, errno set and
/// `path` empty. Calls remove_abandoned().
FileDescriptor make_temporary(const std::filesystem::path& target, std::filesystem::path& path,
                              int lock);

/// Gives a new file the owner (as root), group and permissions of the one that it replaces.
void keep_owner_and_mode(const FileDescriptor& file, const struct stat& old);

/// Removes temporary files in the folder that killed processes of this machine have left there.
void remove_abandoned(const std::filesystem::path& folder);

void sync_folder_of(const std::filesystem::path& path);  ///< makes a new or renamed entry durable

/// Reads up to `size` bytes, repeating interrupted and short reads until the buffer is full or the
/// input ends; returns the number of bytes. Throws IoError.
std::size_t read_some(int descriptor, const std::string& name, char* buffer, std::size_t size);

/// What an output of this name is written to: a stream of this process, a device or pipe, or a
/// file, which is replaced.
struct OutputTarget {
  /// Throws IoError for what cannot be written or replaced: a directory, a file without permission
  /// or in use, a program that runs, a mount point.
  explicit OutputTarget(const std::filesystem::path& path);

  std::string name;                ///< as the caller and errors name it
  std::optional<int> stream;       ///< what descriptor_of() returns
  bool is_replaced = false;        ///< whether it is a regular file, or none yet
  std::filesystem::path file;      ///< where links end
  std::optional<struct stat> old;  ///< of the file that is replaced
};

/// Opens a temporary file beside the target; commit() renames it. The target keeps its permissions
/// and, if root replaces it, its owner; a symbolic link stays one. Streams, devices and pipes are
/// written in place. Without a commit the temporary file is removed and the target is unchanged.
class OutputFile {
 public:
  explicit OutputFile(OutputTarget target);  ///< throws IoError: no such folder, no permission
  explicit OutputFile(const std::filesystem::path& path) : OutputFile(OutputTarget(path)) {}
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile();

  int descriptor() const { return file_.get(); }
  const std::string& name() const { return target_.name; }
  bool is_stream() const { return target_.stream.has_value(); }
  /// Closes the file and puts it in the target's place. A crash may lose it. Throws IoError.
  void commit();

 private:
  OutputTarget target_;
  std::filesystem::path temporary_;  // empty when the target is written in place
  FileDescriptor file_;
};

}  // namespace nqueens::base
