#include "cli/resume_hint.hpp"

#include <algorithm>
#include <utility>

#include "cli/text.hpp"

namespace nqueens::cli {

std::string repeat_hint(std::vector<std::string> words) {
  for (std::string& word : words) word = shell_quote(word);
  return join(words, " ");
}

std::string resume_hint(std::vector<std::string> words) {
  const auto end_of_options = std::find(words.begin(), words.end(), "--");
  if (std::find(words.begin(), end_of_options, "--resume") == end_of_options) {
    words.insert(end_of_options, "--resume");
  }
  return repeat_hint(std::move(words));
}

}  // namespace nqueens::cli
