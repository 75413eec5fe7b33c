#include "mpi/options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <utility>

#include "base/cpu_features.hpp"
#include "cli/numbers.hpp"
#include "cli/suggest.hpp"
#include "cli/text.hpp"
#include "counting/engine.hpp"
#include "nqueens/count.hpp"
#include "nqueens/error.hpp"
#include "nqueens/info.hpp"
#include "nqueens/problem.hpp"

namespace nqueens::mpi {

namespace {

struct Option {
  std::string name;        ///< "--journal"
  std::string short_name;  ///< "-t", or empty
  std::string value_name;  ///< empty for a flag
  std::string meaning;
  std::function<void(Options&, const std::string&)> take;
};

std::function<void(Options&, const std::string&)> set(bool Options::*flag) {
  return [flag](Options& options, const std::string&) { options.*flag = true; };
}

const std::string& require_word(const std::string& subject, const std::string& word,
                                const std::vector<std::string>& words) {
  if (std::find(words.begin(), words.end(), word) != words.end()) return word;
  throw InvalidArgument(cli::unknown_word(subject, word, words));
}

const std::vector<Option>& all_options() {
  static const std::vector<Option> options = [] {
    std::vector<std::string> engine_names = {"auto"};
    for (const EngineInfo& engine : engines()) engine_names.push_back(engine.name);
    std::vector<std::string> set_names = {"auto"};
    for (const std::string& name : known_instruction_sets()) set_names.push_back(name);
    return std::vector<Option>{
        {"--journal", "", "FILE",
         "where rank 0 records finished tasks; a run that finds records there goes on with them",
         [](Options& o, const std::string& text) {
           if (text.empty())
             throw InvalidArgument("journal name is empty: ''; give --journal FILE");
           o.journal = text;
         }},
        {"--engine", "", cli::join(engine_names, "|"), "how solutions are counted; default auto",
         [engine_names](Options& o, const std::string& text) {
           o.engine = require_word("engine", text, engine_names);
         }},
        {"--depth", "", "D",
         "how finely the count is cut into tasks: queens that a task fixes, or for colour-join "
         "halvings of its largest task; default: from board size and ranks",
         [](Options& o, const std::string& text) {
           o.depth = static_cast<int>(cli::parse_whole(text, "depth", 0, kMaxCountSize));
         }},
        {"--isa", "", cli::join(set_names, "|"),
         "the most that kernels may use; default auto: the best of each rank's machine",
         [set_names](Options& o, const std::string& text) {
           o.instruction_set = require_word("instruction set", text, set_names);
         }},
        {"--threads", "-t", "T",
         "worker threads of each counting rank; default: the processors that mpirun leaves it",
         [](Options& o, const std::string& text) {
           o.threads = static_cast<int>(cli::parse_whole(text, "threads", 1, kMaxThreads));
         }},
        {"--pin", "", "auto|none|cores",
         "bind threads to NUMA nodes where there are several, to nothing, or each to a processor",
         [](Options& o, const std::string& text) { o.pinning = parse_pinning(text); }},
        {"--lease-seconds", "", "S",
         "least time until tasks of a rank that does not answer are given out again; default 60",
         [](Options& o, const std::string& text) {
           o.lease_seconds = cli::parse_seconds(text, "lease time");
         }},
        {"--time-limit", "", "SECONDS", "stop after this time with exit code 75",
         [](Options& o, const std::string& text) {
           o.time_limit = cli::parse_seconds(text, "time limit");
         }},
        {"--check", "", "", "compare with the published value; exit code 1 if unequal",
         set(&Options::check)},
        {"--force", "", "",
         fmt::format("count boards above {}, whose number has never been computed",
                     kLargestComputedSize),
         set(&Options::force)},
        {"--json", "", "", "print the result as one JSON object", set(&Options::json)},
        {"--quiet", "-q", "", "print the bare result, and nothing but errors on standard error",
         set(&Options::quiet)},
        {"--help", "-h", "", "print this help", set(&Options::help)},
        {"--version", "", "", "print the version", set(&Options::version)},
    };
  }();
  return options;
}

const Option& find_option(const std::string& name) {
  std::vector<std::string> names;
  for (const Option& option : all_options()) {
    if (name == option.name || (!option.short_name.empty() && name == option.short_name)) {
      return option;
    }
    names.push_back(option.name);
  }
  const std::optional<std::string> meant = cli::nearest(name, names);
  throw InvalidArgument(fmt::format("unknown option: {}; {}nqueens-mpi --help lists them", name,
                                    meant ? fmt::format("did you mean {}? ", *meant) : ""));
}

bool is_option(const std::string& word) {
  return word.size() > 1 && word[0] == '-' && !cli::looks_like_number(word);
}

void check_combinations(const Options& options, bool has_board) {
  if (!has_board) {
    throw InvalidArgument(
        "board size is missing: N; for example: mpirun -n 4 nqueens-mpi 18 --journal run.nqj");
  }
  if (options.journal.empty()) {
    throw InvalidArgument(
        "journal is missing: --journal; give --journal FILE, a file that rank 0 can write");
  }
  if (options.board_size > kLargestComputedSize && !options.force) {
    throw InvalidArgument(
        fmt::format("number of solutions has never been computed: {}; 0 to {}, or add --force and "
                    "years of time",
                    options.board_size, kLargestComputedSize));
  }
}

}  // namespace

Options parse_options(const std::vector<std::string>& words) {
  Options options;
  std::vector<std::string> boards;
  std::vector<std::string> given;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (!is_option(words[i])) {
      boards.push_back(words[i]);
      continue;
    }
    const std::size_t equals = words[i].find('=');
    const std::string name = words[i].substr(0, equals);
    const Option& option = find_option(name);
    if (std::find(given.begin(), given.end(), option.name) != given.end()) {
      throw InvalidArgument(
          fmt::format("option given more than once: {}; give it once", option.name));
    }
    given.push_back(option.name);
    std::string value;
    if (option.value_name.empty()) {
      if (equals != std::string::npos) {
        throw InvalidArgument(fmt::format("option takes no value: {}; write {}", words[i], name));
      }
    } else if (equals != std::string::npos) {
      value = words[i].substr(equals + 1);
    } else if (i + 1 < words.size() && !is_option(words[i + 1])) {
      value = words[++i];
    } else {
      throw InvalidArgument(
          fmt::format("value is missing: {}; it takes {}", name, option.value_name));
    }
    option.take(options, value);
  }
  if (options.help || options.version) return options;
  if (boards.size() > 1) {
    throw InvalidArgument(
        fmt::format("unexpected argument: {}; usage: nqueens-mpi [options] N", boards[1]));
  }
  if (!boards.empty()) {
    options.board_size =
        static_cast<int>(cli::parse_whole(boards[0], "board size", 0, kMaxCountSize));
  }
  check_combinations(options, !boards.empty());
  return options;
}

