// A journal against a simple model: random sequences of appending, syncing, tearing, resuming. At
// every resumption each synced record is there, nothing else is, and no tally has changed.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <map>
#include <memory>

#include "counting/rows/row_decomposition.hpp"
#include "journal/file.hpp"
#include "nqueens/error.hpp"
#include "support/temporary_directory.hpp"

namespace nqueens::journal {
namespace {

class JournalModel {
 public:
  JournalModel() : plan_(counting::row_decomposition(Problem(9)), 2) {
    journal_ = Journal::create(path_, plan_);
  }

  void step() {
    switch (*rc::gen::inRange(0, 5)) {
      case 0:
      case 1:
        append();
        break;
      case 2:
        sync();
        break;
      case 3:
        tear();
        break;
      default:
        try_a_second_writer();
        break;
    }
  }

  void finish() { sync(); }

 private:
  void append() {
    const auto& task = *rc::gen::elementOf(plan_.tasks());
    // A task has one tally, whoever counts it: a second record of it is an equal duplicate.
    const auto known =
        appended_.emplace(task.id, task.weight * *rc::gen::inRange<std::uint64_t>(0, 5000)).first;
    counting::Tally tally;
    tally.add(known->second, 1);
    journal_->task_done(task, tally);
  }

  /// A clean end and a resumption: everything appended must be there.
  void sync() {
    journal_->finish();
    journal_.reset();
    synced_ = appended_;
    reopen();
    RC_ASSERT(found_ == synced_);
  }

  /// An end in the middle of a write: a part of a record, or zeros, after what was synced. It is
  /// cut off; a damaged line stays and changes nothing.
  void tear() {
    sync();
    journal_.reset();
    counting::Tally tally;
    tally.add(12345, 1);
    const std::string record = format_record(plan_.id(), 1, tally);
    std::string tail = *rc::gen::arbitrary<bool>()
                           ? record.substr(0, *rc::gen::inRange<std::size_t>(0, record.size()))
                           : std::string(*rc::gen::inRange<std::size_t>(0, 300), '\0');
    const std::string before = tests::read_file(path_);
    const std::string damaged = *rc::gen::element<std::string>("", "rubbish\n");
    tests::write_file(path_, before + damaged + tail);
    reopen();
    RC_ASSERT(tests::read_file(path_) == before + damaged);
    RC_ASSERT(found_ == synced_);
    RC_ASSERT(journal_->contents().torn_bytes == tail.size());
  }

  void try_a_second_writer() {
    RC_ASSERT_THROWS_AS(FoundJournal::open(path_), JournalError);
    RC_ASSERT_THROWS_AS(Journal::create(path_, plan_), JournalError);
  }

  void reopen() {
    journal_ = FoundJournal::open(path_).resume(plan_);
    found_.clear();
    for (const JournalRecord& record : journal_->contents().records) {
      RC_ASSERT(found_.emplace(record.task_id, record.tally.solutions()).second);
    }
  }

  const tests::TemporaryDirectory directory_;
  const std::filesystem::path path_ = directory_ / "model.nqj";
  const counting::Plan plan_;
  std::unique_ptr<Journal> journal_;
  std::map<std::uint64_t, std::uint64_t> appended_, synced_, found_;
};

RC_GTEST_PROP(JournalModel, AgreesAfterAnySequence, ()) {
  JournalModel model;
  const int steps = *rc::gen::inRange(1, 30);
  for (int i = 0; i < steps; ++i) model.step();
  model.finish();
}

}  // namespace
}  // namespace nqueens::journal
