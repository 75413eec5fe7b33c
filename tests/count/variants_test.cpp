// Boards that are not plain squares: counts with journals, resumed, merged and audited; refusals of
// what would take too long.
#include <gmock/gmock.h>

#include <vector>

#include "domain/problem.hpp"
#include "domain/text.hpp"
#include "journal/journal.hpp"
#include "nqueens/audit.hpp"
#include "nqueens/count.hpp"
#include "nqueens/error.hpp"
#include "nqueens/estimate.hpp"
#include "nqueens/list.hpp"
#include "nqueens/merge.hpp"
#include "support/message_of.hpp"
#include "support/stop.hpp"
#include "support/temporary_directory.hpp"

namespace nqueens {
namespace {

struct Case {
  Board board;
  unsigned solutions;
};

Board torus_without_a_corner() {
  Board board(7, Variant::torus);
  board.block({0, 0});
  return board;
}

std::vector<Case> cases() {
  // Each square of the torus of 7 is in 28 / 7 of the solutions.
  return {{Board(11, Variant::torus), 88},        {torus_without_a_corner(), 24},
          {Board(11, Variant::superqueens), 44},  {Board(8, Variant::semi), 2113},
          {Board(5, 12, Variant::queens), 16852}, {Board(0, Variant::torus), 1},
          {Board(9, 8, Variant::queens), 0}};
}

class Variants : public ::testing::Test {
 protected:
  std::filesystem::path path(int part = 0) const {
    return directory_ / ("part-" + std::to_string(part));
  }
  CountOptions with_journal() const { return {.engine = "mrv", .threads = 2, .journal = path()}; }

  const tests::TemporaryDirectory directory_;
};

TEST_F(Variants, AreCountedByAuto) {
  for (const Case& one : cases()) {
    for (const int threads : {1, 3}) {
      EXPECT_TRUE(count(one.board, {.threads = threads}).solutions == one.solutions)
          << to_text(one.board);
    }
    const CountPlan plan = plan_count(one.board);
    EXPECT_TRUE(plan.board == one.board);
    EXPECT_EQ(plan.plan_id, count(one.board).plan_id);
  }
}

TEST_F(Variants, ATorusWithoutSolutionIsKnownAtOnce) {
  for (const int side : {22, 39, 63, 64}) {
    Board board(side, Variant::torus);
    EXPECT_TRUE(count(board).solutions == 0) << side;
    EXPECT_TRUE(estimate(board).is_exact) << side;
    board.place({5, 3});
    EXPECT_TRUE(count(board).solutions == 0) << side;
    EXPECT_EQ(estimate(board).value, 0) << side;
    EXPECT_EQ(list(board, [](const SolutionBlock&) {}).solutions, 0u) << side;
  }
}

TEST_F(Variants, JournalsAreResumedMergedAndAudited) {
  for (const Case& one : cases()) {
    SCOPED_TRACE(to_text(one.board));
    CountOptions options = with_journal();
    options.depth = one.board.rows() < 2 ? 0 : 2;
    EXPECT_TRUE(count(one.board, options).solutions == one.solutions);
    // The second half of the records is lost.
    journal::JournalContents contents = journal::read_journal(path());
    std::string text = journal::format_header(contents.header);
    const std::size_t kept = contents.records.size() / 2;
    for (std::size_t i = 0; i < kept; ++i) {
      text += journal::format_record(contents.header.plan_id, contents.records[i].task_id,
                                     contents.records[i].tally);
    }
    tests::write_file(path(), text);
    const CountResult resumed = count(one.board, {.threads = 2, .journal = path()});
    EXPECT_TRUE(resumed.solutions == one.solutions);
    EXPECT_EQ(resumed.tasks_resumed, kept);

    const MergeResult merged = merge_journals({{path()}}, {.output = path()});
    EXPECT_TRUE(merged.board == one.board);
    EXPECT_TRUE(*merged.solutions == one.solutions);
    for (const std::string engine : {"auto", "listing", "reference", "mrv"}) {
      const AuditResult audited =
          audit_journals({{path()}}, {.samples = UINT64_MAX, .engine = engine, .threads = 1});
      EXPECT_EQ(audited.recounted, audited.records);
      EXPECT_TRUE(audited.wrong.empty()) << engine;
      EXPECT_TRUE(*audited.solutions == one.solutions);
    }
    std::filesystem::remove(path());
  }
}

/// On plain boards every way to recount tasks of mrv works.
TEST_F(Variants, TasksOfMrvAreRecountedByEveryMethod) {
  Board restricted(9);
  restricted.block({0, 4});
  for (const Board& board : {Board(9), restricted}) {
    CountOptions options = with_journal();
    options.depth = 2;
    count(board, options);
    for (const std::string& engine : audit_engines()) {
      const AuditResult audited =
          audit_journals({{path()}}, {.samples = UINT64_MAX, .engine = engine, .threads = 1});
      EXPECT_TRUE(audited.wrong.empty()) << engine;
      if (engine == "auto") {
        EXPECT_EQ(audited.engine, "listing");
      }
    }
    std::filesystem::remove(path());
  }
}

TEST_F(Variants, AnEngineThatCannotCountTheBoardIsRefusedByName) {
  count(Board(7, Variant::torus), with_journal());
  EXPECT_EQ(audit_journals({{path()}}, {}).engine, "listing");
  EXPECT_THROW_WITH(audit_journals({{path()}}, {.engine = "bitmask"}), InvalidArgument,
                    "engine bitmask cannot count variants of queens");
  EXPECT_THROW_WITH(count(Board(33, 34), {.engine = "bitmask", .allow_uncomputed = true}),
                    InvalidArgument, "engine bitmask cannot count boards above 32 rows");
}

/// Headers that name a decomposition of other boards.
TEST_F(Variants, ForgedDecompositionsAreRefused) {
  for (const Case& one : cases()) {
    count(one.board, with_journal());
    journal::JournalHeader header = journal::read_journal(path()).header;
    for (const std::string decomposition : {"row-sets", "side-columns"}) {
      header.decomposition = decomposition;
      tests::write_file(path(), journal::format_header(header));
      EXPECT_THROW_WITH(merge_journals({{path()}}), JournalError, "unknown decomposition")
          << decomposition << " " << to_text(one.board);
    }
    std::filesystem::remove(path());
  }
  Board large(40);
  large.place({0, 0});
  journal::JournalHeader header{40, Problem(large).description(), "rows", 1, 1, 0};
  tests::write_file(path(), journal::format_header(header));
  EXPECT_THROW_WITH(merge_journals({{path()}}), JournalError, "unknown decomposition");
}

TEST_F(Variants, WhatTakesTooLongMustBeAskedForTwice) {
  Board board(40);
  board.block({0, 0});
  EXPECT_THROW_WITH(count(board), NeedsConfirmation, "this board of 40 rows is predicted to take ");
  EXPECT_THROW(count(board, {.allow_uncomputed = true, .stop = tests::already_stopped()}), Stopped);
}

}  // namespace
}  // namespace nqueens
