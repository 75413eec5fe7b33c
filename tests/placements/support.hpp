// Helpers of placement tests: solutions by formula, inputs of every kind, answers as text.
#pragma once

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/mman.h>
#include <unistd.h>

#include <csignal>
#include <cstdint>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>

#include "base/file.hpp"
#include "domain/attacks.hpp"
#include "nqueens/error.hpp"
#include "nqueens/placement.hpp"
#include "nqueens/verify.hpp"
#include "support/temporary_directory.hpp"
#include "verify/verify.hpp"

namespace nqueens::tests {

/// The staircase solution: knight's moves down the board. Precondition: `size` is even, 4 or more,
/// and size mod 6 is not 2.
inline Placement staircase(std::uint64_t size) {
  Placement placement;
  for (std::uint64_t column = 1; column < size; column += 2) {
    placement.push_back(static_cast<Column>(column));
  }
  for (std::uint64_t column = 0; column < size; column += 2) {
    placement.push_back(static_cast<Column>(column));
  }
  return placement;
}

/// The placement as a text with the separator between columns.
inline std::string as_text(std::span<const Column> columns, std::string_view separator = " ") {
  return fmt::format("{}", fmt::join(columns.begin(), columns.end(), separator));
}

/// The placement as an array of NumPy, its shape and type as given.
inline std::string as_array(std::span<const Column> columns, std::string_view shape,
                            std::string_view type = "<i4") {
  std::string bytes("\x93NUMPY\1\0\x76\0", 10);
  bytes += fmt::format("{:<117}\n", fmt::format("{{'descr': '{}', 'fortran_order': False, 'shape': "
                                                "({}), }}",
                                                type, shape));
  const int width = type.back() - '0';
  for (const Column column : columns) {
    for (int i = 0; i < width; ++i) {
      bytes += static_cast<char>(std::uint64_t{column} >> (8 * i) & 0xFF);
    }
  }
  return bytes;
}

inline std::string as_array(std::span<const Column> columns) {
  return as_array(columns, fmt::format("{},", columns.size()));
}

/// A nameless file with the contents, read from its start.
inline base::FileDescriptor memory_file(std::string_view contents) {
  base::FileDescriptor file(::memfd_create("placement", MFD_CLOEXEC));
  if (!file.valid()) throw std::runtime_error("memfd_create");
  base::write_all(file.get(), "memory", contents);
  ::lseek(file.get(), 0, SEEK_SET);
  return file;
}

/// A pipe that a thread fills with the contents.
class FilledPipe {
 public:
  explicit FilledPipe(std::string contents) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) throw std::runtime_error("pipe2");
    reading_ = base::FileDescriptor(ends[0]);
    writer_ = std::thread([end = ends[1], bytes = std::move(contents)] {
      const base::FileDescriptor writing(end);
      // A reader that has seen an error leaves early: then the write must fail without a signal.
      sigset_t broken_pipe;
      ::sigemptyset(&broken_pipe);
      ::sigaddset(&broken_pipe, SIGPIPE);
      ::pthread_sigmask(SIG_BLOCK, &broken_pipe, nullptr);
      try {
        base::write_all(writing.get(), "pipe", bytes);
      } catch (const IoError&) {
      }
    });
  }

  FilledPipe(const FilledPipe&) = delete;
  FilledPipe& operator=(const FilledPipe&) = delete;
  ~FilledPipe() {
    reading_ = base::FileDescriptor();
    writer_.join();
  }
  int descriptor() const { return reading_.get(); }

 private:
  base::FileDescriptor reading_;
  std::thread writer_;
};

/// The name of the nameless inputs above.
inline constexpr const char* kInput = "input";

inline VerifyOptions with_threads(int threads) {
  VerifyOptions options;
  options.threads = threads;
  return options;
}

/// "solution of 8", "attack in 8: row ...", or "InvalidPlacement: <message>".
inline std::string answer(const std::function<VerifyResult()>& verify) {
  try {
    const VerifyResult result = verify();
    if (result.is_solution()) return fmt::format("solution of {}", result.rows);
    return fmt::format("{} in {}: {}", result.attack ? "attack" : "violation", result.rows,
                       *result.violation);
  } catch (const InvalidPlacement& error) {
    return fmt::format("InvalidPlacement: {}", error.what());
  } catch (const IoError& error) {
    return fmt::format("IoError: {}", error.what());
  } catch (const InvalidArgument& error) {
    return fmt::format("InvalidArgument: {}", error.what());
  } catch (const Stopped& error) {
    return fmt::format("Stopped: {}", error.what());
  }
}

inline std::string answer_of_file(std::string_view contents, const VerifyOptions& options,
                                  const verifying::VerifyTuning& tuning) {
  const base::FileDescriptor file = memory_file(contents);
  return answer([&] {
    placements::PlacementInput input(file.get(), kInput, options.base);
    return verifying::verify_input(input, options, tuning);
  });
}

inline std::string answer_of_pipe(std::string_view contents, const VerifyOptions& options,
                                  const verifying::VerifyTuning& tuning) {
  const FilledPipe pipe{std::string(contents)};
  return answer([&] {
    placements::PlacementInput input(pipe.descriptor(), kInput, options.base);
    return verifying::verify_input(input, options, tuning);
  });
}

/// The answer for columns of any value, from find_attack(). `name` as in errors of files.
inline std::string expected_answer(std::span<const Column> columns, const std::string& name) {
  const std::uint64_t size = columns.size();
  bool from_one = true;
  for (const Column column : columns) from_one = from_one && column != 0 && column <= size;
  const char* const question = from_one     ? "; counted from 1? then give base 1"
                               : size <= 64 ? "; for a rectangle give rows and columns, as in 8x12"
                                            : "";
  for (std::uint64_t row = 0; row < size; ++row) {
    if (columns[row] >= size) {
      return fmt::format(
          "InvalidPlacement: column out of range: {} in row {}{}{}; a board of {} has "
          "columns 0 to {}{}",
          columns[row], row, name.empty() ? "" : " of ", name, size, size - 1, question);
    }
  }
  return answer([&] {
    VerifyResult result;
    result.rows = size;
    result.attack = find_attack(size, columns);
    if (result.attack) result.violation = to_string(*result.attack);
    return result;
  });
}

}  // namespace nqueens::tests
