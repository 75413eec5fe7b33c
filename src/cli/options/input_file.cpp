#include "cli/options/input_file.hpp"

#include <fcntl.h>
#include <fmt/format.h>

#include <cerrno>

#include "journal/format.hpp"
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

PlacementSource::PlacementSource(const std::string& file, int base)
    : opened_(open_input(file)), input_(opened_.get(), input_name(file), base) {
  if (!journal::is_journal(input_.head())) return;
  throw InvalidPlacement(fmt::format(
      "this is a journal, not a placement: {}; nqueens merge and audit read it", name()));
}

placements::ListedPlacement read_one(PlacementSource& source) {
  placements::ListedPlacement one;
  one.columns = placements::read_placement(source.input(), &one.width);
  return one;
}

}  // namespace nqueens::cli
