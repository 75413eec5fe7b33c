// Counts with a journal: stopped and resumed, by another engine, on other threads. And damage to
// small journals of every kind: every byte changed, cuts at every byte, zeros, lines lost, repeated
// and shuffled. A reader finds the right total or none, or says on one line what is wrong; a count
// that resumes the journal completes when its first line is whole.
#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <optional>
#include <random>
#include <string>
#include <vector>

#include "journal/journal.hpp"
#include "nqueens/audit.hpp"
#include "nqueens/count.hpp"
#include "nqueens/error.hpp"
#include "nqueens/info.hpp"
#include "nqueens/merge.hpp"
#include "nqueens/wide.hpp"
#include "support/message_of.hpp"
#include "support/processor_engines.hpp"
#include "support/temporary_directory.hpp"

namespace nqueens {
namespace {

using ::testing::HasSubstr;

class CountJournal : public ::testing::Test {
 protected:
  static std::string error_of(int n, const CountOptions& options) {
    return tests::message_of<Error>([&] { count(n, options); });
  }

  const tests::TemporaryDirectory directory_;
  CountOptions options_{.threads = 2, .journal = directory_ / "a.nqj"};
};

/// Stops after a random part of the run and resumes, many times.
TEST_F(CountJournal, StoppedAndResumedUntilDoneGivesTheTotal) {
  options_.depth = 4;
  std::uint64_t before = 0;
  for (int round = 0;; ++round) {
    std::stop_source source;
    options_.stop = source.get_token();
    options_.engine = round == 2 ? "reference" : "bitmask";
    options_.threads = 1 + round % 3;
    options_.progress_interval = std::chrono::milliseconds(1);
    options_.on_progress = [&](const Progress& progress) {
      EXPECT_GE(progress.tasks_done, before);
      if (progress.tasks_done > before + progress.tasks_total / 8) source.request_stop();
    };
    try {
      const CountResult result = count(14, options_);
      EXPECT_TRUE(result.solutions == *known_solutions(14));
      EXPECT_EQ(result.tasks_resumed, before);
      EXPECT_GE(round, 1) << "never stopped: nothing was tested";
      break;
    } catch (const Stopped& stopped) {
      const auto resumed =
          std::ranges::find(stopped.so_far, "tasks_resumed", &Field::name)->value.is;
      EXPECT_EQ(std::get<std::int64_t>(resumed), static_cast<std::int64_t>(before));
    }
    before = journal::read_journal(options_.journal).records.size();
    ASSERT_LT(round, 100);
  }
}

/// Every engine begins a journal, half of it is removed, and auto resumes the rest.
TEST_F(CountJournal, AutoGoesOnWithAJournalOfAnyEngine) {
  const std::vector<EngineInfo> all = tests::processor_engines();
  for (const EngineInfo& first : all) {
    options_ = {.engine = first.name, .threads = 2, .journal = directory_ / first.name};
    const CountResult begun = count(11, options_);
    const std::string whole = tests::read_file(options_.journal);
    const std::size_t half = whole.find('\n', whole.size() / 2);
    tests::write_file(options_.journal, whole.substr(0, half + 1));
    options_.engine = "auto";
    const CountResult result = count(11, options_);
    EXPECT_TRUE(result.solutions == *known_solutions(11)) << first.name;
    EXPECT_EQ(result.plan_id, begun.plan_id);
    EXPECT_EQ(result.decomposition, begun.decomposition);
    // A named engine resumes the journal only when it knows the tasks.
    for (const EngineInfo& other : all) {
      options_.engine = other.name;
      const bool knows = other.decomposition == begun.decomposition;
      EXPECT_THAT(error_of(11, options_),
                  HasSubstr(knows ? "nothing thrown" : "cannot count its tasks"))
          << first.name << " " << other.name;
    }
  }
}

TEST_F(CountJournal, AutoRefusesTasksThatNoEngineKnows) {
  options_.engine = "bitmask";
  count(8, options_);
  journal::JournalHeader header = journal::read_journal(options_.journal).header;
  header.decomposition = "spirals";
  tests::write_file(options_.journal, journal::format_header(header));
  EXPECT_THAT(error_of(8, options_), HasSubstr("engine bitmask cannot count its tasks"));
  options_.engine = "auto";
  EXPECT_THAT(error_of(8, options_), HasSubstr("journal of tasks that no engine counts"));
}

struct Sample {
  std::string kind;
  Board board;
  WideCount total;
  std::vector<std::string> journals;  ///< the first is damaged
};

class Damage : public ::testing::Test {
 protected:
  Damage() {
    const auto add = [&](const std::string& kind, const Board& board, WideCount total,
                         const std::function<void(const std::filesystem::path&)>& make) {
      const std::filesystem::path path = directory_ / (kind + ".nqj");
      make(path);
      samples_.push_back({kind, board, total, {tests::read_file(path)}});
    };
    const auto count_by = [](const Board& board, const std::string& engine) {
      return [=](const std::filesystem::path& path) {
        count(board, {.engine = engine, .threads = 1, .journal = path});
      };
    };
    add("bitmask", Board(7), 40, count_by(Board(7), "bitmask"));
    add("simd", Board(8), 92, count_by(Board(8), "simd"));
    add("colour-join", Board(6), 4, count_by(Board(6), "colour-join"));
    add("rectangle", Board(4, 5, Variant::queens), 12,
        count_by(Board(4, 5, Variant::queens), "mrv"));
    Board placed(7);
    placed.place({0, 1});
    placed.block({6, 6});
    const WideCount with_place = count(placed).solutions;
    add("place", placed, with_place, count_by(placed, "bitmask"));
    // As MPI ranks write it: several counters, tasks in any order.
    add("counters", Board(6), 4, [](const std::filesystem::path& path) {
      for (const int number : {2, 1}) {
        for (const std::string engine : {"reference", "bitmask"}) {
          count_shard(Board(6), {number, 2}, {.engine = engine, .depth = 2, .journal = path});
        }
      }
    });
    for (const int number : {1, 2}) {
      const auto path = directory_ / ("shard-" + std::to_string(number));
      count_shard(Board(6), {number, 2}, {.engine = "bitmask", .depth = 1, .journal = path});
    }
    samples_.push_back(
        {"shard",
         Board(6),
         4,
         {tests::read_file(directory_ / "shard-1"), tests::read_file(directory_ / "shard-2")}});
    const std::vector whole{directory_ / "bitmask.nqj"};
    add("closed", Board(7), 40,
        [&](const std::filesystem::path& path) { merge_journals(whole, {.output = path}); });
  }

