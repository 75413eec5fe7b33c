// What a word of the command line names for reading: a file, or standard input; and the placements
// in it.
#pragma once

#include <string>

#include "base/file.hpp"
#include "placements/placement_input.hpp"
#include "placements/placement_list.hpp"

namespace nqueens::cli {

/// For errors: the name of the file, "standard input" for "-".
std::string input_name(const std::string& file);

/// Opens the file, or standard input for "-". Throws IoError, and InvalidArgument where standard
/// input was opened before: what it held has been read.
base::FileDescriptor open_input(const std::string& file);

/// One placement or several: column numbers, arrays, drawings.
class PlacementSource {
 public:
  /// Opens the file, or standard input for "-", and looks at its beginning; `base` is the number of
  /// the first column. Throws IoError, and InvalidPlacement for a journal.
  PlacementSource(const std::string& file, int base);

  const std::string& name() const { return input_.name(); }
  placements::PlacementInput& input() { return input_; }

 private:
  base::FileDescriptor opened_;
  placements::PlacementInput input_;
};

/// Holds the only placement, of any format.
placements::ListedPlacement read_one(PlacementSource& source);

}  // namespace nqueens::cli
