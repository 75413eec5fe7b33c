// The promise to long counts: a journal or shard of 1.1.0 or later can be resumed, merged and
// audited by every later release. Release 1.1.0 wrote the files in tests/journals; their names say
// the decomposition, the board and the depth. What a plan is made of never changes.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <string>
#include <vector>

#include "base/numbers.hpp"
#include "count/count_run.hpp"
#include "journal/journal.hpp"
#include "journal/shards.hpp"
#include "nqueens/audit.hpp"
#include "nqueens/count.hpp"
#include "nqueens/merge.hpp"
#include "support/temporary_directory.hpp"

namespace nqueens {
namespace {

namespace fs = std::filesystem;

const fs::path kJournals = NQUEENS_JOURNALS;

std::vector<fs::path> finished_journals() {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(kJournals)) {
    if (!entry.path().filename().string().starts_with("shard")) files.push_back(entry.path());
  }
  return files;
}

std::string text_of(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

Board board_of(const fs::path& file) {
  return board_of(journal::problem_of(journal::read_header(file), file.string()));
}

class EarlierReleases : public ::testing::Test {
 protected:
  /// What a kill leaves of the journal after this part of its lines, and half a line.
  fs::path stopped_copy(const fs::path& file, double part) const {
    const std::string text = text_of(file);
    const auto after = text.find('\n', static_cast<std::size_t>(part * double(text.size())));
    const fs::path copy = directory_ / file.filename();
    std::ofstream(copy, std::ios::binary) << text.substr(0, after + 10);
    return copy;
  }

  const tests::TemporaryDirectory directory_;
};

TEST_F(EarlierReleases, FinishedJournalsAreMergedAndAudited) {
  const std::vector<fs::path> files = finished_journals();
  ASSERT_EQ(files.size(), 14u);
  for (const fs::path& file : files) {
    const WideCount expected = count(board_of(file), {.engine = "reference"}).solutions;
    const MergeResult merged = merge_journals(std::vector{file});
    EXPECT_TRUE(merged.solutions == expected) << file;
    const AuditResult audited = audit_journals(std::vector{file}, {.samples = 1'000'000});
    EXPECT_EQ(audited.recounted, merged.tasks) << file;
    EXPECT_TRUE(audited.wrong.empty()) << file;
    EXPECT_EQ(audited.counted_by.front().version, "1.1.0") << file;
  }
}

TEST_F(EarlierReleases, HalfDoneJournalsAreResumed) {
  for (const fs::path& file : finished_journals()) {
    const WideCount expected = *merge_journals(std::vector{file}).solutions;
    for (const double part : {0.3, 0.7}) {
      const fs::path copy = stopped_copy(file, part);
      const std::uint64_t done = journal::read_journal(copy).records.size();
      const CountResult result = count(board_of(file), {.journal = copy});
      EXPECT_TRUE(result.solutions == expected) << file;
      EXPECT_EQ(result.tasks_resumed, done) << file;
      EXPECT_EQ(merge_journals(std::vector{copy, file}).duplicates, result.tasks) << file;
    }
  }
}

/// A shard that 1.1.0 has finished has no task left.
TEST_F(EarlierReleases, ShardsHaveTheSameTasks) {
  const fs::path copy = directory_ / "part.nqj";
  fs::copy_file(kJournals / "shard-2-of-3.nqj", copy);
  const ShardResult result = count_shard(Board(12), {2, 3}, {.journal = copy});
  EXPECT_GT(result.shard_tasks, 50u);
  EXPECT_EQ(result.tasks_resumed, result.shard_tasks);
  EXPECT_EQ(result.tasks_of_others, 0u);
}

/// Engine, depth, tasks, and the shards of some of them. The order of work follows from the id.
std::string plan_text(const Board& board, const CountOptions& options = {}) {
  CountOptions allowed = options;
  allowed.allow_uncomputed = true;
  const counting::Run run = counting::set_up(board, allowed);
  const engine::Plan& plan = run.plan;
  const std::size_t tasks = plan.tasks().size();
  std::string text =
      fmt::format("{} {} {} {}", run.engine->engine.name, plan.depth(), tasks, plan.id_text());
  const journal::Shards shards(plan.tasks(), std::clamp(static_cast<int>(tasks), 1, 7));
  for (std::size_t task = 0; task < std::min<std::size_t>(tasks, 100); ++task) {
    text += fmt::format(" {}", shards.of(task));
  }
  return text + "\n";
}

/// Numbers below `end`, the same with every standard library.
class Numbers {
 public:
  std::uint64_t below(std::uint64_t end) { return random_() % end; }

 private:
  std::mt19937_64 random_{1};
};

Board random_board(Numbers& numbers) {
  constexpr Variant kVariants[] = {Variant::queens, Variant::queens,      Variant::queens,
                                   Variant::torus,  Variant::superqueens, Variant::semi};
  const std::uint64_t columns = 3 + numbers.below(16);
  const Variant variant = kVariants[numbers.below(std::size(kVariants))];
  const bool is_square = variant == Variant::torus || numbers.below(4) > 0;
  const std::uint64_t rows = is_square ? columns : 1 + numbers.below(columns);
  Board board(rows, columns, variant);
  const Square given{numbers.below(rows), numbers.below(columns)};
  if (numbers.below(3) == 0) board.place(given);
  const std::uint64_t blocked = numbers.below(1 + rows * columns / (1 + numbers.below(20)));
  for (std::uint64_t i = 0; i < blocked; ++i) {
    const Square square{numbers.below(rows), numbers.below(columns)};
    if (square.row != given.row || square.column != given.column) board.block(square);
  }
  return board;
}

/// As computed by 1.1.0.
TEST(FrozenPlans, OfPlainBoards) {
  std::string text;
  for (std::uint64_t n = 0; n <= 28; ++n) {
    text += plan_text(Board(n));
    if (n > 1 && n < 20) text += plan_text(Board(n), {.engine = "mrv", .depth = 1});
    if (n < 20) text += plan_text(Board(n), {.engine = "bitmask"});
    if (n > 1) text += plan_text(Board(n), {.engine = "colour-join", .depth = 2});
    text += plan_text(Board(n), {.engine = "colour-join", .depth = 0});
  }
  EXPECT_EQ(base::to_hex(base::checksum(text)), "20b9d926c0fbd6d6");
}

/// `auto` is as good as undecided here: a tenth of a second would change the engine, and the plan.
TEST(FrozenPlans, OfBoardsBetweenTwoEngines) {
  Board board24(24);
  for (const Square square : {Square{6, 15}, {15, 2}, {11, 22}, {14, 13}, {0, 20}})
    board24.place(square);
  Board board23(23);
  for (const Square square : {Square{4, 2}, {13, 12}, {6, 22}, {2, 9}, {10, 11}, {18, 13}})
    board23.place(square);
  EXPECT_EQ(plan_count(board24).plan_id, "7cc6c3e922c9245b");
  EXPECT_EQ(plan_count(board23).plan_id, "442a3c041e99b25d");
}

TEST(FrozenPlans, OfRestrictedBoards) {
  Numbers numbers;
  std::string text;
  for (int i = 0; i < 600; ++i) text += plan_text(random_board(numbers));
  EXPECT_EQ(base::to_hex(base::checksum(text)), "5693fea4940cde95");
}

}  // namespace
}  // namespace nqueens
