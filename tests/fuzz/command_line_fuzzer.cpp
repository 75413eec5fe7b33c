// Any lines as the words of a command line: parsed, or refused by InvalidArgument. Nothing is run.
#include <cstdint>
#include <string>
#include <vector>

#include "cli/commands/commands.hpp"
#include "cli/options/option.hpp"
#include "cli/terminal/text.hpp"
#include "nqueens/error.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace nqueens;
  static const cli::Program program = cli::nqueens_program();
  const std::vector<std::string> words = cli::split(std::string(data, data + size), '\n');
  try {
    cli::parse(words, program);
  } catch (const InvalidArgument&) {
  }
  return 0;
}
