// Writes standard output, checking every write, and checks beforehand whether a file can be
// written. Writes standard error: the error line, notes, and the progress line that is rewritten in
// place.
#pragma once

#include <chrono>
#include <csignal>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "cli/terminal/text.hpp"
#include "nqueens/execution.hpp"
#include "nqueens/solve.hpp"

namespace nqueens::cli {

/// It is thrown when the reader of standard output has closed it: the program ends quietly. It is
/// not an Error, so that only main catches it.
struct ClosedPipe {};

class Messages;

class Output {
 public:
  /// Erases the progress line of `messages` before it writes: both may be one terminal.
  Output(int descriptor, Messages& messages)
      : descriptor_(descriptor),
        messages_(messages),
        paint_(paint_for(descriptor, ColourChoice::automatic)) {}

  void set_colour(ColourChoice choice) { paint_ = paint_for(descriptor_, choice); }
  const Paint& paint() const { return paint_; }

  /// Adds text, which is written when enough has come together, by flush() and by finish().
  void write(std::string_view text);
  void flush();   ///< writes what is held; throws IoError, or ClosedPipe
  void finish();  ///< flushes and closes, so that no late error is lost
  /// Lets `writer` write; its IoError becomes ClosedPipe where the reader is gone.
  void write_directly(const std::function<void(int descriptor, const std::string& name)>& writer);

  /// Writes at once, as much as the reader has room for, so that a stop request also ends the wait
  /// for a reader that does not read: then throws Stopped. What went out by then ends just after
  /// the first letter of an `end`, a line end, if every 4096 bytes have one. Writes all where
  /// nothing can request a stop.
  void write_while_read(std::string_view text, std::string_view end, const std::stop_token& stop);

  bool is_terminal() const;
  bool reader_is_gone() const;  ///< a pipe or socket whose other end is closed

 private:
  int descriptor_;
  Messages& messages_;
  Paint paint_;
  std::string held_;
};

using Sink = std::function<void(std::string_view bytes)>;

/// Calls `write` with a sink for standard output, or for the file, which appears when complete.
void write_result(const std::optional<std::string>& file, Output& output,
                  const std::function<void(const Sink&)>& write);
void write_result(const std::optional<std::string>& file, Output& output, std::string_view text);

/// Throws IoError when it is known beforehand that the file cannot be written: as base::OutputFile
/// does, and where the file system has too little room. Leaves no file.
void require_writable(const std::string& path, std::uint64_t bytes);

/// Blocks those of these signals that are not ignored, and returns them. A signal that was ignored
/// when the program began (nohup) stays ignored.
sigset_t block_signals(std::initializer_list<int> signals);

/// Prepares, at the start of main(), the process before there are threads. SIGUSR1 waits until
/// somebody takes it. A closed descriptor 0, 1 or 2 is opened, so that no file of the run lands
/// there; reading and writing it still fails. A write to a pipe without a reader, or beyond the
/// limit of a file's size, fails and does not end the process. hwloc's variables go: they may
/// describe another machine, or name plugins, which take 2 ms to load and are not used.
void prepare_process();

/// Ends the process by SIGPIPE, so that `set -o pipefail` of a shell sees it.
void end_by_sigpipe();

/// May be used from several threads. Failing writes are ignored: the exit code still tells.
class Messages {
 public:
  explicit Messages(int descriptor, std::string program = "nqueens")
      : descriptor_(descriptor), program_(std::move(program)) {}

  /// Writes "nqueens: <text>", one line, always shown; so is the name of another program.
  void error(std::string_view text);
  /// Does the same from a thread that is about to end the process while others may hold the stream.
  void last_words(std::string_view text);
  bool is_read() const;                    ///< a write would not wait
  void note(std::string_view text);        ///< a line, dropped when quiet
  void note_later(std::string_view text);  ///< before the next note or progress; an error drops it
  /// Writes a line with date and time, for somebody who is not there now; dropped when quiet.
  void log(std::string_view text);
  void block(std::string_view text);  ///< text as it is, dropped when quiet: tables
  void table(std::string_view text);  ///< the same, also when quiet: what an option asks for

  void set_up(bool quiet, bool progress_wanted, ColourChoice choice) {
    quiet_ = quiet;
    progress_wanted_ = progress_wanted;
    paint_ = paint_for(descriptor_, choice);
  }
  const Paint& paint() const { return paint_; }
  /// Whether a progress line is wanted and can be rewritten in place: a terminal that is not dumb.
  bool shows_progress() const {
    return progress_wanted_ && !quiet_ && is_capable_terminal(descriptor_);
  }
  std::size_t terminal_width() const;  ///< in columns; 80 where it does not say
  /// Replaces the progress line, if there is to be one, by these fields, as many as fit. Without a
  /// terminal, logs them when it is time to.
  void show_progress(const std::vector<std::string>& fields);
  void clear_progress();
  /// From now on show_progress() logs once in this many seconds where it has no terminal; 0: never.
  void log_progress(double seconds);
  /// Logs what show_progress() got last, or `nothing` if that is nothing; also when quiet.
  void report_progress(const std::string& nothing);

 private:
  using Clock = std::chrono::steady_clock;

  void clear_progress_locked();
  void log_locked(std::string_view text);
  void log_if_due();
  void write(std::string_view text);
  std::string error_line(std::string_view text) const;

  int descriptor_;
  std::string program_;
  bool quiet_ = false;
  bool progress_wanted_ = true;
  bool progress_shown_ = false;
  std::vector<std::string> progress_;  ///< shown last
  std::chrono::duration<double> log_interval_{};
  Clock::time_point logged_;
  std::string waiting_;  ///< what note_later() got
  Paint paint_;
  std::mutex mutex_;
};

/// Searches and lists that end within this many seconds show no progress line.
inline constexpr double kShownAfter = 0.8;

/// Joins as many of the fields as fit, the first one set off: "37.2 %  Q(20)  1190 of 3200 tasks".
std::string progress_line(const std::vector<std::string>& fields, std::size_t width,
                          const Paint& paint);

struct ProgressWords {
  std::string_view things = "tasks";
  std::string_view done = "done";
};

/// Returns "37.2 %", "Q(20)", "1190 of 3200 tasks", "410/s", "after 3.0 s", "5.1 s left".
std::vector<std::string> progress_fields(std::string_view label, const Progress& progress,
                                         const ProgressWords& words = {});

/// Returns "37.2 %", "372000000 of 1000000000 rows", "1.9 s left"; "repair", "1000000000 queens";
/// "search", "12.3 s", "310.2 million queens placed", "25.2 million/s".
std::vector<std::string> progress_fields(const SolveProgress& progress);

/// Writes "812 of 3200 tasks done (25.4 %)".
std::string describe_progress(const Progress& progress, const ProgressWords& words = {});

}  // namespace nqueens::cli
