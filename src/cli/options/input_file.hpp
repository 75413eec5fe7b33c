// What a word of the command line names for reading: a file, or standard input; and the placements
// in it.
#pragma once

#include <cstdint>
#include <optional>
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

/// One placement or several: column numbers, binary, drawings.
class PlacementSource {
 public:
  /// Opens the file, or standard input for "-", and looks at its beginning. Throws IoError, and
  /// InvalidPlacement for a journal.
  explicit PlacementSource(const std::string& file);

  const std::string& name() const { return input_.name(); }
  /// For what reads the placement without holding it.
  placements::PlacementInput& input() { return input_; }

  bool is_binary() const { return input_.is_binary(); }
  /// Whether it begins with two placements, as placements::is_list() tells.
  bool is_list(std::optional<std::uint64_t> rows = std::nullopt) const;

  /// Reads the placements of a text one by one, as placements::read_list() does. Throws
  /// InvalidPlacement where there is none.
  void read_list(const placements::ListSink& sink);

 private:
  base::FileDescriptor opened_;
  placements::PlacementInput input_;
};

/// Holds the only placement, of any format.
placements::ListedPlacement read_one(PlacementSource& source);

}  // namespace nqueens::cli
