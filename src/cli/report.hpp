// The JSON object that --json asks for, and what reports share. JSON.md lists the members.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cli/options/values.hpp"
#include "cli/program.hpp"
#include "nqueens/count.hpp"
#include "nqueens/execution.hpp"
#include "nqueens/fields.hpp"
#include "nqueens/wide.hpp"

namespace nqueens::cli {

void begin_object(Session& session, const std::string& command);

/// Writes a JSON object piece by piece, so that its lists may be of any length. Bytes that are not
/// UTF-8 (file names may hold them) are replaced.
class ObjectWriter {
 public:
  explicit ObjectWriter(Sink sink) : sink_(std::move(sink)) {}

  void add(const Fields& members);
  /// Begins a list. The caller writes its elements to the sink, as JSON.
  void open_list(const std::string& name) { sink_(key(name) + "["); }
  void close_list() { sink_("]"); }
  /// Ends the object. Precondition: it has a member.
  void close() { sink_("}\n"); }

 private:
  std::string key(const std::string& name);

  const Sink sink_;
  bool is_open_ = false;
};

std::string json_text(const Value& value);

/// Prints the whole object: what was begun, the outcome and `members`.
void print_object(Session& session, const Fields& members, const std::string& outcome = "done");

/// Ends most runs: prints the object with these members where --json asks for it, else the text;
/// with --quiet the `bare` one.
void print_result(Session& session, const Fields& members, const std::string& text,
                  const std::string& bare);

/// Prints, after the result went to a file, the object of --json, with the file and its format.
void tell_file(Session& session, const Fields& members, const std::string& file,
               const std::string& format, const std::string& outcome = "done");

/// Writes the object, to standard output without a file. Its last member is a list of any length;
/// `add` appends each of the `size` elements to a text.
void write_object(Session& session, const std::optional<std::string>& file, const Fields& members,
                  const std::string& name, std::size_t size,
                  const std::function<void(std::size_t i, std::string& text)>& add);

/// The table of results in CSV (RFC 4180) that --format or --output asks for: names of members,
/// then a row for each result. A member of an object has both names, joined by a point; a list is
/// JSON in its cell. Where no table is wanted, nothing is written.
class CsvTable {
 public:
  /// Throws InvalidArgument for another format, and IoError where the file cannot be written.
  CsvTable(const ResultOptions& options, Session& session);
  ~CsvTable();  ///< writes the rows of a run that was stopped, or failed, all the same
  CsvTable(const CsvTable&) = delete;

  bool is_wanted() const { return is_wanted_; }
  /// Those added first make the columns. Standard output gets rows at once.
  void add(const Value::List& results);
  void end();  ///< writes the file, if there is one; then the object of --json names it

 private:
  const std::optional<std::string> file_;
  const bool is_wanted_;
  Session& session_;
  std::vector<std::string> columns_;
  std::string text_;  ///< for the file
};

/// Writes the members and their values, a line of text each: "  start time  1.2 ms".
std::string text_of(const Fields& members);

std::string engine_text(const RunInfo& run);         ///< "0.52 s, engine bitmask (bmi2), 2 threads"
std::string run_summary(const CountResult& run);     ///< the same and ", 812 tasks"
std::string decomposition_text(const RunInfo& run);  ///< "rows at depth 4"
/// Writes ", 2 damaged lines (1412 bytes) left out"; nothing where there is none.
std::string damage_text(const DamagedLines& damaged);
/// Writes ", 12 of these found in the journal", and the damaged lines; nothing where both are 0.
std::string resumed_text(std::uint64_t done, std::uint64_t tasks, const DamagedLines& damaged);

/// Writes "Q(22): 16384 tasks, 1190 found in the journal; engine colour-join (avx2), 2 threads;
/// about 3 min by prediction".
std::string start_text(const std::string& label, const CountStart& start);
/// Notes a time limit that is shorter than a task: such a run would never be done.
void note_short_limit(Session& session, const CountStart& start);

/// Writes "; the machine is busy: others took 55 % of the processors"; nothing if it is not.
std::string busy_text(const TimeForecast& forecast);

/// The sequences of the OEIS that a number agrees with, for --check; none, with a note, where
/// nothing is published for the board. Throws InvalidArgument for a restricted board, and
/// NegativeAnswer where the published value differs.
using Agreements = std::vector<std::string>;
Agreements check_published(Session& session, const Board& board, WideCount number,
                           bool are_fundamental = false);
void require_published(const Board& board);
/// Returns the number of solutions of a plain board, where it is published.
std::optional<WideCount> known_number(const Board& board, bool are_fundamental);
void say_agreements(Session& session, const Agreements& sequences);
Fields agreement_fields(const Agreements& sequences);
}  // namespace nqueens::cli
