// The one option table: every command, option, allowed value and example as plain data, read off
// the parser's own tree. Help, man page, completions and error lines are made from it, so nothing
// is documented twice. Knows the parser; its readers need not.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace CLI {
class App;
}

namespace nqueens::cli {

/// Options of this group mean the same in every command that has them.
inline constexpr const char* kCommonGroup = "Common options";

struct Example {
  std::string line;
  std::string says;
};

/// An option that a command no longer has, and the command line that does the same now.
struct MovedOption {
  std::string name;
  std::string now;
};

struct OptionEntry {
  std::vector<std::string> names;  ///< "-t", "--threads"; empty for a positional argument
  /// What stands for the value: words in capitals are placeholders (N, FILE), all others are
  /// literal, alternatives are joined by '|': "auto|none|cores". Empty for a flag.
  std::string value_name;
  std::string description;
  bool common = false;
  bool required = false;
  bool repeated = false;  ///< of an argument: takes all words that there are

  bool is_positional() const { return names.empty(); }
  bool takes_value() const { return !value_name.empty(); }
  /// As usage lines show an argument: in brackets where it may be left out, with dots where there
  /// may be several.
  std::string placeholder() const;
  bool takes_file() const;
  bool has_name(std::string_view name) const;
  /// The long name, or the short one where there is no other.
  const std::string& name() const { return names.back(); }
  /// The literal values, empty where any value may stand.
  std::vector<std::string> words() const;
};

struct CommandEntry {
  std::string name;
  std::string summary;
  std::vector<Example> examples;
  std::vector<OptionEntry> options;  ///< positional arguments included
  std::vector<MovedOption> moved;

  const OptionEntry* find(std::string_view option_name) const;
  std::vector<std::string> option_names() const;
  /// "nqueens count [options] N|A..B"
  std::string usage() const;
};

struct ProgramTable {
  std::string description;
  std::vector<Example> examples;
  std::vector<OptionEntry> options;  ///< those without a command: --help, --version
  std::vector<CommandEntry> commands;

  const CommandEntry* find(std::string_view command_name) const;
  std::vector<std::string> command_names() const;
  /// The common options of all commands, each once; --help is one of the program's own.
  std::vector<OptionEntry> common_options() const;
};

/// Reads the options of one node of the parser's tree.
std::vector<OptionEntry> read_options(const CLI::App& app);

}  // namespace nqueens::cli
