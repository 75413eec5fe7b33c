// Standard output with every write checked; and checks beforehand whether a file can be written.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "cli/terminal/text.hpp"
#include "nqueens/placement_file.hpp"

namespace nqueens::cli {

/// Thrown when the reader of standard output has closed it: the program ends quietly. Not an Error,
/// so that only main catches it.
struct ClosedPipe {};

class Output {
 public:
  explicit Output(int descriptor)
      : descriptor_(descriptor), paint_(paint_for(descriptor, ColourChoice::automatic)) {}

  void set_colour(ColourChoice choice) { paint_ = paint_for(descriptor_, choice); }
  const Paint& paint() const { return paint_; }

  /// Adds text; written when enough has come together, by flush() and by finish().
  void write(std::string_view text);
  /// Writes what is held. Throws IoError, or ClosedPipe.
  void flush();
  /// Flushes and closes, so that an error which the system reports late is not lost.
  void finish();
  /// Hands the descriptor to a writer of its own; its IoError becomes ClosedPipe where the reader
  /// is gone.
  void write_directly(const std::function<void(int descriptor, const std::string& name)>& writer);

  /// Writes at once, as much as the reader has room for, so that a stop request also ends the wait
  /// for a reader that does not read: then throws Stopped. What was written by then ends behind the
  /// first letter of an `end` in the text, where there is one every 4096 bytes.
  void write_while_read(std::string_view text, std::string_view end, const std::stop_token& stop);

  bool is_terminal() const;
  /// Whether nobody reads any more: a pipe or socket whose other end is closed.
  bool reader_is_gone() const;

 private:
  int descriptor_;
  Paint paint_;
  std::string held_;
};

/// Takes the bytes of a result one after the other.
using Sink = std::function<void(std::string_view bytes)>;

/// Calls `write` with a sink for the file, which appears when it is complete, or without one for
/// standard output.
void write_result(const std::optional<std::string>& file, Output& output,
                  const std::function<void(const Sink&)>& write);
void write_result(const std::optional<std::string>& file, Output& output, std::string_view text);

/// Bytes that a solution of the board takes in a file: exact, since every column stands in it once.
std::uint64_t solution_bytes(std::uint64_t board_size, PlacementFormat format);

/// Throws IoError when it is known beforehand that the file cannot be written: its directory is
/// missing or not writable, it is a directory, the file system has too little room. Writes nothing.
void require_writable(const std::string& path, std::uint64_t bytes);

/// At the start of main(), before there are threads:
/// Opens /dev/null on each of the descriptors 0, 1 and 2 that is closed, so that no file of the run
/// lands there and is written over. Reading and writing them still fails, as it would have.
/// Makes a write to a pipe without a reader, or beyond the limit of a file's size, an error of that
/// write; it would end the process.
/// Takes hwloc's variables out of the environment: they may describe a machine that does not fit
/// the memory, or name plugins, which take 2 ms to load and are not used.
void prepare_process();

/// Ends the process by SIGPIPE, so that `set -o pipefail` of a shell sees it.
void end_by_sigpipe();

}  // namespace nqueens::cli
