#include "journal/format.hpp"

#include <fmt/format.h>
#include <sys/utsname.h>

#include <algorithm>
#include <charconv>
#include <set>
#include <unordered_map>

#include "base/checksum.hpp"
#include "base/numbers.hpp"
#include "domain/restrictions.hpp"
#include "nqueens/error.hpp"
#include "nqueens/version.hpp"
#include "nqueens/wide.hpp"

namespace nqueens::journal {

namespace {

constexpr std::string_view kMagic = "nqueens-journal ";
constexpr std::string_view kFormatVersion = "1";
/// Max length of a record: two numbers of 64 bits, two of 16, a check sum, spaces, newline.
constexpr std::size_t kLongestRecord = 20 + 1 + 20 + 1 + 5 + 1 + 5 + 1 + 16 + 1;
constexpr std::string_view kProvenanceMark = "# ";
constexpr std::size_t kLongestProvenanceLine =
    kProvenanceMark.size() + kLongestProvenance + 1 + 16 + 1;
constexpr std::string_view kClosingMark = "closed ";
constexpr std::size_t kLongestWord = 64;

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
         c == '_' || c == '+' || c == '-';
}

std::string to_word(std::string_view text, char also = '_') {
  std::string word(text.substr(0, kLongestWord));
  for (char& c : word) {
    if (!is_plain(c) && c != also) c = '_';
  }
  return word.empty() ? "unknown" : word;
}

std::optional<std::uint64_t> parse_hex(std::string_view text) {
  if (text.size() != 16) return std::nullopt;
  return base::parse_number<std::uint64_t>(text, 16);
}

/// Removes the text up to the next space, and the space, from the front.
std::string_view take_word(std::string_view& text) {
  const std::size_t end = text.find(' ');
  const std::string_view word = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return word;
}

/// A record is good only if formatting it again gives the same line: there is one spelling.
std::optional<JournalRecord> parse_record(std::string_view line, std::uint64_t plan_id) {
  std::string_view rest = line;
  const auto task_id = base::parse_number<std::uint64_t>(take_word(rest));
  const auto solutions = base::parse_number<std::uint64_t>(take_word(rest));
  const auto residue0 = base::parse_number<std::uint32_t>(take_word(rest));
  const auto residue1 = base::parse_number<std::uint32_t>(take_word(rest));
  if (!task_id || !solutions || !residue0 || !residue1) return std::nullopt;
  JournalRecord record{*task_id, counting::Tally::restored(*solutions, *residue0, *residue1)};
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

std::string format_closing_line(std::uint64_t plan_id, WideCount solutions,
                                const std::uint32_t (&residues)[2], std::string_view text_before) {
  const std::string text =
      fmt::format("{}solutions={} residues={},{} text={}", kClosingMark, to_string(solutions),
                  residues[0], residues[1], base::to_hex(base::checksum(text_before)));
  return fmt::format("{} sum={}\n", text, base::to_hex(base::checksum(text, plan_id)));
}

/// Part of a line, as an interrupted write leaves it.
bool is_part_of_line(std::string_view text) {
  const bool is_record = text.empty() || (text.front() != kProvenanceMark.front() &&
                                          text.front() != kClosingMark.front());
  return text.size() < (is_record ? kLongestRecord : kLongestProvenanceLine) &&
         text.find('\n') == std::string_view::npos;
}

/// What an interrupted write can leave after whole lines, up to a newline or the end of the file:
/// part of a line; zeros of blocks that never reached the disk after it; and where a later block
/// did, the end of the line that stands at its beginning. `place` is that of the text in the file.
bool is_torn_write(std::string_view text, std::size_t place) {
  const std::size_t zeros = std::min(text.find('\0'), text.size());
  if (!is_part_of_line(text.substr(0, zeros))) return false;
  const std::size_t after = text.find_first_not_of('\0', zeros);
  if (after == std::string_view::npos) return true;
  constexpr std::size_t kSmallestBlock = 512;
  const std::string_view rest = text.substr(after);
  return (place + after) % kSmallestBlock == 0 && rest.size() < kLongestProvenanceLine &&
         rest.find_first_of(std::string_view("\n\0", 2)) == std::string_view::npos;
}

[[noreturn]] void damaged(const std::string& name, std::uint64_t line) {
  throw JournalError(fmt::format(
      "damaged journal: {} in line {}; no interrupted write leaves that: restore a copy, or delete "
      "the line and its task is counted again",
      name, line));
}

[[noreturn]] void not_a_journal(const std::string& name) {
  throw JournalError(
      fmt::format("not a journal: {}; name a file that --journal has written", name));
}

/// The sums over the records of a complete journal, as format_closed() needs them.
ClosedJournal closed_of(const JournalContents& contents) {
  ClosedJournal closed{contents.header, contents.counted_by, {}};
  closed.tallies.resize(contents.header.tasks);
  for (const JournalRecord& record : contents.records) {
    closed.tallies[record.task_id] = record.tally.solutions();
    for (int which = 0; which < 2; ++which) {
      closed.residues[which] =
          (closed.residues[which] + record.tally.residue(which)) % counting::kResiduePrimes[which];
    }
  }
  return closed;
}

/// Checks that the text from `begin` on, line `line`, is a closing line that agrees with all lines
/// above it, and that nothing follows.
void require_closed(std::string_view text, std::size_t begin, std::uint64_t line,
                    const JournalContents& contents, const std::string& name) {
  if (text.find('\n', begin) + 1 != text.size()) {
    throw JournalError(fmt::format(
        "journal continues after its closing line: {} in line {}; delete the lines after it", name,
        line));
  }
  constexpr std::string_view kAdvice =
      "restore a copy, or delete the last line and audit the journal";
  if (contents.records.size() != contents.header.tasks) {
    throw JournalError(fmt::format("closed journal is not complete: {} has {} of {} tasks; {}",
                                   name, contents.records.size(), contents.header.tasks, kAdvice));
  }
  const std::string right = format_closed(closed_of(contents));
  if (right == text) return;
  const auto sums_of = [](std::string_view last_line) {
    last_line.remove_prefix(kClosingMark.size());
    return last_line.substr(0, last_line.find(" text="));
  };
  const std::string_view sums =
      sums_of(std::string_view(right).substr(right.rfind('\n', right.size() - 2) + 1));
  const std::string_view said = sums_of(text.substr(begin, text.size() - begin - 1));
  if (said != sums) {
    throw JournalError(fmt::format(
        "wrong sums in closed journal {}: line {} says {:.100}, the records give {}; {}", name,
        line, said, sums, kAdvice));
  }
  throw JournalError(
      fmt::format("closed journal was changed: {} is not as merging wrote it; {}", name, kAdvice));
}

}  // namespace

JournalHeader header_of(const counting::Plan& plan) {
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
  return problem ? fmt::format("board {}", to_text(*problem))
                 : fmt::format("board {}, problem {}", header.board_size, header.problem);
}

std::string describe(const JournalHeader& header) {
  return fmt::format("{}, {} to depth {}, plan {}", problem_text(header), header.decomposition,
                     header.depth, base::to_hex(header.plan_id));
}

Provenance provenance_here(std::string_view engine, std::string_view instruction_set, int threads) {
  utsname system{};
  ::uname(&system);
  Provenance here;
  here.host = to_word(system.nodename);
  here.version = kVersion;
  here.engine = engine;
  here.instruction_set = instruction_set;
  here.threads = threads;
  return here;
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
  const auto field = [&](std::string_view key) {
    const std::string_view word = take_word(rest);
    return word.starts_with(key) ? word.substr(key.size()) : std::string_view();
  };
  Provenance provenance;
  provenance.host = field("host=");
  provenance.version = field("version=");
  provenance.engine = field("engine=");
  provenance.instruction_set = field("isa=");
  const std::string_view threads = field("threads=");
  std::from_chars(threads.data(), threads.data() + threads.size(), provenance.threads);
  provenance.shard = field("shard=");
  // There is one spelling: comparing with it finds what was misread above.
  if (provenance.threads < 1 || format_provenance(provenance) != text) return std::nullopt;
  return provenance;
}

std::string format_header(const JournalHeader& header) {
  const std::string text =
      fmt::format("{}{} board={} problem={} decomposition={} depth={} tasks={} plan={}", kMagic,
                  kFormatVersion, header.board_size, header.problem, header.decomposition,
                  header.depth, header.tasks, base::to_hex(header.plan_id));
  return fmt::format("{} sum={}\n", text, base::to_hex(base::checksum(text)));
}

std::string format_record(std::uint64_t plan_id, std::uint64_t task_id,
                          const counting::Tally& tally) {
  const std::string text =
      fmt::format("{} {} {} {}", task_id, tally.solutions(), tally.residue(0), tally.residue(1));
  return fmt::format("{} {}\n", text, base::to_hex(base::checksum(text, plan_id)));
}

std::string format_provenance_line(std::uint64_t plan_id, const Provenance& provenance) {
  const std::string text = fmt::format("{}{}", kProvenanceMark, format_provenance(provenance));
  return fmt::format("{} {}\n", text, base::to_hex(base::checksum(text, plan_id)));
}

std::string format_closed(const ClosedJournal& journal) {
  const std::uint64_t plan_id = journal.header.plan_id;
  std::string text = format_header(journal.header);
  std::set<std::string> counted_by;
  for (const Provenance& one : journal.counted_by) {
    counted_by.insert(format_provenance_line(plan_id, one));
  }
  for (const std::string& line : counted_by) text += line;
  WideCount solutions = 0;
  for (std::uint64_t task = 0; task < journal.tallies.size(); ++task) {
    counting::Tally tally;
    tally.add(journal.tallies[task], 1);
    text += format_record(plan_id, task, tally);
    solutions += tally.solutions();
  }
  return text + format_closing_line(plan_id, solutions, journal.residues, text);
}

bool is_journal(std::string_view text) {
  return text.starts_with(kMagic);
}

JournalHeader parse_header(std::string_view text, const std::string& name) {
  const std::size_t end = text.substr(0, kLongestHeader).find('\n');
  if (!is_journal(text) || end == std::string_view::npos) not_a_journal(name);
  const std::string_view line = text.substr(0, end);
  std::string_view rest = line.substr(kMagic.size());
  const std::string_view version = take_word(rest);
  if (version != kFormatVersion) {
    throw JournalError(
        fmt::format("unknown version of journal {}: {:.16}; this program reads version {}", name,
                    version, kFormatVersion));
  }
  const auto field = [&](std::string_view key) {
    std::string_view word = take_word(rest);
    if (!word.starts_with(key)) not_a_journal(name);
    return word.substr(key.size());
  };
  JournalHeader header;
  const auto board_size = base::parse_number<int>(field("board="));
  header.problem = field("problem=");
  header.decomposition = field("decomposition=");
  const auto depth = base::parse_number<int>(field("depth="));
  const auto tasks = base::parse_number<std::uint64_t>(field("tasks="));
  const auto plan_id = parse_hex(field("plan="));
  if (!board_size || !depth || !tasks || !plan_id) not_a_journal(name);
  header.board_size = *board_size;
  header.depth = *depth;
  header.tasks = *tasks;
  header.plan_id = *plan_id;
  const std::string again = format_header(header);
  if (std::string_view(again).substr(0, again.size() - 1) != line) {
    throw JournalError(fmt::format(
        "damaged journal header: {}; its check sum is wrong, so nothing in it can be trusted",
        name));
  }
  return header;
}

JournalContents parse_journal(std::string_view text, const std::string& name) {
  JournalContents contents;
  contents.header = parse_header(text, name);
  const std::uint64_t plan_id = contents.header.plan_id;
  std::size_t position = text.find('\n') + 1;
  contents.good_bytes = position;
  std::unordered_map<std::uint64_t, std::uint64_t> tally_of;
  std::uint64_t line = 1;
  std::uint64_t lost = 0;

  while (position < text.size()) {
    const std::size_t end = text.find('\n', position);
    if (end == std::string_view::npos) break;
    ++line;
    const std::string_view words = text.substr(position, end - position);
    if (const auto provenance = parse_provenance_line(words, plan_id)) {
      auto& known = contents.counted_by;
      if (std::find(known.begin(), known.end(), *provenance) == known.end()) {
        known.push_back(*provenance);
      }
      contents.good_bytes = position = end + 1;
      contents.lost_bytes = lost;
      continue;
    }
    if (words.starts_with(kClosingMark)) {
      require_closed(text, position, line, contents, name);
      contents.closed = true;
      contents.good_bytes = position = text.size();
      break;
    }
    const auto record = parse_record(words, plan_id);
    if (!record) {
      const bool has_zeros = words.find('\0') != std::string_view::npos;
      if (!has_zeros || !is_torn_write(words, position)) damaged(name, line);
      // What stands behind the zeros may be a whole line.
      const std::size_t after = words.rfind('\0') + 1;
      const std::string_view rest = words.substr(after);
      const bool is_whole = parse_record(rest, plan_id) || parse_provenance_line(rest, plan_id);
      const std::size_t next = is_whole ? position + after : end + 1;
      lost += next - position;
      position = next;
      continue;
    }
    position = end + 1;
    const counting::Tally& tally = record->tally;
    if (record->task_id >= contents.header.tasks) {
      throw JournalError(
          fmt::format("task outside the plan in journal {}: {}; its header says {} tasks: restore "
                      "a copy, or begin another journal",
                      name, record->task_id, contents.header.tasks));
    }
    if (!tally.is_consistent()) {
      throw JournalError(fmt::format(
          "wrong tally in journal {}: task {} contradicts its residues; the counter that wrote it "
          "has wrapped or its memory is faulty",
          name, record->task_id));
    }
    const auto [known, inserted] = tally_of.emplace(record->task_id, tally.solutions());
    if (!inserted && known->second != tally.solutions()) {
      throw JournalError(fmt::format(
          "contradiction in journal {}: task {} has the tallies {} and {}; one of them is wrong: "
          "delete both lines and it is counted again",
          name, record->task_id, known->second, tally.solutions()));
    }
    if (inserted) {
      contents.records.push_back(*record);
    } else {
      ++contents.duplicates;
    }
    contents.good_bytes = position;
    contents.lost_bytes = lost;
  }
  contents.torn_bytes = text.size() - contents.good_bytes;
  if (!is_torn_write(text.substr(position), position)) damaged(name, line + 1);
  return contents;
}

}  // namespace nqueens::journal