  /// The total; nothing when the call refuses the journal or finds no total.
  static std::optional<WideCount> total_of(const std::function<std::optional<WideCount>()>& call) {
    try {
      return call();
    } catch (const JournalError& error) {
      const std::string text = error.what();
      EXPECT_EQ(text.find('\n'), std::string::npos) << text;
      EXPECT_FALSE(text.empty());
      return std::nullopt;
    }
  }

  /// Whether a count resumes the journal `text`: its first line is whole, and it is not closed, or
  /// closed and unchanged.
  static bool is_resumable(const Sample& sample, const std::string& text) {
    const std::string& whole = sample.journals.front();
    const std::size_t header = whole.find('\n') + 1;
    return text.empty() || text == whole ||
           (sample.kind != "closed" && text.starts_with(whole.substr(0, header)));
  }

  /// Reads the sample with its first journal replaced by `text`, in every way that only reads.
  void read(const Sample& sample, const std::string& text, const std::string& what) {
    const std::vector<std::filesystem::path> paths = write(sample, text);
    const auto merged = total_of([&] { return merge_journals(paths).solutions; });
    EXPECT_EQ(merged.value_or(sample.total), sample.total) << sample.kind << what;
    const auto audited = total_of([&] { return audit_journals(paths, {.samples = 0}).solutions; });
    EXPECT_EQ(audited.value_or(sample.total), sample.total) << sample.kind << what;
    EXPECT_TRUE(merged || !audited) << sample.kind << what;
    EXPECT_TRUE(!merged || is_resumable(sample, text)) << sample.kind << what;
  }

