// Standard error: the error line, notes, and the progress line that is rewritten in place.
#pragma once

#include <mutex>
#include <string>
#include <string_view>

#include "cli/terminal/text.hpp"
#include "nqueens/execution.hpp"
#include "nqueens/solve.hpp"

namespace nqueens::cli {

/// May be used from several threads. Failing writes are ignored: the exit code still tells.
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

/// Searches and lists that end sooner show no progress line: seconds.
inline constexpr double kShownAfter = 0.8;

/// What is counted, and what is done with it.
struct ProgressWords {
  std::string_view things = "tasks";
  std::string_view done = "done";
};

/// "37.2 %  Q(20)  1190 of 3200 tasks  410/s  5.1 s left", cut to at most `width` columns: fields
/// are dropped from the right until the line fits.
std::string format_progress(std::string_view label, const Progress& progress, std::size_t width,
                            const Paint& paint, const ProgressWords& words = {});

/// "37.2 %  372000000 of 1000000000 rows  1.9 s left", "repair  1000000000 queens",
/// "search  12.3 s  310.2 million queens placed  25.2 million/s"; cut as above.
std::string format_progress(const SolveProgress& progress, std::size_t width, const Paint& paint);

/// "812 of 3200 tasks done (25.4 %)"
std::string describe_progress(const Progress& progress, const ProgressWords& words = {});

}  // namespace nqueens::cli
