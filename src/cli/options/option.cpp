// Programs and their options as data; the parser, which reads a command line by them.
#include "cli/options/option.hpp"

#include <algorithm>
#include <cstdlib>
#include <type_traits>

#include "cli/options/values.hpp"
#include "cli/terminal/text.hpp"
#include "nqueens/error.hpp"

namespace nqueens::cli {

std::vector<std::string> Option::names() const {
  if (is_argument()) return {};
  if (short_name.empty()) return {name};
  return {short_name, name};
}

std::string Option::placeholder() const {
  return words.empty() || !value.empty() ? value : join(words, "|");
}

const Command* Program::find(std::string_view command_name) const {
  const auto found = std::ranges::find(commands, command_name, &Command::name);
  return found == commands.end() ? nullptr : &*found;
}

std::vector<std::string> Program::command_names() const {
  std::vector<std::string> names;
  for (const Command& command : commands) names.push_back(command.name);
  return names;
}

const std::vector<Option>& Program::own_options() {
  static const std::vector<Option> options = {
      {.name = "--help",
       .help = "print help; -h is short, --help has everything",
       .short_name = "-h"},
      {.name = "--version", .help = "print the version", .short_name = "-V"},
  };
  return options;
}

std::string Program::call(const Command& command) const {
  return command.name.empty() ? name : name + " " + command.name;
}

std::string Program::usage(const Command& command) const {
  const std::vector<Option> options = command.prepare().options;
  std::string line = (launcher.empty() ? "" : launcher + " ") + call(command) + " [OPTION]...";
  for (const Option& option : options) {
    if (!option.is_argument() && option.required && option.unless.empty()) {
      line += " " + option.name + " " + option.placeholder();
    }
  }
  for (const Option& option : options) {
    if (!option.is_argument()) continue;
    const std::string words = option.placeholder() + (option.is_list() ? "..." : "");
    const bool is_needed = option.required && option.unless.empty();
    line += is_needed ? " " + words : " [" + words + "]";
  }
  return line;
}

namespace {

/// An option of the command line, by the name that was used.
struct GivenOption {
  std::string name;
  std::string value;
  const Option* option = nullptr;  ///< one of the command, once that is known
};

const Option* find(const std::vector<Option>& options, std::string_view name) {
  const auto found = std::ranges::find_if(options, [&](const Option& option) {
    return !name.empty() &&
           (option.name == name || option.short_name == name || option.former_name == name);
  });
  return found == options.end() ? nullptr : &*found;
}

template <typename Value, typename... Kinds>
constexpr bool is_any = (std::is_same_v<Value, Kinds> || ...);

/// Stores a value where the option says. `subject` names it in errors.
void store(const Option& option, const std::string& text, const std::string& subject) {
  if (!option.words.empty()) require_word(text, subject, option.words);
  if (option.is_file() && text.empty() && !option.is_argument()) {
    refuse("{} must be a file name, not ''", subject);
  }
  if (text == "-" && std::holds_alternative<std::filesystem::path*>(option.to)) {
    refuse("a journal is a file, not standard output; give {} FILE", option.name);
  }
  std::visit(
      [&](const auto& target) {
        if constexpr (std::is_class_v<std::remove_cvref_t<decltype(target)>>) {
          return target(text);
        } else {
          using Value = std::remove_reference_t<decltype(*target)>;
          if constexpr (is_any<Value, bool>) {
            *target = true;
          } else if constexpr (is_any<Value, std::vector<std::string>>) {
            target->push_back(text);
          } else if constexpr (std::is_assignable_v<Value&, std::string>) {
            *target = text;
          } else if constexpr (is_any<Value, double, std::optional<double>>) {
            *target = parse_seconds(text, subject);
          } else {
            const std::uint64_t number = parse_whole(text, subject, option.min, option.max);
            constexpr bool is_int = is_any<Value, int, std::optional<int>>;
            *target = static_cast<std::conditional_t<is_int, int, std::uint64_t>>(number);
          }
        }
      },
      option.to);
}

class Parser {
 public:
  explicit Parser(const Program& program) : program_(program) {}

  CommandLine parse(const std::vector<std::string>& words) {
    if (!program_.has_commands()) choose(program_.commands.front());
    bool only_arguments = false;
    for (std::size_t i = 0; i < words.size(); ++i) {
      const std::string& word = words[i];
      if (only_arguments || word.size() < 2 || word[0] != '-' || looks_like_number(word)) {
        take_argument(word);
      } else if (word == "--") {
        only_arguments = true;
      } else {
        word.starts_with("--") ? take_long(words, i) : take_short(words, i);
      }
    }
    if (result_.help || result_.version) return std::move(result_);
    if (result_.command == nullptr) {
      refuse("a command is missing; for example: {}", program_.examples.front().line);
    }
    check_options();
    check_arguments();
    store_all();
    return std::move(result_);
  }

 private:
  const std::vector<Option>& options() const { return result_.invocation.options; }

  void choose(const Command& command) {
    result_.command = &command;
    result_.invocation = command.prepare();
  }

