#include "cli/options/shared_options.hpp"

#include <algorithm>

#include "base/cpu_features.hpp"
#include "base/file.hpp"
#include "nqueens/count.hpp"
#include "nqueens/info.hpp"
#include "run/executor.hpp"

namespace nqueens::cli {

namespace option {

/// No cut goes deeper. The library knows how deep each one goes, and says it.
constexpr int kMaxDepth = 32;
constexpr int kMaxDevice = 1000;  ///< the library knows how many there are

Option threads(int& to) {
  return {.name = "--threads",
          .to = &to,
          .help =
              "use at most NUM threads; default: one for each usable processor, fewer where more "
              "do not help",
          .value = "NUM",
          .min = 1,
          .max = kMaxThreads,
          .short_name = "-t",
          .variable = "NQUEENS_THREADS",
          .topic = Topic::common};
}

Option pin(Pinning& to) {
  return {.name = "--pin",
          .to = [&to](const std::string& word) { to = parse_pinning(word); },
          .help = "bind threads; auto (default): each to a NUMA node, cores: each to one processor",
          .words = pin_words(),
          .topic = Topic::common};
}

Option seed(std::optional<std::uint64_t>& to, std::string_view with_the_same) {
  return {
      "--seed", &to,
      fmt::format("seed of random numbers; the same one gives {}; default: random", with_the_same),
      "SEED"};
}

Option engine(std::string& to) {
  std::vector<std::string> words = {"auto"};
  for (const EngineInfo& engine : engines()) words.push_back(engine.name);
  return {.name = "--engine",
          .to = &to,
          .help = "engine that counts; default: auto, the fastest; nqueens info describes them",
          .words = std::move(words)};
}

Option instruction_set(std::string& to) {
  std::vector<std::string> words = {"auto"};
  for (const std::string& name : base::known_instruction_sets()) words.push_back(name);
  return {.name = "--isa",
          .to = &to,
          .help = "use no instruction set above this one; default: the best here",
          .words = std::move(words)};
}

Option device(int& to) {
  return {.name = "--device",
          .to = &to,
          .help = "device of opencl, which is experimental; default: the first GPU",
          .value = "NUM",
          .min = 1,
          .max = kMaxDevice};
}

Option depth(std::optional<int>& to) {
  return {"--depth",
          &to,
          "how finely the count is cut into tasks; a larger number gives more and smaller ones; "
          "default: by the board",
          "NUM",
          0,
          kMaxDepth};
}

Option journal(std::filesystem::path& to) {
  return {"--journal", &to,
          "record finished tasks in this file, or resume it; share/doc/nqueens/RUNNING.md of the "
          "installation is the guide to long counts",
          "FILE"};
}

Option output(std::optional<std::string>& to, std::string_view what, std::string_view suffixes) {
  return {.name = "--output",
          .to =
              [&to](const std::string& file) {
                // The suffix of a link to standard output chooses the format.
                const bool has_suffix = std::filesystem::path(file).has_extension();
                if (file != "-" && (has_suffix || base::descriptor_of(file) != 1)) to = file;
              },
          .help = fmt::format("write the {} to this file; its suffix chooses the format: {}", what,
                              suffixes),
          .value = "FILE",
          .short_name = "-o"};
}

std::vector<Option> table(ResultOptions& to) {
  Option file = output(to.output, "table", "");
  file.help = "write the table to this file (.csv)";
  return {{.name = "--format",
           .to = &to.format,
           .help = "print a table; a row for each result, with the members of --json",
           .words = {"csv"}},
          file};
}

Option journals(std::vector<std::string>& to, std::string_view more) {
  return {.name = "journal",
          .to = &to,
          .help = fmt::format("journals of one count, finished or running{}", more),
          .value = "FILE",
          .required = true};
}

Option force(bool& to, std::string_view more) {
  return {
      "--force", &to,
      fmt::format("count over {} queens too, which nobody has done{}", kLargestComputedSize, more)};
}

Option check(bool& to) {
  return {"--check", &to,
          "compare with the published number; exit code 1 if it differs; for plain boards"};
}

Option progress(std::optional<double>& to) {
  return {.name = "--progress",
          .to =
              [&to](const std::string& text) {
                to = text == "0" ? 0 : parse_seconds(text, "--progress");
              },
          .help =
              "log progress this often without a terminal; 0: never; default: every ten minutes "
              "with a journal, else never",
          .value = "SECONDS",
          .excludes = {"--no-progress"}};
}

std::vector<std::string> pin_words() {
  std::vector<std::string> words;
  for (const Pinning pinning : {Pinning::automatic, Pinning::none, Pinning::cores}) {
    words.emplace_back(to_string(pinning));
  }
  return words;
}

}  // namespace option

std::vector<Option> with_common(std::vector<Option> options, CommonOptions& to,
                                const std::vector<std::string>& names) {
  const auto set_colour = [&to](const std::string& word) {
    to.colour = word == "always"  ? ColourChoice::always
                : word == "never" ? ColourChoice::never
                                  : ColourChoice::automatic;
  };
  std::vector<Option> all = {
      {"--json", &to.json, "print one JSON object; placements that --output writes are not in it"},
      {.name = "--quiet",
       .to = &to.quiet,
       .help = "print only the result, no times or notes",
       .short_name = "-q"},
      {"--no-progress", &to.no_progress, "show no lines of progress"},
      {.name = "--color",
       .to = set_colour,
       .help = "use colours; default: auto, on a terminal",
       .words = {"auto", "always", "never"}},
      {"--time-limit", &to.time_limit, "stop after this time with exit code 75", "SECONDS"},
  };
  for (Option& option : all) {
    if (!names.empty() && std::find(names.begin(), names.end(), option.name) == names.end())
      continue;
    option.topic = Topic::common;
    options.push_back(std::move(option));
  }
  return options;
}

bool needs_device(std::string_view engine) {
  return engine != "auto" && std::ranges::any_of(engines(), [&](const EngineInfo& one) {
           return one.name == engine && one.needs_device;
         });
}

void note_fewer_threads(Session& session, int asked) {
  const int most = run::default_threads();
  if (asked <= most) return;
  session.messages.note_later(fmt::format(
      "{} threads are asked for, at most {} start: one for each usable processor", asked, most));
}

void log_progress(Session& session, bool has_journal) {
  session.messages.log_progress(session.common.log_seconds.value_or(has_journal ? kLogSeconds : 0));
}

ProgressCallback progress_callback(Session& session, const std::string& label,
                                   const ProgressWords& words) {
  session.stopped.how_far = fmt::format("{}, no {} {}", label, words.things, words.done);
  return [&session, label, words](const Progress& progress) {
    session.stopped.how_far = label + ", " + describe_progress(progress, words);
    session.messages.show_progress(progress_fields(label, progress, words));
  };
}

}  // namespace nqueens::cli