std::string help_text() {
  constexpr std::size_t kWidth = 80;
  constexpr std::size_t kColumn = 24;
  std::string text =
      "Examples:\n"
      "  mpirun -n 5 --bind-to none nqueens-mpi 20 --journal run.nqj --threads 8\n"
      "      one rank that keeps the journal, four that count; the same again to go on\n"
      "  mpirun -n 5 --enable-recovery nqueens-mpi 20 --journal run.nqj\n"
      "      go on with the others when a rank that counts is lost\n\n"
      "Usage: mpirun -n RANKS nqueens-mpi [options] N\n\n"
      "Count all solutions of N queens by several processes. Rank 0 hands out the tasks\n"
      "and records their results in the journal; every other rank counts.\n\n"
      "Options:\n";
  for (const Option& option : all_options()) {
    std::string line = "  " + (option.short_name.empty() ? "" : option.short_name + ", ") +
                       option.name + (option.value_name.empty() ? "" : " " + option.value_name);
    for (const std::string& part : cli::wrap(option.meaning, kWidth - kColumn)) {
      if (line.size() + 2 > kColumn) {
        text += line + "\n";
        line.clear();
      }
      text += line + std::string(kColumn - line.size(), ' ') + part + "\n";
      line.clear();
    }
  }
  return text +
         "\nExit codes of rank 0: as of nqueens count. mpirun returns 0 even when rank 0 was\n"
         "killed: a result is what was printed, or what the journal holds.\n";
}

}  // namespace nqueens::mpi
