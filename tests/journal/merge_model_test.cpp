// Writers and merges against a simple model: random sequences of appending, kills that truncate at
// any byte, torn writes, duplicates within and between journals, reordering, copies, wrong tallies.
// After every merge the union holds just the records that survived, and there is a total exactly
// when the model has every task.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>

#include "journal/union.hpp"
#include "nqueens/error.hpp"

namespace nqueens::journal {
namespace {

/// Property tests run this many sequences in each of their hundred rounds.
constexpr int kSequences = 30;

/// One writer's file as text, and what the model says is in it.
class Writer {
 public:
  Writer(const JournalHeader& header, std::string name)
      : name_(std::move(name)), header_(header), text_(format_header(header)) {
    header_bytes_ = text_.size();
  }

  const std::string& name() const { return name_; }
  std::set<std::uint64_t> tasks() const {
    std::set<std::uint64_t> tasks;
    for (const Line& line : lines_) tasks.insert(line.task);
    return tasks;
  }
  std::uint64_t tally(std::uint64_t task) const {
    return std::find_if(lines_.begin(), lines_.end(), [&](auto& l) { return l.task == task; })
        ->tally;
  }
  std::size_t records() const { return lines_.size(); }

  void append(std::uint64_t task, std::uint64_t tally) {
    resume();
    counting::Tally exact;
    exact.add(tally, 1);
    lines_.push_back({task, tally, format_record(header_.plan_id, task, exact)});
    text_ += lines_.back().text;
  }

  /// A kill before the last writes were synced: the file ends anywhere behind its header.
  void kill() {
    const std::size_t size = *rc::gen::inRange(header_bytes_, text_.size() + 1);
    text_.resize(size);
    torn_ = 0;
    std::size_t end = header_bytes_;
    std::size_t kept = 0;
    while (kept < lines_.size() && end + lines_[kept].text.size() <= size) {
      end += lines_[kept++].text.size();
    }
    lines_.resize(kept);
    torn_ = size - end;
  }

  /// A kill in the middle of a write: a part of a record, or zeros.
  void tear() {
    resume();
    counting::Tally exact;
    exact.add(*rc::gen::inRange<std::uint64_t>(0, 1000), 1);
    const std::string record = format_record(header_.plan_id, 0, exact);
    const std::string tail =
        *rc::gen::arbitrary<bool>()
            ? record.substr(0, *rc::gen::inRange<std::size_t>(0, record.size()))
            : std::string(*rc::gen::inRange<std::size_t>(0, 200), '\0');
    text_ += tail;
    torn_ = tail.size();
  }

  /// Records in another order, as another run on other threads would have left them.
  void reorder() {
    resume();
    for (std::size_t left = lines_.size(); left > 1; --left) {
      std::swap(lines_[left - 1], lines_[*rc::gen::inRange<std::size_t>(0, left)]);
    }
    text_.resize(header_bytes_);
    for (const Line& line : lines_) text_ += line.text;
  }

  void copy_from(const Writer& other) {
    text_ = other.text_;
    lines_ = other.lines_;
    torn_ = other.torn_;
  }

  /// What a reader finds, checked against the model.
  JournalContents read() const {
    JournalContents contents = parse_journal(text_, name_);
    RC_ASSERT(contents.torn_bytes == torn_);
    RC_ASSERT(contents.records.size() == tasks().size());
    RC_ASSERT(contents.duplicates == lines_.size() - tasks().size());
    return contents;
  }

 private:
  struct Line {
    std::uint64_t task;
    std::uint64_t tally;
    std::string text;
  };

  /// What a writer does before it goes on: the torn tail is cut off.
  void resume() {
    text_.resize(text_.size() - torn_);
    torn_ = 0;
  }

  std::string name_;
  JournalHeader header_;
  std::string text_;
  std::size_t header_bytes_ = 0;
  std::size_t torn_ = 0;
  std::vector<Line> lines_;
};

class Cluster {
 public:
  Cluster() {
    const auto tasks = *rc::gen::inRange<std::uint64_t>(1, 12);
    header_ = {10, "plain", "rows", 2, tasks, *rc::gen::arbitrary<std::uint64_t>()};
    for (std::uint64_t task = 0; task < tasks; ++task) {
      tallies_.push_back(*rc::gen::inRange<std::uint64_t>(0, 100));
    }
    const int writers = *rc::gen::inRange(1, 5);
    for (int i = 0; i < writers; ++i) {
      writers_.emplace_back(header_, "part-" + std::to_string(i));
    }
  }

  void step() {
    Writer& writer = any_writer();
    switch (*rc::gen::inRange(0, 12)) {
      case 0:
        writer.kill();
        break;
      case 1:
        writer.tear();
        break;
      case 2:
        writer.reorder();
        break;
      case 3:
        writer.copy_from(any_writer());
        break;
      case 4:
        merge();
        break;
      case 5:
        merge_with_a_lie();
        break;
      default: {
        const std::uint64_t task = *rc::gen::inRange<std::uint64_t>(0, header_.tasks);
        writer.append(task, tallies_[task]);
        break;
      }
    }
  }

  /// Every writer ends its work; then there must be a total.
  void finish() {
    for (std::uint64_t task = 0; task < header_.tasks; ++task) {
      any_writer().append(task, tallies_[task]);
    }
    merge();
    RC_ASSERT(complete_);
  }

