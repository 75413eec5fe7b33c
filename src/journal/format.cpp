#include "journal/format.hpp"

#include <fmt/format.h>
#include <sys/utsname.h>

#include <algorithm>
#include <charconv>
#include <set>
#include <unordered_map>
#include <utility>

#include "base/file.hpp"
#include "base/numbers.hpp"
#include "domain/text.hpp"
#include "nqueens/error.hpp"
#include "nqueens/version.hpp"
#include "nqueens/wide.hpp"

namespace nqueens::journal {

namespace {

constexpr std::string_view kFormatVersion = "1";
constexpr std::string_view kProvenanceMark = "# ";
constexpr std::string_view kClosedMark = "closed ";
constexpr std::size_t kLongestWord = 64;

bool is_word_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
         c == '_' || c == '+' || c == '-';
}

std::string to_word(std::string_view text, char also = '_') {
  std::string word(text.substr(0, kLongestWord));
  for (char& c : word) {
    if (!is_word_character(c) && c != also) c = '_';
  }
  return word.empty() ? "unknown" : word;
}

std::optional<std::uint64_t> parse_hex(std::string_view text) {
  if (text.size() != 16) return std::nullopt;
  return base::parse_number<std::uint64_t>(text, 16);
}

/// Removes the next word and the space after it from the front; returns the word.
std::string_view take_word(std::string_view& text) {
  const std::size_t end = text.find(' ');
  const std::string_view word = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return word;
}

std::string with_checksum(const std::string& text, std::uint64_t seed) {
  return fmt::format("{} {}\n", text, base::to_hex(base::checksum(text, seed)));
}

/// Returns the text after the key in the next word; nothing if that has another key.
std::string_view take_field(std::string_view& text, std::string_view key) {
  const std::string_view word = take_word(text);
  return word.starts_with(key) ? word.substr(key.size()) : std::string_view();
}

/// A record is good only if formatting it again gives the same line, since there is one spelling.
std::optional<JournalRecord> parse_record(std::string_view line, std::uint64_t plan_id) {
  std::string_view rest = line;
  const auto task_id = base::parse_number<std::uint64_t>(take_word(rest));
  const auto solutions = base::parse_number<std::uint64_t>(take_word(rest));
  const auto residue0 = base::parse_number<std::uint32_t>(take_word(rest));
  const auto residue1 = base::parse_number<std::uint32_t>(take_word(rest));
  if (!task_id || !solutions || !residue0 || !residue1) return std::nullopt;
  JournalRecord record{*task_id, engine::Tally::restored(*solutions, *residue0, *residue1)};
  const std::string again = format_record(plan_id, record.task_id, record.tally);
  if (std::string_view(again).substr(0, again.size() - 1) != line) return std::nullopt;
  return record;
}

std::optional<Provenance> parse_provenance_line(std::string_view line, std::uint64_t plan_id) {
  if (!line.starts_with(kProvenanceMark)) return std::nullopt;
  const std::size_t end = line.rfind(' ');
  if (end < kProvenanceMark.size()) return std::nullopt;
  const auto provenance =
      parse_provenance(line.substr(kProvenanceMark.size(), end - kProvenanceMark.size()));
  if (!provenance) return std::nullopt;
  const std::string again = format_provenance_line(plan_id, *provenance);
  if (std::string_view(again).substr(0, again.size() - 1) != line) return std::nullopt;
  return provenance;
}

struct FirstLine {
  JournalHeader header;
  std::string closing;  ///< " closed" and all words after it but the check sum; or empty
};

FirstLine parse_first_line(std::string_view text, const std::string& name) {
  const std::size_t end = text.substr(0, kLongestHeader).find('\n');
  if (!is_journal(text) || end == std::string_view::npos) {
    throw JournalError(fmt::format("not a journal: {}; check the name", name));
  }
  std::string_view rest = text.substr(base::kJournalBegin.size(), end - base::kJournalBegin.size());
  const std::string_view version = take_word(rest);
  if (version != kFormatVersion) {
    throw JournalError(
        fmt::format("unknown version of journal {}: {:.16}; this program reads version {}", name,
                    version, kFormatVersion));
  }
  FirstLine line;
  line.header.board_size = base::parse_number<int>(take_field(rest, "board=")).value_or(0);
  line.header.problem = take_field(rest, "problem=");
  line.header.decomposition = take_field(rest, "decomposition=");
  line.header.depth = base::parse_number<int>(take_field(rest, "depth=")).value_or(0);
  line.header.tasks = base::parse_number<std::uint64_t>(take_field(rest, "tasks=")).value_or(0);
  line.header.plan_id = parse_hex(take_field(rest, "plan=")).value_or(0);
  if (rest.starts_with(kClosedMark)) {
    for (int word = 0; word < 4; ++word) line.closing += fmt::format(" {}", take_word(rest));
  }
  // There is one spelling: comparing with it finds what was misread above.
  if (format_header(line.header, line.closing) != text.substr(0, end + 1)) {
    throw JournalError(fmt::format(
        "damaged journal header: {}; its check sum is wrong: restore a copy, or give the journal a "
        "new first line (RUNNING.md)",
        name));
  }
  return line;
}

/// Throws JournalError for a record that is impossible although its check sum is right.
void require_record(const JournalRecord& record, const JournalHeader& header,
                    const std::string& name) {
  if (record.task_id >= header.tasks) {
    throw JournalError(
        fmt::format("task outside the plan in journal {}: {}; its header says {} tasks: restore "
                    "a copy, or begin another journal",
                    name, record.task_id, header.tasks));
  }
  if (!record.tally.is_consistent()) {
    throw JournalError(fmt::format(
        "wrong tally in journal {}: task {} contradicts its residues; the machine that wrote it "
        "has wrapped or its memory is faulty",
        name, record.task_id));
  }
}

ClosedJournal closed_of(const JournalContents& contents) {
  ClosedJournal closed{contents.header, contents.counted_by, {}};
  closed.tallies.resize(contents.header.tasks);
  for (const JournalRecord& record : contents.records) {
    closed.tallies[record.task_id] = record.tally.solutions();
    record.tally.add_residues_to(closed.residues);
  }
  return closed;
}

}  // namespace

