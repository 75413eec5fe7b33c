#include "cli/options/option.hpp"

#include <algorithm>

#include "cli/terminal/text.hpp"

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
  const auto found = std::find_if(commands.begin(), commands.end(), [&](const Command& command) {
    return command.name == command_name;
  });
  return found == commands.end() ? nullptr : &*found;
}

std::vector<std::string> Program::command_names() const {
  std::vector<std::string> names;
  for (const Command& command : commands) names.push_back(command.name);
  return names;
}

const std::vector<Option>& Program::own_options() {
  static const std::vector<Option> options = {
      {.name = "--help", .short_name = "-h", .help = "print this help"},
      {.name = "--version", .short_name = "-V", .help = "print the version"},
  };
  return options;
}

std::vector<Option> Program::common_options() const {
  std::vector<Option> result;
  for (const Command& command : commands) {
    for (Option& option : command.prepare().options) {
      const bool listed = std::any_of(result.begin(), result.end(), [&](const Option& other) {
        return other.name == option.name;
      });
      if (option.common && !listed) result.push_back(std::move(option));
    }
  }
  return result;
}

std::string Program::call(const Command& command) const {
  return command.name.empty() ? name : name + " " + command.name;
}

std::string Program::usage(const Command& command) const {
  const std::vector<Option> options = command.prepare().options;
  std::string line = (launcher.empty() ? "" : launcher + " ") + call(command) + " [OPTION]...";
  for (const Option& option : options) {
    if (!option.is_argument() && option.required) {
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

}  // namespace nqueens::cli
