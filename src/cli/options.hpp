// Declares options of the kinds that the program has: flags, texts, numbers, words of a list. The
// only way for a command to reach the parser; texts become values here, and bad ones an error line.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cli/option_table.hpp"

namespace nqueens::cli {

class OptionAdder {
 public:
  explicit OptionAdder(CLI::App& app) : app_(&app) {}

  /// From now on options belong to the common group, or not.
  OptionAdder& common(bool is_common = true);

  void flag(const std::string& names, bool& target, const std::string& description);
  void text(const std::string& names, std::optional<std::string>& target,
            const std::string& value_name, const std::string& description);
  /// May be given several times.
  void texts(const std::string& names, std::vector<std::string>& target,
             const std::string& value_name, const std::string& description);
  /// A whole number; `subject` names it in errors.
  void whole(const std::string& names, std::optional<std::uint64_t>& target,
             const std::string& subject, std::uint64_t least, std::uint64_t most,
             const std::string& value_name, const std::string& description);
  void seconds(const std::string& names, std::optional<double>& target, const std::string& subject,
               const std::string& value_name, const std::string& description);
  /// One of the words; any other is refused with the nearest.
  void choice(const std::string& names, std::string& target, const std::string& subject,
              const std::vector<std::string>& words, const std::string& description);
  /// The same where there is no default.
  void choice(const std::string& names, std::optional<std::string>& target,
              const std::string& subject, const std::vector<std::string>& words,
              const std::string& description);

  /// A positional argument that must be given.
  void argument(std::string& target, const std::string& value_name, const std::string& description);
  /// One that may be left out.
  void optional_argument(std::optional<std::string>& target, const std::string& value_name,
                         const std::string& description);
  /// One or more of a kind.
  void arguments(std::vector<std::string>& target, const std::string& value_name,
                 const std::string& description);
  /// One that must be given and is a word of a list.
  void argument_choice(std::string& target, const std::string& subject,
                       const std::vector<std::string>& words, const std::string& description);

 private:
  void value(const std::string& names, const std::function<void(const std::string&)>& take,
             const std::string& value_name, const std::string& description, bool required);

  CLI::App* app_;
  bool common_ = false;
};

}  // namespace nqueens::cli
