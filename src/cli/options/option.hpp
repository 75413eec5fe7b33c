// Options, commands and programs as plain data. The parser, help, manual pages, completions and
// error lines read it: each fact about an option is written once.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace nqueens::cli {

enum class ExitCode : int {
  done = 0,
  negative = 1,
  bad_input = 2,
  stopped = 75,
  hung_up = 129,
  interrupted = 130,
  cut_off = 141,  ///< as by SIGPIPE
  terminated = 143,
};

constexpr int to_int(ExitCode code) {
  return static_cast<int>(code);
}

struct Session;

/// Says where a value is stored, mostly a member of an options struct of the library. The type says
/// what the text must be: nothing for a flag (bool), any text, a journal (path), several texts, a
/// whole number, or seconds (double). A function takes a text of any other kind, of a flag an empty
/// one, and throws InvalidArgument.
using Target =
    std::variant<bool*, std::string*, std::optional<std::string>*, std::filesystem::path*,
                 std::vector<std::string>*, int*, std::optional<int>*, std::uint64_t*,
                 std::optional<std::uint64_t>*, double*, std::optional<double>*,
                 std::function<void(const std::string& text)>>;

/// Says where an option is explained: with its command, in `help boards`, or once for all commands.
enum class Topic { command, boards, common };

struct Option {
  std::string name;  ///< "--threads"; of an argument what errors call it: "board size"
  Target to{};
  std::string help{};     ///< what it does; -h shows it up to the first semicolon, in one line
  std::string value{};    ///< what stands for the value: "NUM", "FILE"; empty for a flag
  std::uint64_t min = 0;  ///< of a whole number
  std::uint64_t max = UINT64_MAX;       ///< of a whole number
  std::string short_name{};             ///< "-t", or empty
  std::string former_name{};            ///< still taken, in no help
  std::vector<std::string> words{};     ///< all valid values; empty where they are not listed
  std::string variable{};               ///< environment variable used where the option is missing
  std::vector<std::string> excludes{};  ///< names of other options, also "--format=npy"
  std::string needs{};                  ///< such a name of an option that must be given too
  bool required = false;
  std::vector<std::string>
      unless{};                  ///< options with which what is required or needed may be missing
  Topic topic = Topic::command;  ///< others mean the same in every command that has them

  bool is_argument() const { return !name.starts_with('-'); }
  bool is_flag() const { return value.empty() && words.empty(); }
  /// Tells whether an argument takes all words left, or an option may be given several times.
  bool is_list() const {
    return std::holds_alternative<std::vector<std::string>*>(to) || takes_many();
  }
  /// Tells whether an option takes all words up to the next one, like "part-*.nqj" in a shell.
  bool takes_many() const { return !is_argument() && value.ends_with("..."); }
  bool is_file() const { return value.starts_with("FILE"); }
  /// Tells whether it takes the name of a file, perhaps besides something else.
  bool may_be_file() const { return is_file() || value.ends_with("|FILE"); }
  std::vector<std::string> names() const;  ///< first the short one, if any; none for an argument
  std::string placeholder() const;         ///< the words joined by '|', or `value`
  std::string brief() const { return help.substr(0, help.find(';')); }
};

struct Example {
  std::string line;
  std::string says;
};

/// A command that can be run: its options point to the arguments that `run` reads.
struct Invocation {
  std::vector<Option> options;  ///< arguments included, in the order of the command line
  std::function<void(Session&)> run;
};

struct Command {
  std::string name;               ///< empty in a program without commands
  std::string summary;            ///< one line, capitalised, no full stop
  std::vector<Example> examples;  ///< error lines about missing arguments show the first
  std::function<Invocation()> prepare;
};

struct Program {
  std::string name;
  std::string summary;                ///< "name - summary" heads the manual page
  std::vector<std::string> about;     ///< paragraphs of the manual page
  std::vector<std::string> boards{};  ///< paragraphs of `help boards`
  std::vector<Example> examples{};    ///< those of a program with commands
  std::vector<Command> commands;      ///< in the order in which help shows them
  std::string launcher{};             ///< what usage lines show before the name: "mpirun -n RANKS"
  std::string default_command{};      ///< what a bare number stands for

  bool has_commands() const { return !commands.front().name.empty(); }
  const Command* find(std::string_view command_name) const;
  std::vector<std::string> command_names() const;
  static const std::vector<Option>& own_options();  ///< --help and --version, of every command
  /// Lists the options of all commands that are explained there, each once.
  std::vector<Option> options_of(Topic topic) const;
  std::string call(const Command& command) const;   ///< "nqueens count"
  std::string usage(const Command& command) const;  ///< "nqueens count [OPTION]... N|A..B"
};

struct CommandLine {
  const Command* command = nullptr;  ///< null where none was given
  Invocation invocation;             ///< of the command; all values are stored
  bool help = false;
  bool brief = false;  ///< -h, not --help
  bool version = false;
};

/// Parses the words after the program's name. Options may stand anywhere before "--", also before
/// the command. Supports "--threads=2", "-t 2", "-t2" and "-qt2"; -5 is a number. With --help or
/// --version nothing else is checked. Throws InvalidArgument.
CommandLine parse(const std::vector<std::string>& words, const Program& program);

}  // namespace nqueens::cli