JournalHeader header_of(const engine::Plan& plan) {
  return {plan.problem().columns(),
          plan.problem().description(),
          std::string(plan.decomposition().name()),
          plan.depth(),
          plan.tasks().size(),
          plan.id()};
}

std::optional<Problem> parse_problem(const JournalHeader& header) {
  if (header.board_size < 0 || header.board_size > kMaxProblemSize) return std::nullopt;
  if (header.problem == "plain") return Problem(header.board_size);
  std::string_view rest = header.problem;
  const std::size_t colon = rest.find(':');
  const auto rows = static_cast<int>(std::count(rest.begin(), rest.end(), '-')) + 1;
  std::optional<Problem> problem;
  try {
    const Variant variant =
        colon == rest.npos ? Variant::queens : parse_variant(rest.substr(0, colon));
    problem =
        header.board_size == 0 ? Problem(0, variant) : Problem(rows, header.board_size, variant);
  } catch (const InvalidArgument&) {
    return std::nullopt;
  }
  if (colon != rest.npos) rest.remove_prefix(colon + 1);
  for (int row = 0; row < problem->rows(); ++row) {
    std::uint64_t mask = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), mask, 16);
    if (error != std::errc{}) return std::nullopt;
    problem->restrict_row(row, mask);
    rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
    if (rest.starts_with('-')) rest.remove_prefix(1);
  }
  // Each problem has one spelling: comparing with it finds what was skipped above.
  if (problem->description() != header.problem) return std::nullopt;
  return problem;
}

std::string problem_text(const JournalHeader& header) {
  const std::optional<Problem> problem = parse_problem(header);
  return problem ? fmt::format("board {}", to_text(board_of(*problem)))
                 : fmt::format("board {}, problem {}", header.board_size, header.problem);
}

std::string describe(const JournalHeader& header) {
  return fmt::format("{}, {} at depth {}, plan {}", problem_text(header), header.decomposition,
                     header.depth, base::to_hex(header.plan_id));
}

Provenance provenance_here(std::string_view engine, std::string_view instruction_set, int threads) {
  utsname system{};
  ::uname(&system);
  return {to_word(system.nodename), kVersion, std::string(engine), std::string(instruction_set),
          threads};
}

std::string format_provenance(const Provenance& provenance) {
  std::string text =
      fmt::format("host={} version={} engine={} isa={} threads={}", to_word(provenance.host),
                  to_word(provenance.version), to_word(provenance.engine),
                  to_word(provenance.instruction_set), provenance.threads);
  if (!provenance.shard.empty()) text += " shard=" + to_word(provenance.shard, '/');
  return text;
}

