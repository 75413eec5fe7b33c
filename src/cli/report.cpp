#include "cli/report.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "cli/options/problem_arguments.hpp"
#include "nqueens/error.hpp"
#include "run/limits.hpp"

namespace nqueens::cli {

namespace {

using Json = nlohmann::ordered_json;

/// It is raised when a member changes its meaning or goes away; new members leave it alone.
constexpr int kSchemaVersion = 2;

Json json_of(const Value& value) {
  return std::visit(
      [](const auto& is) -> Json {
        using Kind = std::decay_t<decltype(is)>;
        if constexpr (std::is_same_v<Kind, WideCount>) {
          return to_string(is);
        } else if constexpr (std::is_same_v<Kind, Value::List>) {
          Json list = Json::array();
          for (const Value& item : is) list.push_back(json_of(item));
          return list;
        } else if constexpr (std::is_same_v<Kind, Fields>) {
          Json object = Json::object();
          for (const auto& [name, member] : is) object[name] = json_of(member);
          return object;
        } else {
          return is;
        }
      },
      value.is);
}

/// Says "start time" for "start_seconds", "per thread" for "bytes_per_thread".
std::string label_of(std::string name) {
  if (name.ends_with("_seconds")) name.replace(name.size() - 7, 7, "time");
  if (name.ends_with("_bytes")) name.erase(name.size() - 6);
  if (name.starts_with("bytes_")) name.erase(0, 6);
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

/// Writes one line. Predicted times are rough.
std::string text_of(const std::string& name, const Value& value) {
  const auto* const whole = std::get_if<std::int64_t>(&value.is);
  if (whole != nullptr && name.find("bytes") != std::string::npos) {
    return run::format_bytes(static_cast<std::uint64_t>(*whole));
  }
  if (const auto* const number = std::get_if<double>(&value.is)) {
    if (!name.ends_with("seconds")) return fmt::format("{:g}", *number);
    return name.starts_with("predicted") ? about(*number) : format_duration(*number);
  }
  if (const auto* const is_so = std::get_if<bool>(&value.is)) return *is_so ? "yes" : "no";
  if (const auto* const text = std::get_if<std::string>(&value.is)) return escape_controls(*text);
  if (const auto* const wide = std::get_if<WideCount>(&value.is)) return to_string(*wide);
  std::vector<std::string> parts;
  if (const auto* const list = std::get_if<Value::List>(&value.is)) {
    for (const Value& item : *list) parts.push_back(text_of("", item));
  } else if (const auto* const members = std::get_if<Fields>(&value.is)) {
    for (const auto& [part, inner] : *members) {
      parts.push_back(label_of(part) + " " + text_of(part, inner));
    }
  } else {
    return json_text(value);
  }
  return join(parts, ", ");
}

std::string cell_of(const Value& value) {
  if (std::holds_alternative<std::nullptr_t>(value.is)) return "";
  const Json json = json_of(value);
  std::string text = json.is_string() ? json.get<std::string>() : json_text(value);
  if (text.find_first_of(",\"\r\n") == text.npos) return text;
  for (std::size_t at = 0; (at = text.find('"', at)) != text.npos; at += 2) text.insert(at, 1, '"');
  return '"' + text + '"';
}

using Row = std::pair<std::string, std::string>;

/// Adds the cells of the members, and those of inner objects under joined names.
void add_cells(const Fields& members, const std::string& before, std::vector<Row>& row) {
  for (const auto& [name, value] : members) {
    if (const auto* const inner = std::get_if<Fields>(&value.is)) {
      add_cells(*inner, before + name + ".", row);
    } else {
      row.emplace_back(before + name, cell_of(value));
    }
  }
}

/// Adds a row for each member, and for each object of a list; members of an object are indented
/// below its name. No bytes and no time get none: they were not measured.
void add_rows(const Fields& members, std::vector<Row>& rows, const std::string& indent = "") {
  for (const auto& [name, value] : members) {
    const auto* const whole = std::get_if<std::int64_t>(&value.is);
    const auto* const time = std::get_if<double>(&value.is);
    if (whole != nullptr && *whole == 0 && name.find("bytes") != std::string::npos) continue;
    if (time != nullptr && *time < 0.5e-6 && name.ends_with("seconds")) continue;
    std::string label = indent + label_of(name);
    const auto* const list = std::get_if<Value::List>(&value.is);
    if (const auto* const inner = std::get_if<Fields>(&value.is)) {
      rows.emplace_back(label, "");
      add_rows(*inner, rows, indent + "  ");
    } else if (list != nullptr && !list->empty() && std::get_if<Fields>(&list->front().is)) {
      for (const Value& item : *list)
        rows.emplace_back(std::exchange(label, ""), text_of("", item));
    } else {
      rows.emplace_back(label, text_of(name, value));
    }
  }
}

/// Writes "engine bitmask (bmi2), 2 threads".
std::string counter_text(const RunInfo& run) {
  return fmt::format("engine {} ({}), {}", run.engine,
                     run.device.empty() ? run.instruction_set : run.device,
                     plural(run.threads, "thread"));
}

}  // namespace

void begin_object(Session& session, const std::string& command) {
  session.object = {{"schema_version", kSchemaVersion}, {"command", command}};
}

std::string json_text(const Value& value) {
  return json_of(value).dump(-1, ' ', false, Json::error_handler_t::replace);
}

void ObjectWriter::add(const Fields& members) {
  std::string text;
  for (const auto& [name, value] : members) text += key(name) + json_text(value);
  sink_(text);
}

std::string ObjectWriter::key(const std::string& name) {
  return (std::exchange(is_open_, true) ? "," : "{") + json_text(name) + ":";
}

void print_object(Session& session, const Fields& members, const std::string& outcome) {
  session.prints_object = false;
  ObjectWriter object([&](std::string_view text) { session.output.write(text); });
  object.add(session.object + Fields{{"outcome", outcome}} + members);
  object.close();
}

void print_result(Session& session, const Fields& members, const std::string& text,
                  const std::string& bare) {
  if (session.common.json) return print_object(session, members);
  session.output.write(session.common.quiet ? bare : text);
}

void tell_file(Session& session, const Fields& members, const std::string& file,
               const std::string& format, const std::string& outcome) {
  if (!session.common.json) return;
  print_object(session, members + Fields{{"output", file}, {"format", format}}, outcome);
}

void write_object(Session& session, const std::optional<std::string>& file, const Fields& members,
                  const std::string& name, std::size_t size,
                  const std::function<void(std::size_t i, std::string& text)>& add) {
  constexpr std::size_t kBlock = 1 << 16;
  if (!file) session.prints_object = false;
  write_result(file, session.output, [&](const Sink& sink) {
    ObjectWriter object(sink);
    object.add(session.object + Fields{{"outcome", "done"}} + members);
    object.open_list(name);
    std::string text;
    for (std::size_t i = 0; i < size; ++i) {
      if (i > 0) text += ',';
      add(i, text);
      if (text.size() < kBlock) continue;
      sink(text);
      text.clear();
    }
    sink(text);
    object.close_list();
    object.close();
  });
}

CsvTable::CsvTable(const ResultOptions& options, Session& session)
    : file_(options.output), is_wanted_(options.format || options.output), session_(session) {
  const std::string csv = "csv";
  if (is_wanted_) choose_format(options, session.common.json, {&csv, 1});
  if (file_) require_writable(*file_, 0);
}

CsvTable::~CsvTable() {
  try {
    if (!text_.empty()) end();
  } catch (const Error&) {
    // What ended the run is told.
  }
}

void CsvTable::add(const Value::List& results) {
  if (!is_wanted_) return;
  const bool is_first = columns_.empty();
  std::vector<std::vector<Row>> rows;
  for (const Value& result : results) {
    add_cells(std::get<Fields>(result.is), "", rows.emplace_back());
    for (const auto& [name, cell] : rows.back()) {
      const bool is_new = std::ranges::find(columns_, name) == columns_.end();
      if (is_first && is_new) columns_.push_back(name);
    }
  }
  if (is_first) text_ = join(columns_, ",") + "\n";
  for (const std::vector<Row>& row : rows) {
    std::vector<std::string> cells;
    for (const std::string& column : columns_) {
      const auto cell = std::ranges::find(row, column, &Row::first);
      cells.push_back(cell == row.end() ? "" : cell->second);
    }
    text_ += join(cells, ",") + "\n";
  }
  if (file_) return;
  session_.output.write(std::exchange(text_, {}));
  session_.output.flush();
}

void CsvTable::end() {
  if (!file_) return;
  write_result(file_, session_.output, std::exchange(text_, {}));
  session_.object = session_.object + Fields{{"output", *file_}, {"format", "csv"}};
}

std::string text_of(const Fields& members) {
  std::vector<Row> rows;
  add_rows(members, rows);
  std::size_t width = 0;
  for (const auto& [label, text] : rows) width = std::max(width, label.size());
  std::string lines;
  for (const auto& [label, text] : rows) {
    lines += text.empty() ? "  " + label + "\n" : fmt::format("  {:<{}}  {}\n", label, width, text);
  }
  return lines;
}

std::string engine_text(const RunInfo& run) {
  return fmt::format("{}, {}", format_duration(run.seconds), counter_text(run));
}

std::string start_text(const std::string& label, const CountStart& start) {
  const std::string resumed =
      start.tasks_resumed > 0 ? fmt::format(", {} found in the journal", start.tasks_resumed) : "";
  std::string text = fmt::format("{}: {}{}{}; ", label, plural(start.shard_tasks, "task"), resumed,
                                 damage_text(start.damaged));
  if (start.tasks_resumed == start.shard_tasks) return text + "nothing is left to count";
  text += counter_text(start);
  if (!start.device.empty()) return text;  // nothing is predicted of devices
  return text + fmt::format("; {} by prediction", about(start.seconds_left));
}

void note_short_limit(Session& session, const CountStart& start) {
  const std::optional<double> limit = session.common.time_limit;
  if (!limit || !start.device.empty() || *limit > start.longest_task_seconds) return;
  session.messages.log(fmt::format(
      "by prediction the longest task takes {}: within {} it may never be done; give more time{}",
      rough_duration(start.longest_task_seconds), rough_duration(*limit),
      start.tasks_resumed == 0 ? ", or begin with a larger --depth" : ""));
}

std::string busy_text(const TimeForecast& forecast) {
  constexpr double kLittle = 0.1;
  const double taken = 1 - forecast.processor_share;
  if (taken < kLittle) return "";
  return fmt::format("; the machine is busy: others took {:.0f} % of the processors", 100 * taken);
}

std::string decomposition_text(const RunInfo& run) {
  return fmt::format("{} at depth {}", run.decomposition, run.depth);
}

std::string damage_text(const DamagedLines& damaged) {
  if (damaged.count == 0) return "";
  return fmt::format(", {} ({}) left out", plural(damaged.count, "damaged line"),
                     plural(damaged.bytes, "byte"));
}

std::string resumed_text(std::uint64_t done, std::uint64_t tasks, const DamagedLines& damaged) {
  const bool are_repeated = damaged.count > 0 && done < tasks;
  return (done > 0 ? fmt::format(", {} of these found in the journal", done) : "") +
         damage_text(damaged) + (are_repeated ? "; what was missing was counted again" : "");
}

std::string run_summary(const CountResult& run) {
  return fmt::format("{}, {}{}", engine_text(run), plural(run.tasks, "task"),
                     resumed_text(run.tasks_resumed, run.tasks, run.damaged));
}

std::optional<WideCount> known_number(const Board& board, bool are_fundamental) {
  if (!board.is_plain()) return std::nullopt;
  const auto size = static_cast<int>(board.rows());
  return are_fundamental ? known_fundamental_solutions(size) : known_solutions(size);
}

Agreements check_published(Session& session, const Board& board, WideCount number,
                           bool are_fundamental) {
  require_published(board);
  const auto size = static_cast<int>(board.rows());
  const std::string sequence = are_fundamental ? "A002562" : "A000170";
  const auto published = known_number(board, are_fundamental);
  if (!published) {
    session.messages.note(
        fmt::format("{} has no published value for N = {} to compare with", sequence, size));
    return {};
  }
  if (*published == number) return {sequence};
  throw NegativeAnswer(fmt::format("count differs from {}: {}; published is {}", sequence,
                                   to_string(number), to_string(*published)));
}

void require_published(const Board& board) {
  if (board.is_plain()) return;
  refuse("--check knows the published numbers of plain boards only, not of {}; leave it out",
         title(board));
}

void say_agreements(Session& session, const Agreements& sequences) {
  session.output.flush();
  for (const std::string& sequence : sequences) {
    session.messages.block(session.messages.paint().good("agrees with " + sequence) + "\n");
  }
}

Fields agreement_fields(const Agreements& sequences) {
  return sequences.empty() ? Fields() : Fields{{"agrees_with", sequences}};
}

}  // namespace nqueens::cli
