// The options that mean the same in every command that has them. A command adds only those that
// act on it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "cli/colour.hpp"
#include "cli/options.hpp"
#include "cli/session.hpp"
#include "nqueens/execution.hpp"

namespace nqueens::cli {

struct CommonOptions {
  std::optional<std::uint64_t> threads;
  std::string pin = "auto";
  std::optional<std::uint64_t> seed;
  bool json = false;
  bool quiet = false;
  bool no_progress = false;
  std::string colour = "auto";
  std::optional<double> time_limit;

  ColourChoice colour_choice() const;
  Pinning pinning() const { return parse_pinning(pin); }
};

void add_threads(OptionAdder& add, CommonOptions& options);  ///< --threads and --pin
/// --isa, a word: "auto" or the name of an instruction set, of this machine or not.
void add_instruction_set(OptionAdder& add, std::string& target);
void add_seed(OptionAdder& add, CommonOptions& options);
void add_json(OptionAdder& add, CommonOptions& options);
void add_quiet(OptionAdder& add, CommonOptions& options);
void add_no_progress(OptionAdder& add, CommonOptions& options);
void add_colour(OptionAdder& add, CommonOptions& options);
void add_time_limit(OptionAdder& add, CommonOptions& options);

/// Sets the streams up as --quiet and --color say.
void apply(const CommonOptions& options, Session& session);

/// --threads, else the environment's, else 0: the library takes what this process may use. Notes on
/// the session's messages when there are fewer processors. Throws InvalidArgument.
int choose_threads(const CommonOptions& options, Session& session);

}  // namespace nqueens::cli