  void take_argument(const std::string& word) {
    if (result_.command != nullptr) {
      arguments_.push_back(word);
      return;
    }
    const bool is_number = looks_like_number(word);
    const Command* const command = program_.find(is_number ? program_.default_command : word);
    if (command == nullptr) {
      const std::optional<std::string> meant = nearest(word, program_.command_names());
      throw InvalidArgument(
          meant ? fmt::format("unknown command '{}'; did you mean {}?", word, *meant)
                : fmt::format("unknown command '{}'; {} --help lists all", word, program_.name));
    }
    choose(*command);
    if (is_number) arguments_.push_back(word);
  }

  /// Takes "--name", "--name value" or "--name=value".
  void take_long(const std::vector<std::string>& words, std::size_t& i) {
    const std::string& word = words[i];
    const std::size_t equals = word.find('=');
    const std::string name = word.substr(0, equals);
    const bool attached = equals != std::string::npos;
    const Option& option =
        require(name, word, attached ? word.substr(equals + 1) : word_after(words, i));
    if (attached && option.is_flag()) {
      refuse("{} has no value; leave out '{}'", name, word.substr(equals));
    }
    add(option, name, attached ? word.substr(equals + 1) : next_value(option, name, words, i));
    if (attached || !option.takes_many()) return;
    while (i + 1 < words.size() && !words[i + 1].starts_with('-')) add(option, name, words[++i]);
  }

  /// Takes "-q", "-t2", "-t 2" or "-qt2".
  void take_short(const std::vector<std::string>& words, std::size_t& i) {
    const std::string& word = words[i];
    for (std::size_t at = 1; at < word.size(); ++at) {
      const std::string name = {'-', word[at]};
      const bool is_last = at + 1 == word.size();
      const Option& option =
          require(name, word, is_last ? word_after(words, i) : word.substr(at + 1));
      const bool attached = !option.is_flag() && !is_last;
      add(option, name, attached ? word.substr(at + 1) : next_value(option, name, words, i));
      if (!option.is_flag()) return;
    }
  }

  static std::string word_after(const std::vector<std::string>& words, std::size_t i) {
    return i + 1 < words.size() ? words[i + 1] : "";
  }

  /// Returns nothing for a flag. No option's name is a value: "--journal --check" lacks a file.
  std::string next_value(const Option& option, const std::string& name,
                         const std::vector<std::string>& words, std::size_t& i) {
    if (option.is_flag()) return "";
    if (i + 1 < words.size() && lookup(words[i + 1]) == nullptr) return words[++i];
    // No value would make it an option of this command.
    if (result_.command != nullptr && find(options(), name) == nullptr) refuse_foreign({name, {}});
    refuse("{} needs a value; write {} {}", name, name, option.placeholder());
  }

  void add(const Option& option, const std::string& name, const std::string& value) {
    if (option.name == "--help") {
      result_.brief = name == "-h" && (result_.brief || !result_.help);
      result_.help = true;
    } else if (option.name == "--version") {
      result_.version = true;
    } else {
      given_.push_back({name, value});
    }
  }

  /// Only options before the command, and errors, need all.
  const std::vector<Invocation>& all_commands() {
    if (all_commands_.empty()) {
      for (const Command& command : program_.commands) all_commands_.push_back(command.prepare());
    }
    return all_commands_;
  }

  /// Looks in the command, then in the program, then in every command.
  const Option* lookup(std::string_view name) {
    if (name.size() < 2 || name[0] != '-') return nullptr;  // arguments have names too
    if (const Option* const own = find(options(), name)) return own;
    if (const Option* const own = find(Program::own_options(), name)) return own;
    for (const Invocation& command : all_commands()) {
      const Option* const other = find(command.options, name);
      // After the command its own options have the better names.
      if (other != nullptr && (result_.command == nullptr || other->former_name != name)) {
        return other;
      }
    }
    return nullptr;
  }

  /// Takes `value` as what may be the value of the option.
  const Option& require(const std::string& name, const std::string& word,
                        const std::string& value) {
    if (const Option* const option = lookup(name)) return *option;
    std::vector<std::string> names;
    const auto add = [&](const std::vector<Option>& options) {
      for (const Option& option : options) names.push_back(option.name);
    };
    add(Program::own_options());
    add(options());
    for (const Invocation& other : all_commands()) {
      if (result_.command == nullptr) add(other.options);
    }
    std::string advice = called() + " --help lists all";
    if (const auto meant = nearest(name, names); meant && name.starts_with("--")) {
      advice = fmt::format("did you mean {}?", *meant);
    } else if (looks_like_number(value) && takes_size()) {
      advice = size_advice(value);
    }
    refuse("unknown option '{}'; {}", word, advice);
  }

  /// Names the command, or the program where none is known yet.
  std::string called() const {
    return result_.command == nullptr ? program_.name : program_.call(*result_.command);
  }

  std::string size_advice(const std::string& size) const {
    return fmt::format("the size stands alone: {} {}", called(), size);
  }

  /// Whether the next argument may be a board size.
  bool takes_size() const {
    if (result_.command == nullptr) return !program_.default_command.empty();
    const auto size = std::ranges::find_if(options(), &Option::is_argument);
    return arguments_.empty() && size != options().end() && size->value.starts_with('N');
  }