std::optional<Provenance> parse_provenance(std::string_view text) {
  std::string_view rest = text;
  Provenance provenance;
  provenance.host = take_field(rest, "host=");
  provenance.version = take_field(rest, "version=");
  provenance.engine = take_field(rest, "engine=");
  provenance.instruction_set = take_field(rest, "isa=");
  const std::string_view threads = take_field(rest, "threads=");
  std::from_chars(threads.data(), threads.data() + threads.size(), provenance.threads);
  provenance.shard = take_field(rest, "shard=");
  // There is one spelling: comparing with it finds what was misread above.
  if (provenance.threads < 1 || format_provenance(provenance) != text) return std::nullopt;
  return provenance;
}

std::string format_header(const JournalHeader& header, std::string_view closing) {
  const std::string text = fmt::format(
      "{}{} board={} problem={} decomposition={} depth={} tasks={} plan={}{}", base::kJournalBegin,
      kFormatVersion, header.board_size, header.problem, header.decomposition, header.depth,
      header.tasks, base::to_hex(header.plan_id), closing);
  return fmt::format("{} sum={}\n", text, base::to_hex(base::checksum(text)));
}

std::string format_record(std::uint64_t plan_id, std::uint64_t task_id,
                          const engine::Tally& tally) {
  return with_checksum(
      fmt::format("{} {} {} {}", task_id, tally.solutions(), tally.residue(0), tally.residue(1)),
      plan_id);
}

std::string format_provenance_line(std::uint64_t plan_id, const Provenance& provenance) {
  return with_checksum(fmt::format("{}{}", kProvenanceMark, format_provenance(provenance)),
                       plan_id);
}

std::string format_closed(const ClosedJournal& journal) {
  const std::uint64_t plan_id = journal.header.plan_id;
  std::set<std::string> counted_by;
  for (const Provenance& one : journal.counted_by) {
    counted_by.insert(format_provenance_line(plan_id, one));
  }
  std::string lines;
  for (const std::string& line : counted_by) lines += line;
  WideCount solutions = 0;
  for (std::uint64_t task = 0; task < journal.tallies.size(); ++task) {
    engine::Tally tally;
    tally.add(journal.tallies[task], 1);
    lines += format_record(plan_id, task, tally);
    solutions += tally.solutions();
  }
  const std::string closing =
      fmt::format(" {}solutions={} residues={},{} text={}", kClosedMark, to_string(solutions),
                  journal.residues[0], journal.residues[1], base::to_hex(base::checksum(lines)));
  return format_header(journal.header, closing) + lines;
}

bool is_journal(std::string_view text) {
  return text.starts_with(base::kJournalBegin);
}

JournalHeader parse_header(std::string_view text, const std::string& name) {
  return parse_first_line(text, name).header;
}

JournalContents parse_journal(std::string_view text, const std::string& name) {
  FirstLine first = parse_first_line(text, name);
  JournalContents contents;
  contents.header = std::move(first.header);
  const std::uint64_t plan_id = contents.header.plan_id;
  std::unordered_map<std::uint64_t, std::uint64_t> tally_of;
  std::size_t position = text.find('\n') + 1;
  for (std::size_t end; (end = text.find('\n', position)) != text.npos; position = end + 1) {
    const std::string_view line = text.substr(position, end - position);
    if (const auto record = parse_record(line, plan_id)) {
      require_record(*record, contents.header, name);
      const std::uint64_t tally = record->tally.solutions();
      const auto [known, inserted] = tally_of.emplace(record->task_id, tally);
      if (inserted) {
        contents.records.push_back(*record);
      } else if (known->second == tally) {
        ++contents.duplicates;
      } else {
        throw JournalError(fmt::format(
            "contradiction in journal {}: task {} has the tallies {} and {}; one of them is wrong: "
            "delete both lines and it is counted again",
            name, record->task_id, known->second, tally));
      }
    } else if (const auto provenance = parse_provenance_line(line, plan_id)) {
      auto& known = contents.counted_by;
      if (std::find(known.begin(), known.end(), *provenance) == known.end()) {
        known.push_back(*provenance);
      }
    } else {
      ++contents.damaged.count;
      contents.damaged.bytes += line.size() + 1;
    }
  }
  contents.whole_bytes = position;
  contents.torn_bytes = text.size() - position;
  contents.closed = !first.closing.empty();
  const bool is_complete = contents.records.size() == contents.header.tasks;
  if (contents.closed && (!is_complete || format_closed(closed_of(contents)) != text)) {
    throw JournalError(fmt::format(
        "closed journal was changed: {}; restore a copy, or merge its parts again", name));
  }
  return contents;
}

}  // namespace nqueens::journal