 private:
  Writer& any_writer() { return writers_[*rc::gen::inRange<std::size_t>(0, writers_.size())]; }

  /// Some of the journals, in any order, some of them twice.
  std::vector<const Writer*> any_order() const {
    std::vector<const Writer*> order;
    for (const Writer& writer : writers_) order.push_back(&writer);
    if (*rc::gen::inRange(0, 4) == 0) order.push_back(&writers_.front());
    for (std::size_t left = order.size(); left > 1; --left) {
      std::swap(order[left - 1], order[*rc::gen::inRange<std::size_t>(0, left)]);
    }
    return order;
  }

  void merge() {
    JournalUnion all(header_, "the plan");
    std::set<std::uint64_t> expected;
    std::size_t records = 0;
    for (const Writer* writer : any_order()) {
      const std::size_t before = expected.size();
      expected.merge(writer->tasks());
      RC_ASSERT(all.add(writer->name(), writer->read()) == expected.size() - before);
      records += writer->records();
    }
    check(all, expected, records);
  }

  void check(const JournalUnion& all, const std::set<std::uint64_t>& expected,
             std::size_t records) {
    RC_ASSERT(all.tasks_done() == expected.size());
    RC_ASSERT(all.duplicates() == records - expected.size());
    std::vector<std::uint64_t> missing;
    WideCount sum = 0;
    for (std::uint64_t task = 0; task < header_.tasks; ++task) {
      RC_ASSERT(all.has(task) == (expected.count(task) > 0));
      if (expected.count(task) == 0) missing.push_back(task);
      sum += tallies_[task];
    }
    RC_ASSERT(all.missing() == missing);
    RC_ASSERT(all.complete() == missing.empty());
    RC_ASSERT(all.solutions().has_value() == missing.empty());
    if (missing.empty()) RC_ASSERT(*all.solutions() == sum);
    complete_ = missing.empty();
    if (complete_) close(all, sum);
  }

  /// The same bytes of any union that is complete; read back, merged with others, changed, cut.
  void close(const JournalUnion& all, WideCount sum) {
    const ClosedJournal closed{header_, {}, all.tallies(), {all.residue(0), all.residue(1)}};
    const std::string text = format_closed(closed);
    if (closed_.empty()) closed_ = text;
    RC_ASSERT(text == closed_);
    const JournalContents contents = parse_journal(text, "closed");
    RC_ASSERT(contents.closed);
    JournalUnion again(header_, "the plan");
    RC_ASSERT(again.add("closed", contents) == header_.tasks);
    RC_ASSERT(*again.solutions() == sum);
    for (const Writer& writer : writers_) RC_ASSERT(again.add(writer.name(), writer.read()) == 0u);

    std::string changed = text;
    const std::size_t at = *rc::gen::inRange<std::size_t>(0, text.size());
    changed[at] = static_cast<char>(changed[at] ^ *rc::gen::inRange(1, 256));
    RC_ASSERT_THROWS_AS(parse_journal(changed, "changed"), JournalError);
    const std::string more = format_record(header_.plan_id, 0, contents.records.front().tally);
    RC_ASSERT_THROWS_AS(parse_journal(text + more, "longer"), JournalError);
    const std::size_t cut = *rc::gen::inRange<std::size_t>(0, text.size());
    RC_ASSERT_THROWS_AS(parse_journal(text.substr(0, cut), "cut"), JournalError);
  }

  /// A writer of its own with one wrong tally: refused just when an honest one has that task too.
  void merge_with_a_lie() {
    const std::uint64_t task = *rc::gen::inRange<std::uint64_t>(0, header_.tasks);
    Writer liar(header_, "liar");
    liar.append(task, tallies_[task] + *rc::gen::inRange<std::uint64_t>(1, 5));
    const bool known = std::any_of(writers_.begin(), writers_.end(), [&](const Writer& writer) {
      return writer.tasks().count(task) > 0;
    });
    std::vector<const Writer*> order = any_order();
    order.insert(order.begin() + *rc::gen::inRange<std::ptrdiff_t>(
                                     0, static_cast<std::ptrdiff_t>(order.size()) + 1),
                 &liar);
    JournalUnion all(header_, "the plan");
    std::string refusal;
    for (const Writer* writer : order) {
      const std::uint64_t done = all.tasks_done();
      try {
        all.add(writer->name(), writer->read());
      } catch (const JournalError& error) {
        refusal = error.what();
        RC_ASSERT(all.tasks_done() == done);
        break;
      }
    }
    RC_ASSERT(refusal.empty() == !known);
    if (!known) return;
    RC_ASSERT(refusal.find("liar") != std::string::npos);
    RC_ASSERT(refusal.find("part-") != std::string::npos);
    RC_ASSERT(refusal.find("task " + std::to_string(task) + " ") != std::string::npos);
  }

  JournalHeader header_;
  std::vector<std::uint64_t> tallies_;
  std::vector<Writer> writers_;
  std::string closed_;  ///< as the first complete merge was written
  bool complete_ = false;
};

RC_GTEST_PROP(MergeModel, AgreesAfterAnySequence, ()) {
  for (int i = 0; i < kSequences; ++i) {
    Cluster cluster;
    const int steps = *rc::gen::inRange(1, 25);
    for (int step = 0; step < steps; ++step) cluster.step();
    cluster.finish();
  }
}

}  // namespace
}  // namespace nqueens::journal