  void resume(const Sample& sample, const std::string& text, const std::string& what) {
    const std::vector<std::filesystem::path> paths = write(sample, text);
    const auto counted = total_of(
        [&] { return count(sample.board, {.threads = 1, .journal = paths.front()}).solutions; });
    EXPECT_EQ(counted.value_or(sample.total), sample.total) << sample.kind << what;
    EXPECT_EQ(counted.has_value(), is_resumable(sample, text)) << sample.kind << what;
  }

  std::vector<Sample> samples_;

 private:
  std::vector<std::filesystem::path> write(const Sample& sample, const std::string& first) {
    std::vector<std::filesystem::path> paths;
    for (const std::string& text : sample.journals) {
      paths.push_back(directory_ / std::to_string(paths.size()));
      tests::write_file(paths.back(), paths.size() == 1 ? first : text);
    }
    return paths;
  }

  tests::TemporaryDirectory directory_;
};

TEST_F(Damage, ChangesOfEveryByteGiveNoWrongTotal) {
  for (const Sample& sample : samples_) {
    const std::string& whole = sample.journals.front();
    for (std::size_t place = 0; place < whole.size(); ++place) {
      const std::string what = " changed at " + std::to_string(place);
      const char byte = whole[place];
      for (const char other : {static_cast<char>(byte ^ 1), '\n'}) {
        if (other == byte) continue;
        std::string text = whole;
        text[place] = other;
        read(sample, text, what);
        // Slower: it syncs.
        if (place % 23 == 0 && other == static_cast<char>(byte ^ 1)) resume(sample, text, what);
      }
    }
  }
}

TEST_F(Damage, CutsAtEveryByteGiveNoWrongTotal) {
  for (const Sample& sample : samples_) {
    const std::string& whole = sample.journals.front();
    for (std::size_t size = 0; size <= whole.size(); ++size) {
      const std::string what = " cut to " + std::to_string(size);
      read(sample, whole.substr(0, size), what);
      if (size % 23 == 0 || size == whole.size()) resume(sample, whole.substr(0, size), what);
      if (size == 0) continue;
      std::string without = whole;
      without.erase(size - 1, 1);
      read(sample, without, " without byte " + std::to_string(size - 1));
    }
  }
}

// Blocks of a batch that never reached the disk, in its middle or at its end.
TEST_F(Damage, ZerosGiveNoWrongTotal) {
  for (const Sample& sample : samples_) {
    const std::string& whole = sample.journals.front();
    for (std::size_t place = 0; place < whole.size(); place += 5) {
      for (const std::size_t size : {std::size_t{1}, std::size_t{60}, 512 - place % 512}) {
        const std::string what = fmt::format(" {} zeros at {}", size, place);
        std::string text = whole;
        text.insert(place, size, '\0');
        read(sample, text, what);
        text = whole;
        text.replace(place, size, size, '\0');
        read(sample, text, what);
        if (place % 23 == 0 && size == 60) resume(sample, text, what);
      }
    }
  }
}

TEST_F(Damage, LinesLostRepeatedAndShuffledGiveNoWrongTotal) {
  std::mt19937_64 random(1);
  for (const Sample& sample : samples_) {
    const std::string& whole = sample.journals.front();
    const std::size_t header = whole.find('\n') + 1;
    std::vector<std::string> lines;
    for (std::size_t begin = header, end; begin < whole.size(); begin = end) {
      end = whole.find('\n', begin) + 1;
      lines.push_back(whole.substr(begin, end - begin));
    }
    for (int round = 0; round < 10; ++round) {
      std::vector<std::string> now;
      for (const std::string& line : lines) {
        for (auto times = random() % 3; times > 0; --times) now.push_back(line);
      }
      std::shuffle(now.begin(), now.end(), random);
      std::string text = whole.substr(0, header);
      for (const std::string& line : now) text += line;
      const std::string what = fmt::format(" in round {}", round);
      read(sample, text, what);
      resume(sample, text, what);
    }
  }
}

}  // namespace
}  // namespace nqueens
