// An output file that appears under its name only when it is complete.
#pragma once

#include <filesystem>
#include <string>

#include "base/file.hpp"

namespace nqueens::base {

/// Opens a temporary file beside the target, which commit() renames; the target keeps its
/// permissions, and a symbolic link stays one. Devices and pipes are written in place. Without a
/// commit the temporary file is removed and the target is unchanged.
class OutputFile {
 public:
  /// Throws IoError: no such folder, a directory, no permission.
  explicit OutputFile(const std::filesystem::path& target);
  OutputFile(const OutputFile&) = delete;
  OutputFile& operator=(const OutputFile&) = delete;
  ~OutputFile();

  int descriptor() const { return file_.get(); }
  /// The target as the caller named it, for errors.
  const std::string& name() const { return name_; }
  /// Closes the file and puts it in the target's place. Unless it is synced, a crash of the system
  /// may lose it. Throws IoError.
  void commit(bool synced = false);

 private:
  void open_in_place();
  [[noreturn]] void fail(int error) const;

  std::string name_;
  std::filesystem::path target_;
  std::filesystem::path temporary_;  // empty when the target is written in place
  base::FileDescriptor file_;
};

}  // namespace nqueens::base