  /// `other` is "--name" or "--name=value", or the same with the name of the first argument.
  bool is_given(const std::string& other) const {
    const std::size_t equals = other.find('=');
    const auto is_value = [&](const std::string& value) {
      return equals == std::string::npos || value == other.substr(equals + 1);
    };
    if (!other.starts_with('-')) return !arguments_.empty() && is_value(arguments_.front());
    return std::any_of(given_.begin(), given_.end(), [&](const GivenOption& given) {
      return given.option->name == other.substr(0, equals) && is_value(given.value);
    });
  }

  /// Returns "--name", or of an argument its word or "a file".
  std::string describe(const std::string& other) const {
    if (other.starts_with('-')) return other;
    if (const auto equals = other.find('='); equals != other.npos) return other.substr(equals + 1);
    const Option& argument = *find(options(), other);
    return argument.words.empty() ? "a " + other : join(argument.words, " or ");
  }

  void check_options() {
    for (GivenOption& given : given_) {
      given.option = find(options(), given.name);
      if (given.option == nullptr) refuse_foreign(given);
    }
    for (const GivenOption& given : given_) {
      const Option& option = *given.option;
      const auto times = std::count_if(given_.begin(), given_.end(), [&](const GivenOption& other) {
        return other.option == &option;
      });
      if (times > 1 && !option.is_flag() && !option.is_list()) {
        refuse("{} is given twice; give it once", option.name);
      }
      for (const std::string& other : option.excludes) {
        if (!is_given(other)) continue;
        refuse("{} and {} exclude each other; give one of them", option.name, describe(other));
      }
      if (!option.needs.empty() && !is_given(option.needs) && !is_excused(option)) {
        refuse("{} needs {}; add it", option.name, describe(option.needs));
      }
    }
  }

  [[noreturn]] void refuse_foreign(const GivenOption& given) {
    const std::string& name = given.name;
    std::vector<std::string> owners;
    std::string usage;
    for (const Command& command : program_.commands) {
      const Invocation invocation = command.prepare();
      const Option* const option = find(invocation.options, name);
      if (option == nullptr) continue;
      owners.push_back(command.name);
      if (usage.empty()) usage = program_.call(command) + " " + name;
      if (owners.size() > 1 || option->is_flag()) continue;
      usage += fmt::format(" {}", option->placeholder());
    }
    const bool is_size = name == "--size" && looks_like_number(given.value) && takes_size();
    refuse("{} is an option of {}, not of {}; {}", name, join(owners, ", "), result_.command->name,
           is_size ? size_advice(given.value) : "as in: " + usage);
  }

  /// Whether what the option requires or needs may be missing.
  bool is_excused(const Option& option) const {
    return std::ranges::any_of(option.unless, [&](const auto& other) { return is_given(other); });
  }

  [[noreturn]] void refuse_missing(const Option& option) const {
    if (option.is_argument()) {
      refuse("{} is missing; for example: {}", option.name, result_.command->examples.front().line);
    }
    std::vector<std::string> any = option.unless;
    any.insert(any.begin(), option.name);
    for (std::string& name : any) {
      const Option& one = *find(options(), name);
      if (!one.is_flag()) name += fmt::format(" {}", one.placeholder());
    }
    refuse("{} is missing", join(any, " or "));
  }

  void check_arguments() const {
    std::size_t places = 0;
    for (const Option& option : options()) {
      const bool is_missing = option.required && (option.is_argument() ? places >= arguments_.size()
                                                                       : !is_given(option.name));
      if (is_missing && !is_excused(option)) refuse_missing(option);
      if (option.is_argument()) places = option.is_list() ? arguments_.size() : places + 1;
    }
    if (places >= arguments_.size()) return;
    refuse("unexpected argument '{}'; usage: {}", arguments_[places],
           program_.usage(*result_.command));
  }

  void store_all() {
    auto argument = arguments_.begin();
    for (const Option& option : options()) {
      if (option.is_argument() && argument != arguments_.end()) {
        do {
          store(option, *argument++, option.name);
        } while (option.is_list() && argument != arguments_.end());
      } else if (!option.variable.empty() && !is_given(option.name)) {
        const char* const text = std::getenv(option.variable.c_str());
        if (text != nullptr && *text != '\0') store(option, text, option.variable);
      }
    }
    for (const GivenOption& given : given_) store(*given.option, given.value, given.option->name);
  }

  const Program& program_;
  CommandLine result_;
  std::vector<GivenOption> given_;
  std::vector<std::string> arguments_;
  std::vector<Invocation> all_commands_;
};

}  // namespace

std::vector<Option> Program::options_of(Topic topic) const {
  std::vector<Option> result;
  for (const Command& command : commands) {
    for (Option& option : command.prepare().options) {
      if (option.topic == topic && cli::find(result, option.name) == nullptr) {
        result.push_back(std::move(option));
      }
    }
  }
  return result;
}

CommandLine parse(const std::vector<std::string>& words, const Program& program) {
  return Parser(program).parse(words);
}

}  // namespace nqueens::cli
