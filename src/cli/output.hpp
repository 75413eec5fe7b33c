// Standard output: buffered, every write checked. Nothing else may write to it.
#pragma once

#include <functional>
#include <stop_token>
#include <string>
#include <string_view>

namespace nqueens::cli {

/// Thrown when whoever reads standard output has closed it: the program ends quietly. It is no
/// Error on purpose: nobody between the write and main has anything to do about it.
struct ClosedPipe {};

class Output {
 public:
  explicit Output(int descriptor) : descriptor_(descriptor) {}

  /// Adds text; written when enough has come together, by flush() and by finish().
  void write(std::string_view text);
  /// Writes what is held. Throws IoError, or ClosedPipe.
  void flush();
  /// Flushes and closes, so that an error which the system reports late is not lost.
  void finish();
  /// Hands the descriptor to a writer of its own; its IoError becomes ClosedPipe where the reader
  /// is gone.
  void write_directly(const std::function<void(int descriptor, const std::string& name)>& writer);

  /// Writes at once, as far as the reader has room, so that a stop request ends the wait for one
  /// who reads no more: throws Stopped then.
  void write_while_read(std::string_view text, const std::stop_token& stop);

  bool is_terminal() const;
  /// Whether nobody reads any more: a pipe or socket whose other end is closed.
  bool reader_is_gone() const;
  int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
  std::string held_;
};

}  // namespace nqueens::cli
