#include "cli/option_table.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "cli/text.hpp"

namespace nqueens::cli {

namespace {

bool is_placeholder(const std::string& word) {
  return word.find_first_of("abcdefghijklmnopqrstuvwxyz") == std::string::npos;
}

OptionEntry read_option(const CLI::Option& option) {
  OptionEntry entry;
  if (!option.get_positional()) {
    for (const std::string& name : option.get_snames()) entry.names.push_back("-" + name);
    for (const std::string& name : option.get_lnames()) entry.names.push_back("--" + name);
  }
  if (option.get_items_expected_max() > 0) entry.value_name = option.get_type_name();
  entry.description = option.get_description();
  entry.common = option.get_group() == kCommonGroup;
  entry.required = option.get_required();
  entry.repeated = option.get_positional() && option.get_items_expected_max() > 1;
  return entry;
}

}  // namespace

std::string OptionEntry::placeholder() const {
  const std::string words = value_name + (repeated ? "..." : "");
  return required ? words : "[" + words + "]";
}

bool OptionEntry::takes_file() const {
  const std::vector<std::string> parts = split(value_name, '|');
  return std::find(parts.begin(), parts.end(), "FILE") != parts.end();
}

bool OptionEntry::has_name(std::string_view name) const {
  return std::find(names.begin(), names.end(), name) != names.end();
}

std::vector<std::string> OptionEntry::words() const {
  std::vector<std::string> result;
  for (std::string& part : split(value_name, '|')) {
    if (!part.empty() && !is_placeholder(part)) result.push_back(std::move(part));
  }
  return result;
}

const OptionEntry* CommandEntry::find(std::string_view option_name) const {
  const auto found = std::find_if(options.begin(), options.end(), [&](const OptionEntry& option) {
    return option.has_name(option_name);
  });
  return found == options.end() ? nullptr : &*found;
}

std::vector<std::string> CommandEntry::option_names() const {
  std::vector<std::string> result;
  for (const OptionEntry& option : options) {
    result.insert(result.end(), option.names.begin(), option.names.end());
  }
  return result;
}

std::string CommandEntry::usage() const {
  std::string line = "nqueens " + name + " [options]";
  for (const OptionEntry& option : options) {
    if (option.is_positional()) line += " " + option.placeholder();
  }
  return line;
}

const CommandEntry* ProgramTable::find(std::string_view command_name) const {
  const auto found = std::find_if(commands.begin(), commands.end(), [&](const CommandEntry& entry) {
    return entry.name == command_name;
  });
  return found == commands.end() ? nullptr : &*found;
}

std::vector<std::string> ProgramTable::command_names() const {
  std::vector<std::string> result;
  for (const CommandEntry& command : commands) result.push_back(command.name);
  return result;
}

std::vector<OptionEntry> ProgramTable::common_options() const {
  std::vector<OptionEntry> result;
  for (const CommandEntry& command : commands) {
    for (const OptionEntry& option : command.options) {
      const auto is_same = [&](const OptionEntry& other) { return other.names == option.names; };
      const bool listed = std::any_of(result.begin(), result.end(), is_same) ||
                          std::any_of(options.begin(), options.end(), is_same);
      if (option.common && !listed) result.push_back(option);
    }
  }
  return result;
}

std::vector<OptionEntry> read_options(const CLI::App& app) {
  std::vector<OptionEntry> result;
  for (const CLI::Option* option : app.get_options()) result.push_back(read_option(*option));
  return result;
}

}  // namespace nqueens::cli
