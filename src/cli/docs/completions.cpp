// Completions: a short script for each shell, which asks the program what may stand for a word.
#include <algorithm>

#include "cli/docs/documents.hpp"
#include "cli/options/values.hpp"

namespace nqueens::cli {

namespace {

constexpr const char* kBash =
    R"(# Completions of nqueens for bash: source this file, or install it as
# /usr/share/bash-completion/completions/nqueens
_nqueens() {
  mapfile -t COMPREPLY < <(nqueens completions bash -- "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
  [[ ${COMPREPLY[0]} == :files ]] || return
  compopt -o filenames
  mapfile -t COMPREPLY < <(compgen -f -- "${COMP_WORDS[COMP_CWORD]}")
}
complete -F _nqueens nqueens
)";

constexpr const char* kZsh = R"(#compdef nqueens
# Completions of nqueens for zsh: install this file as _nqueens in a directory of $fpath.
_nqueens() {
  local -a offers
  offers=("${(@f)$(nqueens completions zsh -- "${(@)words[2,CURRENT]}" 2>/dev/null)}")
  if [[ $offers[1] == :files ]]; then
    _files
  elif [[ -n $offers[1] ]]; then
    _describe nqueens offers
  fi
}
if [[ $funcstack[1] == _nqueens ]]; then
  _nqueens "$@"
else
  compdef _nqueens nqueens
fi
)";

constexpr const char* kFish = R"(# Completions of nqueens for fish: install this file as
# ~/.config/fish/completions/nqueens.fish
function __nqueens_offers
  set -l words (commandline -opc) (commandline -ct)
  nqueens completions fish -- $words[2..-1] 2>/dev/null
end
function __nqueens_takes_files
  contains -- :files (__nqueens_offers)
end
complete -c nqueens -n __nqueens_takes_files -F
complete -c nqueens -n 'not __nqueens_takes_files' -f -a '(__nqueens_offers)'
)";

/// `between` stands between a word and what it means; bash shows no meanings.
struct Shell {
  std::string_view name;
  const char* script;
  std::string_view between;
};
constexpr Shell kShells[] = {{"bash", kBash, ""}, {"zsh", kZsh, ":"}, {"fish", kFish, "\t"}};

using Offers = std::vector<std::pair<std::string, std::string>>;

/// Returns the words of an option, each after `start`, or what tells the script to offer files.
Offers values_of(const Option& option, const std::string& start) {
  if (option.words.empty() && option.may_be_file()) return {{":files", ""}};
  Offers offers;
  for (const std::string& word : option.words) offers.emplace_back(start + word, option.brief());
  return offers;
}

/// Returns what may come after the words; `begun` are the letters that the next one has already.
Offers offers_of(const Program& program, const std::vector<std::string>& words,
                 const std::string& begun) {
  std::vector<Option> options = Program::own_options();
  const auto is_command = [&](const std::string& word) { return program.find(word) != nullptr; };
  auto command = std::ranges::find_if(words, is_command);
  if (command == words.end()) command = std::ranges::find_if(words, looks_like_number);
  if (command != words.end()) {
    const bool is_named = is_command(*command);
    const Command& chosen = *program.find(is_named ? *command : program.default_command);
    for (const Option& option : chosen.prepare().options) options.push_back(option);
  }
  const std::size_t equals = begun.find('=');
  const std::string name = equals != begun.npos ? begun.substr(0, equals)
                           : words.empty()      ? ""
                                                : words.back();
  const auto last = std::find_if(words.rbegin(), words.rend(),
                                 [](const std::string& word) { return word.starts_with('-'); });
  for (const Option& option : options) {
    const bool is_meant = !name.empty() && (name == option.name || name == option.short_name ||
                                            name == option.former_name);
    const bool goes_on = option.takes_many() && !begun.starts_with('-') && last != words.rend() &&
                         *last == option.name;
    if (!(is_meant || goes_on) || option.is_argument() || option.is_flag()) continue;
    return values_of(option, equals == begun.npos ? "" : name + "=");
  }
  Offers offers;
  if (begun.starts_with('-')) {
    for (const Option& option : options) {
      for (const std::string& one : option.names()) offers.emplace_back(one, option.brief());
    }
  } else if (command == words.end()) {
    for (const Command& one : program.commands) offers.emplace_back(one.name, one.summary);
  } else if (const auto argument = std::ranges::find_if(options, &Option::is_argument);
             argument != options.end()) {
    return values_of(*argument, "");
  }
  return offers;
}

}  // namespace

std::vector<std::string> completion_shells() {
  std::vector<std::string> names;
  for (const Shell& shell : kShells) names.emplace_back(shell.name);
  return names;
}

std::string completions(const Program& program, std::string_view shell,
                        std::vector<std::string> words) {
  const Shell& used = *std::ranges::find(kShells, shell, &Shell::name);
  if (words.empty()) return used.script;
  std::string begun = words.back();
  words.pop_back();
  if (begun == "=") begun.clear();
  std::erase(words, "=");  // bash breaks words there
  std::string text;
  for (const auto& [word, meaning] : offers_of(program, words, begun)) {
    if (word != ":files" && !word.starts_with(begun)) continue;
    text += word;
    if (!meaning.empty() && !used.between.empty())
      text += fmt::format("{}{}", used.between, meaning);
    text += '\n';
  }
  return text;
}

}  // namespace nqueens::cli
