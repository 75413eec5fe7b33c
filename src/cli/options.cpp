#include "cli/options.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>

#include "cli/numbers.hpp"
#include "cli/suggest.hpp"
#include "cli/text.hpp"
#include "nqueens/error.hpp"

namespace nqueens::cli {

namespace {

template <typename Target>
std::function<void(const std::string&)> take_choice(Target& target, const std::string& subject,
                                                    const std::vector<std::string>& words) {
  return [&target, subject, words](const std::string& text) {
    if (std::find(words.begin(), words.end(), text) == words.end()) {
      throw InvalidArgument(unknown_word(subject, text, words));
    }
    target = text;
  };
}

}  // namespace

OptionAdder& OptionAdder::common(bool is_common) {
  common_ = is_common;
  return *this;
}

void OptionAdder::flag(const std::string& names, bool& target, const std::string& description) {
  CLI::Option* const option = app_->add_flag(names, target, description);
  if (common_) option->group(kCommonGroup);
}

void OptionAdder::value(const std::string& names,
                        const std::function<void(const std::string&)>& take,
                        const std::string& value_name, const std::string& description,
                        bool required) {
  CLI::Option* const option = app_->add_option_function<std::string>(names, take, description);
  option->type_name(value_name)->required(required);
  if (common_) option->group(kCommonGroup);
}

void OptionAdder::text(const std::string& names, std::optional<std::string>& target,
                       const std::string& value_name, const std::string& description) {
  value(
      names, [&target](const std::string& given) { target = given; }, value_name, description,
      false);
}

void OptionAdder::texts(const std::string& names, std::vector<std::string>& target,
                        const std::string& value_name, const std::string& description) {
  CLI::Option* const option = app_->add_option_function<std::vector<std::string>>(
      names, [&target](const std::vector<std::string>& given) { target = given; }, description);
  option->type_name(value_name)->allow_extra_args(false);
  if (common_) option->group(kCommonGroup);
}

void OptionAdder::whole(const std::string& names, std::optional<std::uint64_t>& target,
                        const std::string& subject, std::uint64_t least, std::uint64_t most,
                        const std::string& value_name, const std::string& description) {
  value(
      names,
      [&target, subject, least, most](const std::string& given) {
        target = parse_whole(given, subject, least, most);
      },
      value_name, description, false);
}

void OptionAdder::seconds(const std::string& names, std::optional<double>& target,
                          const std::string& subject, const std::string& value_name,
                          const std::string& description) {
  value(
      names,
      [&target, subject](const std::string& given) { target = parse_seconds(given, subject); },
      value_name, description, false);
}

void OptionAdder::choice(const std::string& names, std::string& target, const std::string& subject,
                         const std::vector<std::string>& words, const std::string& description) {
  value(names, take_choice(target, subject, words), join(words, "|"), description, false);
}

void OptionAdder::choice(const std::string& names, std::optional<std::string>& target,
                         const std::string& subject, const std::vector<std::string>& words,
                         const std::string& description) {
  value(names, take_choice(target, subject, words), join(words, "|"), description, false);
}

void OptionAdder::argument(std::string& target, const std::string& value_name,
                           const std::string& description) {
  value(
      "argument", [&target](const std::string& given) { target = given; }, value_name, description,
      true);
}

void OptionAdder::optional_argument(std::optional<std::string>& target,
                                    const std::string& value_name, const std::string& description) {
  value(
      "argument", [&target](const std::string& given) { target = given; }, value_name, description,
      false);
}

void OptionAdder::arguments(std::vector<std::string>& target, const std::string& value_name,
                            const std::string& description) {
  app_->add_option_function<std::vector<std::string>>(
          "argument", [&target](const std::vector<std::string>& given) { target = given; },
          description)
      ->type_name(value_name)
      ->required();
}

void OptionAdder::argument_choice(std::string& target, const std::string& subject,
                                  const std::vector<std::string>& words,
                                  const std::string& description) {
  value("argument", take_choice(target, subject, words), join(words, "|"), description, true);
}

}  // namespace nqueens::cli
