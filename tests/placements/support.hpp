// Helpers of the placement tests: solutions by formula, inputs of every kind, and answers as text
// so that they can be compared whole.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <thread>

#include "base/file.hpp"
#include "nqueens/placement.hpp"
#include "nqueens/verify.hpp"
#include "placements/verify.hpp"

namespace nqueens::tests {

/// The staircase solution: knight's moves down the board. Precondition: `size` is even, 4 or more,
/// and leaves another remainder than 2 when divided by 6.
Placement staircase(std::uint64_t size);

/// The placement as a text with the separator between columns.
std::string as_text(std::span<const Column> columns, std::string_view separator = " ");
/// The placement as binary, with `size` in its header.
std::string as_binary(std::span<const Column> columns, std::uint64_t size);
std::string as_binary(std::span<const Column> columns);

/// A folder that is removed with all that is in it.
class TemporaryFolder {
 public:
  TemporaryFolder();
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder();
  std::filesystem::path operator/(std::string_view name) const { return path_ / name; }
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

void write_bytes(const std::filesystem::path& path, std::string_view bytes);
std::string read_bytes(const std::filesystem::path& path);

/// A nameless file with the contents, read from its start.
base::FileDescriptor memory_file(std::string_view contents);

/// A pipe that a thread fills with the contents.
class FilledPipe {
 public:
  explicit FilledPipe(std::string contents);
  FilledPipe(const FilledPipe&) = delete;
  FilledPipe& operator=(const FilledPipe&) = delete;
  ~FilledPipe();
  int descriptor() const { return reading_.get(); }

 private:
  base::FileDescriptor reading_;
  std::thread writer_;
};

/// "solution of 8", "attack in 8: row ...", or "InvalidPlacement: <message>".
std::string answer(const std::function<VerifyResult()>& verify);
std::string answer_of_file(std::string_view contents, const VerifyOptions& options,
                           const placements::VerifyTuning& tuning);
std::string answer_of_pipe(std::string_view contents, const VerifyOptions& options,
                           const placements::VerifyTuning& tuning);
/// The answer for columns of any value, from find_attacking_pair. `name` as in errors of files.
std::string expected_answer(std::span<const Column> columns, const std::string& name);

/// The name of the nameless inputs above.
inline constexpr const char* kInput = "input";

}  // namespace nqueens::tests
