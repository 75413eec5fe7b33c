// What a command reads: the options that say which board, what its queens attack, and the squares
// that are given or forbidden; and files of placements.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/file.hpp"
#include "cli/options/option.hpp"
#include "cli/options/values.hpp"
#include "nqueens/board.hpp"
#include "nqueens/verify.hpp"
#include "placements/placement_input.hpp"
#include "placements/placement_list.hpp"

namespace nqueens::cli {

struct ProblemArguments {
  std::optional<std::string> board;  ///< "8" or "8x12"; may be missing with a file
  std::optional<Variant> variant;    ///< queens, if not given
  std::vector<std::string> place;
  std::vector<std::string> block;
  std::vector<std::string> exclude;
  std::optional<std::string> file;

  /// Returns the first option given that places queens or blocks squares; null without one.
  const char* square_option() const;
  bool has_restrictions() const;
  bool has_board() const { return board || file; }
};

/// Has one placement or several: column numbers, arrays, drawings, JSON of solve and list.
class PlacementSource {
 public:
  /// Opens the file, or standard input for "-", and looks at its beginning; `base` is the number of
  /// the first column. JSON is read, and its board goes to a `problem` without one. Throws IoError,
  /// and InvalidPlacement for a journal and other JSON.
  PlacementSource(const std::string& file, int base, ProblemArguments& problem);

  const std::string& name() const { return input_->name(); }
  placements::PlacementInput& input() { return *input_; }

 private:
  base::FileDescriptor opened_;
  std::optional<placements::PlacementInput> input_;
};

/// Reads an object to its end and returns an array (.npy) of what it holds: "columns" and "second"
/// of solve, or the list "solutions". A `problem` without a board or a variant gets those of the
/// object. Throws IoError, and InvalidPlacement for other JSON.
base::FileDescriptor array_of_json(placements::PlacementInput& input, ProblemArguments& problem);

placements::ListedPlacement read_one(PlacementSource& source);  ///< the only placement
/// The shape is square where the placement does not say its width.
BoardShape shape_of(const placements::ListedPlacement& placement);
/// Verifies a placement that was read from the source; errors name its place there.
VerifyResult verify_listed(const placements::ListedPlacement& placement, const Board& board,
                           const VerifyOptions& options, const PlacementSource& source);

namespace option {

/// Makes the board an argument; `sizes` says which there are: "board size, 0 to 64".
Option board(ProblemArguments& to, std::string sizes = "board size, 0 to 64");
Option placement_board(ProblemArguments& to);  ///< the same where placements are read
Option variant(std::optional<Variant>& to);
Option base(int& to);
/// Adds to the options of a command those that restrict its board.
std::vector<Option> with_restrictions(std::vector<Option> options, ProblemArguments& to);

}  // namespace option

/// Makes the board of `min` to `max` rows; reads the board file. Throws InvalidArgument for squares
/// outside the board, and for a file that is none or of another size; IoError where it cannot be
/// read. Given queens that attack each other are refused where the board is used.
Board make_board(const ProblemArguments& arguments, std::uint64_t max = kMaxProblemSize,
                 std::uint64_t min = 0);

/// Does the same on a board of this shape, or as drawn; `arguments.board` is not looked at.
Board make_board(const ProblemArguments& arguments, const std::optional<BoardShape>& asked);

/// Does the same for a count, of up to kMaxCountSize rows of a plain board: without a board that of
/// the journal, whose squares those of the arguments must be, as resuming checks. Throws
/// InvalidArgument for a journal that is missing or empty, and as read_header() does.
Board make_board(const ProblemArguments& arguments, const std::filesystem::path& journal);

/// Writes "Q(8 with 0:3 without 1:1)", "Q(torus 13)". It is not for large boards.
std::string title(const Board& board, char letter = 'Q');
/// Writes "8 queens"; of a restricted board of up to 64 rows and columns its title.
std::string name_of(const Board& board);

/// Returns the options that make this board from a plain one. It is not for large boards.
std::vector<std::string> board_options(const Board& board);

}  // namespace nqueens::cli
