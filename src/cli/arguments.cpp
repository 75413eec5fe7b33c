#include "cli/arguments.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "cli/numbers.hpp"
#include "cli/suggest.hpp"
#include "cli/text.hpp"
#include "nqueens/error.hpp"

namespace nqueens::cli {

namespace {

class Arranger {
 public:
  explicit Arranger(const ProgramTable& table) : table_(table) {}

  Arguments arrange(const std::vector<std::string>& given) {
    for (std::size_t i = 0; i < given.size(); ++i) {
      const std::string& word = given[i];
      const bool is_option =
          !only_words_ && word.size() > 1 && word[0] == '-' && !looks_like_number(word);
      if (!is_option) {
        take_word(word);
      } else if (word == "--") {
        only_words_ = true;
      } else if (word.starts_with("--")) {
        take_long(word, given, i);
      } else {
        take_short(word, given, i);
      }
    }
    if (!result_.help && command_ != nullptr) refuse_options_of_others();
    return std::move(result_);
  }

 private:
  void take_word(const std::string& word) {
    if (command_ != nullptr) {
      result_.words.push_back(word);
      return;
    }
    // A bare board size is the commonest question.
    const bool is_size = looks_like_number(word);
    command_ = table_.find(is_size ? "count" : word);
    if (command_ == nullptr) {
      throw InvalidArgument(unknown_word("command", word, table_.command_names()));
    }
    result_.command = command_->name;
    if (is_size) result_.words.push_back(word);
  }

  void take_long(const std::string& word, const std::vector<std::string>& given, std::size_t& i) {
    const std::size_t equals = word.find('=');
    const std::string name = word.substr(0, equals);
    const OptionEntry& option = find(name, word);
    if (equals == std::string::npos) {
      add(option, name, option.takes_value() ? next_value(option, name, given, i) : "");
    } else if (option.takes_value()) {
      add(option, name, word.substr(equals + 1));
    } else {
      throw InvalidArgument(fmt::format("option takes no value: {}; write {}", word, name));
    }
  }

  /// "-q", "-t2", "-t 2", "-qt2".
  void take_short(const std::string& word, const std::vector<std::string>& given, std::size_t& i) {
    for (std::size_t at = 1; at < word.size(); ++at) {
      const std::string name = {'-', word[at]};
      const OptionEntry& option = find(name, word);
      if (!option.takes_value()) {
        add(option, name, "");
        continue;
      }
      const bool attached = at + 1 < word.size();
      add(option, name, attached ? word.substr(at + 1) : next_value(option, name, given, i));
      return;
    }
  }

  const std::string& next_value(const OptionEntry& option, const std::string& name,
                                const std::vector<std::string>& given, std::size_t& i) const {
    // The name of an option is no value: "--journal --resume" has lost its file name.
    const bool there = i + 1 < given.size() && lookup(given[i + 1]) == nullptr;
    if (!there) {
      throw InvalidArgument(
          fmt::format("value is missing: {}; it takes {}", name, option.value_name));
    }
    return given[++i];
  }

  void add(const OptionEntry& option, const std::string& name, const std::string& value) {
    if (name == "--help" || name == "-h") {
      result_.help = true;
    } else if (name == "--version") {
      result_.version = true;
    } else {
      result_.options.push_back(name);
      names_.push_back(name);
      if (option.takes_value()) result_.options.push_back(value);
    }
  }

  /// In the command where it is known, then in the program, then in every command.
  const OptionEntry* lookup(std::string_view name) const {
    if (command_ != nullptr) {
      if (const OptionEntry* const own = command_->find(name)) return own;
    }
    for (const OptionEntry& option : table_.options) {
      if (option.has_name(name)) return &option;
    }
    for (const CommandEntry& command : table_.commands) {
      if (const OptionEntry* const other = command.find(name)) return other;
    }
    return nullptr;
  }

  const OptionEntry& find(const std::string& name, const std::string& word) const {
    for (const MovedOption& moved :
         command_ != nullptr ? command_->moved : std::vector<MovedOption>{}) {
      if (moved.name != name) continue;
      throw InvalidArgument(fmt::format("{} no longer has {}: use {}; see nqueens {} --help",
                                        command_->name, name, moved.now,
                                        split(moved.now, ' ').at(1)));
    }
    if (const OptionEntry* const option = lookup(name)) return *option;
    std::vector<std::string> valid;
    for (const CommandEntry& command : table_.commands) {
      if (command_ != nullptr && command_ != &command) continue;
      for (const std::string& other : command.option_names()) valid.push_back(other);
    }
    if (command_ == nullptr) valid.push_back("--version");
    const std::optional<std::string> meant =
        name.starts_with("--") ? nearest(name, valid) : std::nullopt;
    const std::string where = command_ == nullptr ? "" : " " + command_->name;
    throw InvalidArgument(fmt::format("unknown option: {}; {}nqueens{} --help lists them", word,
                                      meant ? fmt::format("did you mean {}? ", *meant) : "",
                                      where));
  }

  void refuse_options_of_others() const {
    for (const std::string& name : names_) {
      if (command_->find(name) != nullptr) continue;
      std::vector<std::string> owners;
      for (const CommandEntry& command : table_.commands) {
        if (command.find(name) != nullptr) owners.push_back(command.name);
      }
      throw InvalidArgument(fmt::format("option does not apply to {}: {}; it belongs to {}",
                                        command_->name, name, join(owners, ", ")));
    }
  }

  const ProgramTable& table_;
  const CommandEntry* command_ = nullptr;
  bool only_words_ = false;
  std::vector<std::string> names_;
  Arguments result_;
};

}  // namespace

Arguments arrange(const std::vector<std::string>& given, const ProgramTable& table) {
  return Arranger(table).arrange(given);
}

}  // namespace nqueens::cli
