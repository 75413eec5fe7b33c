// Standard error: the error line, notes, and the progress line that is rewritten in place. May be
// used from several threads. Failing writes are ignored: there is nowhere left to report them.
#pragma once

#include <mutex>
#include <string>
#include <string_view>

#include "cli/terminal/paint.hpp"

namespace nqueens::cli {

class Messages {
 public:
  explicit Messages(int descriptor, std::string program = "nqueens")
      : descriptor_(descriptor), program_(std::move(program)) {}

  /// "nqueens: <text>", one line, always shown; so is the name of another program.
  void error(std::string_view text);
  /// The same from a thread that is about to end the process while others may hold the stream.
  void last_words(std::string_view text);
  /// One line, dropped when quiet.
  void note(std::string_view text);
  /// Text as it is, dropped when quiet: tables.
  void block(std::string_view text);
  /// Text as it is, also when quiet: what an option asks for.
  void table(std::string_view text);

  void set_quiet(bool quiet) { quiet_ = quiet; }
  void set_colour(ColourChoice choice) { paint_ = paint_for(descriptor_, choice); }
  const Paint& paint() const { return paint_; }

  void set_progress(bool wanted) { progress_wanted_ = wanted; }
  /// Whether a progress line is wanted and can be rewritten in place: a terminal that is not dumb.
  bool shows_progress() const {
    return progress_wanted_ && !quiet_ && is_capable_terminal(descriptor_);
  }
  /// Columns of the terminal, 80 where it does not say.
  std::size_t terminal_width() const;
  /// Replaces the progress line. The text holds no line break and is narrower than the terminal.
  void show_progress(std::string_view line);
  void clear_progress();

 private:
  void clear_progress_locked();
  void write(std::string_view text);

  std::string error_line(std::string_view text) const;

  int descriptor_;
  std::string program_;
  bool quiet_ = false;
  bool progress_wanted_ = true;
  bool progress_shown_ = false;
  Paint paint_;
  std::mutex mutex_;
};

}  // namespace nqueens::cli
