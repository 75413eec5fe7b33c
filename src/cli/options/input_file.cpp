#include "cli/options/input_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>

#include <cerrno>

#include "nqueens/error.hpp"

namespace nqueens::cli {

std::string input_name(const std::string& file) {
  return file == "-" ? "standard input" : file;
}

base::FileDescriptor open_input(const std::string& file) {
  static bool has_read_standard_input = false;
  if (file != "-") return base::open_for_reading(file);
  if (has_read_standard_input) {
    throw InvalidArgument(
        "standard input can be read only once; give - once, and a file beside it");
  }
  has_read_standard_input = true;
  base::FileDescriptor input(::fcntl(0, F_DUPFD_CLOEXEC, 0));
  if (!input.valid()) {
    throw IoError(fmt::format("cannot read: {}; {}", input_name(file), base::errno_text(errno)));
  }
  return input;
}

}  // namespace nqueens::cli
