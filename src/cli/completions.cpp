#include "cli/completions.hpp"

namespace nqueens::cli {

std::vector<CompletionShell> completion_shells() {
  return {{"bash", bash_completions}, {"zsh", zsh_completions}, {"fish", fish_completions}};
}

}  // namespace nqueens::cli
