// The placements of a file or of standard input, in every form that this program writes them:
// column numbers, binary, drawings, JSON; one, or several in one text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/file.hpp"
#include "placements/placement_input.hpp"
#include "placements/placement_list.hpp"

namespace nqueens::cli {

class PlacementSource {
 public:
  /// Opens the file, or standard input for "-", and looks at its beginning. A record in JSON must
  /// be of that variant. Throws IoError, and InvalidPlacement for a journal.
  explicit PlacementSource(const std::string& file, std::string variant = "queens");

  const std::string& name() const { return input_.name(); }
  /// For what reads the placement without holding it.
  placements::PlacementInput& input() { return input_; }

  bool is_binary() const { return input_.is_binary(); }
  bool is_json() const;
  /// Whether it begins with two placements, as placements::is_list() tells; of JSON, whether it has
  /// the array of a list, or that of a second solution.
  bool is_list(std::optional<std::uint64_t> rows = std::nullopt) const;

  /// Reads the placements of a text one by one, as placements::read_list() does; those of JSON are
  /// "columns" and "second" of nqueens solve, or the arrays in "solutions" of nqueens list, with
  /// the rows and the width of the board that the record names. Throws InvalidPlacement where there
  /// is none.
  void read_list(const placements::ListSink& sink);
  /// Reads the only placement. Throws InvalidPlacement for several.
  placements::ListedPlacement read_one();

 private:
  base::FileDescriptor opened_;
  placements::PlacementInput input_;
  std::string variant_;
};

}  // namespace nqueens::cli
