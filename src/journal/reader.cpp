#include "journal/reader.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <optional>

#include "base/file.hpp"
#include "nqueens/error.hpp"

namespace nqueens::journal {

namespace {

base::FileDescriptor open_journal(const std::string& name) {
  // Non-blocking: opening a FIFO must not wait for its other end.
  base::FileDescriptor file(::open(name.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (!file.valid() && errno == ENOENT) {
    throw IoError(fmt::format("no such journal: {}; check the name", name));
  }
  struct stat status {};
  if (!file.valid() || ::fstat(file.get(), &status) != 0) {
    throw IoError(fmt::format("cannot read journal: {}; {}", name, base::errno_text(errno)));
  }
  if (!S_ISREG(status.st_mode)) {
    throw JournalError(fmt::format("cannot read journal: {}; it is not a regular file", name));
  }
  return file;
}

}  // namespace

std::string read_text(const base::FileDescriptor& file, const std::string& name) {
  struct stat status {};
  if (::fstat(file.get(), &status) != 0) {
    throw IoError(fmt::format("cannot read: {}; {}", name, base::errno_text(errno)));
  }
  const auto size = static_cast<std::size_t>(status.st_size);
  std::string text(std::min(size, kLongestHeader), '\0');
  const auto read_from = [&](std::size_t place) {
    text.resize(place +
                base::read_some(file.get(), name, text.data() + place, text.size() - place));
  };
  read_from(0);
  if (!is_journal(text) || text.size() == size) return text;
  text.resize(size);
  read_from(kLongestHeader);
  return text;
}

JournalContents read_journal(const std::filesystem::path& path) {
  const std::string name = path.string();
  return parse_journal(read_text(open_journal(name), name), name);
}

JournalHeader read_header(const std::filesystem::path& path) {
  const std::string name = path.string();
  std::string text(kLongestHeader, '\0');
  text.resize(base::read_some(open_journal(name).get(), name, text.data(), text.size()));
  return parse_header(text, name);
}

void require_possible(const JournalContents& contents, const counting::Plan& plan,
                      const std::string& name) {
  const counting::Decomposition& cut = plan.decomposition();
  for (const JournalRecord& record : contents.records) {
    const counting::Task& task = plan.tasks()[record.task_id];
    const std::uint64_t tally = record.tally.solutions();
    const std::uint32_t divisor = cut.tally_divisor(task, plan.depth());
    const WideCount largest = cut.max_tally(task, plan.depth());
    if (tally % divisor == 0 && tally <= largest) continue;
    throw JournalError(fmt::format(
        "impossible tally in journal {}: {} of task {}, which gives a multiple of {} up to {}; "
        "delete the line that begins with '{} ' and it is counted again",
        name, tally, task.id, divisor, to_string(largest), task.id));
  }
}

Problem problem_of(const JournalHeader& header, const std::string& name) {
  const auto refuse = [&] {
    throw JournalError(
        fmt::format("journal of an unknown problem: {}; it holds board {}, problem {}", name,
                    header.board_size, header.problem));
  };
  if (header.board_size < 0 || header.board_size > kMaxProblemSize) refuse();
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
    refuse();
  }
  if (colon != rest.npos) rest.remove_prefix(colon + 1);
  for (int row = 0; row < problem->rows(); ++row) {
    std::uint64_t mask = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), mask, 16);
    if (error != std::errc{}) refuse();
    problem->restrict_row(row, mask);
    rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
    if (rest.starts_with('-')) rest.remove_prefix(1);
  }
  // Each problem has one spelling: comparing with it finds what was skipped above.
  if (problem->description() != header.problem) refuse();
  return *problem;
}

}  // namespace nqueens::journal
