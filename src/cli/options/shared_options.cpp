#include "cli/options/shared_options.hpp"

#include <fmt/format.h>

#include "nqueens/count.hpp"
#include "nqueens/info.hpp"

namespace nqueens::cli {

namespace option {

Option threads(int& to) {
  return {.name = "--threads",
          .short_name = "-t",
          .to = &to,
          .value = "NUM",
          .help = "most threads to use; default: one for each processor of this process",
          .min = 1,
          .max = kMaxThreads,
          .variable = "NQUEENS_THREADS",
          .common = true};
}

Option pin(Pinning& to) {
  return {.name = "--pin",
          .to = [&to](const std::string& word) { to = parse_pinning(word); },
          .help = "bind each thread to a processor (cores), or to a NUMA node (auto, the default)",
          .words = pin_words(),
          .common = true};
}

Option seed(std::optional<std::uint64_t>& to, std::string_view with_the_same) {
  return {.name = "--seed",
          .to = &to,
          .value = "SEED",
          .help = fmt::format("seed; the same one gives {}; default: a random one", with_the_same)};
}

Option json(bool& to) {
  return {.name = "--json",
          .to = &to,
          .help = "print one JSON object, also when no solution is found",
          .common = true};
}

Option quiet(bool& to) {
  return {.name = "--quiet",
          .short_name = "-q",
          .to = &to,
          .help = "print the bare result; on standard error only errors",
          .common = true};
}

Option no_progress(bool& to) {
  return {.name = "--no-progress",
          .to = &to,
          .help = "show no progress line on a terminal",
          .common = true};
}

Option colour(ColourChoice& to) {
  return {.name = "--color",
          .to =
              [&to](const std::string& word) {
                to = word == "always"  ? ColourChoice::always
                     : word == "never" ? ColourChoice::never
                                       : ColourChoice::automatic;
              },
          .help = "use colors; default: auto, on a terminal",
          .words = {"auto", "always", "never"},
          .common = true};
}

Option time_limit(std::optional<double>& to) {
  return {.name = "--time-limit",
          .to = &to,
          .value = "SECONDS",
          .help = "stop after this time with exit code 75",
          .common = true};
}

Option engine(std::string& to) {
  return {.name = "--engine",
          .to = &to,
          .help = "method of counting; default: auto, the fastest; nqueens info describes them",
          .words = engine_words()};
}

Option instruction_set(std::string& to) {
  std::vector<std::string> words = {"auto"};
  for (const std::string& name : known_instruction_sets()) words.push_back(name);
  return {.name = "--isa",
          .to = &to,
          .help = "largest instruction set to use; default: auto, the best of this machine",
          .words = std::move(words)};
}

Option depth(std::optional<int>& to) {
  return {.name = "--depth",
          .to = &to,
          .value = "NUM",
          .help =
              "how finely the count is cut into tasks: how many queens a task fixes; for "
              "colour-join how often large row sets are split; default: by the board alone",
          .max = kMaxCountSize};
}

Option journal(std::filesystem::path& to) {
  return {.name = "--journal",
          .to = &to,
          .value = "FILE",
          .help = "record finished tasks in this file; a run that ended early is resumed from it"};
}

Option output(std::optional<std::string>& to, std::string help) {
  return {.name = "--output",
          .short_name = "-o",
          .to =
              [&to](const std::string& file) {
                if (file != "-") to = file;
              },
          .value = "FILE",
          .help = std::move(help)};
}

Option journals(std::vector<std::string>& to, std::string_view more) {
  return {.name = "journal",
          .to = &to,
          .value = "FILE",
          .help = fmt::format("journals of one count; they may be in use{}", more),
          .required = true};
}

Option force(bool& to) {
  return {.name = "--force",
          .to = &to,
          .help = fmt::format("count also above {}, or what takes more than {:.0f} core hours",
                              kLargestComputedSize, kLongestUnaskedCount / 3600)};
}

Option check(bool& to) {
  return {.name = "--check",
          .to = &to,
          .help = "compare with the published value; exit code 1 if it differs"};
}

std::vector<std::string> engine_words() {
  std::vector<std::string> words = {"auto"};
  for (const EngineInfo& engine : engines()) words.push_back(engine.name);
  return words;
}

std::vector<std::string> pin_words() {
  std::vector<std::string> words;
  for (const Pinning pinning : {Pinning::automatic, Pinning::none, Pinning::cores}) {
    words.emplace_back(to_string(pinning));
  }
  return words;
}

}  // namespace option

std::vector<Option> with_run(std::vector<Option> options, int& threads, Pinning& pinning,
                             CommonOptions& to) {
  const std::vector<Option> more = {
      option::threads(threads),
      option::pin(pinning),
      option::json(to.json),
      option::quiet(to.quiet),
      option::no_progress(to.no_progress),
      option::colour(to.colour),
      option::time_limit(to.time_limit),
  };
  options.insert(options.end(), more.begin(), more.end());
  return options;
}

Option excluding(Option option, std::vector<std::string> others) {
  option.excludes = std::move(others);
  return option;
}

Option needing(Option option, std::string other) {
  option.needs = std::move(other);
  return option;
}

void apply(const CommonOptions& options, Session& session) {
  session.messages.set_quiet(options.quiet);
  session.messages.set_progress(!options.no_progress);
  session.messages.set_colour(options.colour);
  session.output.set_colour(options.colour);
}

ProgressCallback progress_callback(Session& session, const std::string& label,
                                   const ProgressWords& words) {
  session.stopped.how_far = fmt::format("{}, no {} {}", label, words.things, words.done);
  return [&session, label, words](const Progress& progress) {
    session.stopped.how_far = label + ", " + describe_progress(progress, words);
    if (!session.messages.shows_progress()) return;
    const std::size_t width = session.messages.terminal_width() - 1;
    session.messages.show_progress(
        format_progress(label, progress, width, session.messages.paint(), words));
  };
}

}  // namespace nqueens::cli
