#include "journal/reader.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <cerrno>
#include <charconv>

#include "base/file.hpp"
#include "nqueens/error.hpp"

namespace nqueens::journal {

JournalContents read_journal(const std::filesystem::path& path) {
  const std::string name = path.string();
  // Non-blocking: opening a FIFO must not wait for its other end.
  const base::FileDescriptor file(::open(name.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat status {};
  if (!file.valid() || ::fstat(file.get(), &status) != 0) {
    throw IoError(fmt::format("cannot read journal: {}; {}", name, base::errno_text(errno)));
  }
  if (!S_ISREG(status.st_mode)) {
    throw JournalError(fmt::format("cannot read journal: {}; it is not a regular file", name));
  }
  std::string text(static_cast<std::size_t>(status.st_size), '\0');
  text.resize(base::read_some(file.get(), name, text.data(), text.size()));
  return parse_journal(text, name);
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
  if (header.board_size < 0 || header.board_size > kMaxCountSize) refuse();
  Problem problem(header.board_size);
  std::string_view rest = header.problem;
  for (int row = 0; header.problem != "plain" && row < header.board_size; ++row) {
    std::uint32_t mask = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), mask, 16);
    if (error != std::errc{}) refuse();
    problem.restrict_row(row, mask);
    rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
    if (rest.starts_with('-')) rest.remove_prefix(1);
  }
  // Each problem has one spelling: comparing with it finds what was skipped above.
  if (problem.description() != header.problem) refuse();
  return problem;
}

}  // namespace nqueens::journal
