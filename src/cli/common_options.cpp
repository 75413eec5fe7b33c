#include "cli/common_options.hpp"

#include <fmt/format.h>

#include <cstdlib>

#include "cli/environment.hpp"
#include "cli/numbers.hpp"
#include "nqueens/info.hpp"

namespace nqueens::cli {

ColourChoice CommonOptions::colour_choice() const {
  if (colour == "always") return ColourChoice::always;
  return colour == "never" ? ColourChoice::never : ColourChoice::automatic;
}

void add_threads(OptionAdder& add, CommonOptions& options) {
  add.common().whole("-t,--threads", options.threads, "threads", 1, kMaxThreads, "T",
                     fmt::format("worker threads, 1 to {}; default: {}, else the processors that "
                                 "this process may use (one for a search that has no use for more: "
                                 "below a million queens, or where threads could only race)",
                                 kMaxThreads, kThreadsVariable));
  std::vector<std::string> words;
  for (const Pinning pinning : {Pinning::automatic, Pinning::none, Pinning::cores}) {
    words.emplace_back(to_string(pinning));
  }
  add.choice("--pin", options.pin, "pinning", words,
             "bind threads to NUMA nodes where there are several (auto, the default), to nothing, "
             "or each to one processor");
}

void add_instruction_set(OptionAdder& add, std::string& target) {
  std::vector<std::string> names = {"auto"};
  for (const std::string& name : known_instruction_sets()) names.push_back(name);
  add.choice("--isa", target, "instruction set", names,
             "the most that kernels may use; default auto: the best of this machine; nqueens info "
             "lists those of every engine");
}

void add_seed(OptionAdder& add, CommonOptions& options) {
  add.common().whole("--seed", options.seed, "seed", 0, UINT64_MAX, "S",
                     "start of the random numbers; with one thread (windowed: with any number of "
                     "them) the same seed gives the same "
                     "placement; default: drawn from the system");
}

void add_json(OptionAdder& add, CommonOptions& options) {
  add.common().flag("--json", options.json, "print the result as one JSON object");
}

void add_quiet(OptionAdder& add, CommonOptions& options) {
  add.common().flag("-q,--quiet", options.quiet,
                    "print the bare result, and nothing but errors on standard error");
}

void add_no_progress(OptionAdder& add, CommonOptions& options) {
  add.common().flag("--no-progress", options.no_progress,
                    "no progress line (there is one only on a terminal)");
}

void add_colour(OptionAdder& add, CommonOptions& options) {
  add.common().choice("--color", options.colour, "colour choice", {"auto", "always", "never"},
                      "colours; default auto: on a terminal");
}

void add_time_limit(OptionAdder& add, CommonOptions& options) {
  add.common().seconds("--time-limit", options.time_limit, "time limit", "SECONDS",
                       "stop after this time with exit code 75");
}

void apply(const CommonOptions& options, Session& session) {
  session.messages.set_quiet(options.quiet);
  session.messages.set_colour(options.colour_choice());
}

int choose_threads(const CommonOptions& options, Session& session) {
  std::optional<std::uint64_t> threads = options.threads;
  const char* const from_environment = std::getenv(kThreadsVariable);
  if (!threads && from_environment != nullptr && *from_environment != '\0') {
    threads = parse_whole(from_environment, kThreadsVariable, 1, kMaxThreads);
  }
  if (!threads) return 0;
  const int processors = machine().usable_processors;
  if (*threads > static_cast<std::uint64_t>(processors)) {
    session.messages.note(fmt::format("note: {} threads share {} processor{}", *threads, processors,
                                      processors == 1 ? "" : "s"));
  }
  return static_cast<int>(*threads);
}

}  // namespace nqueens::cli
