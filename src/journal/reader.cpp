#include "journal/reader.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <optional>

#include "base/file.hpp"
#include "nqueens/error.hpp"

namespace nqueens::journal {

namespace {

/// Of a line with 20 digits of a task, 20 of a tally, two residues and the check sum.
constexpr std::size_t kLongestRecord = 71;
/// Who counted, and what a crash may have left between records.
constexpr std::size_t kMostOtherBytes = 1 << 20;

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
  const std::uint64_t tasks = parse_header(text, name).tasks;
  if (tasks > counting::kMaxTasks || size > kMostOtherBytes + kLongestRecord * tasks) {
    throw JournalError(
        fmt::format("journal is too large: {}; {} bytes for {} task{}: restore a copy", name, size,
                    tasks, tasks == 1 ? "" : "s"));
  }
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
  if (std::optional<Problem> problem = parse_problem(header)) return *problem;
  throw JournalError(
      fmt::format("journal of an unknown problem: {}; it holds {}", name, problem_text(header)));
}

}  // namespace nqueens::journal
