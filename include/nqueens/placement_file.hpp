// Placement files: text (one column number per row, separated by white space or commas, '#' starts
// a comment), drawings (a line a row, '.' and one 'Q'), and arrays of NumPy (.npy). Written arrays
// are signed, 4 bytes a column, 8 above 2^31 queens; every type of integers is read, of 1 to 8
// bytes, signed or not, in any byte order, of versions 1 to 3 of the format.
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <string_view>

#include "nqueens/placement.hpp"

namespace nqueens {

enum class PlacementFormat {
  columns,  ///< text: column numbers on one line, separated by single spaces
  npy,      ///< an array of NumPy, as described above
  board,    ///< text drawing: '.' and 'Q', a line for each row; at most kMaxBoardDrawing queens
};

/// Largest placement that may be drawn as a board: 10,000 queens are 100 MB of text.
inline constexpr std::uint64_t kMaxBoardDrawing = 10000;

/// Parses "columns", "npy" or "board"; throws InvalidArgument naming the valid words.
PlacementFormat parse_placement_format(std::string_view text);
std::string_view to_string(PlacementFormat format);

/// Writes a placement to an open file descriptor, in blocks, without a second copy in memory.
/// Throws IoError (with `name` in the message) when a write fails: a full disk, a closed pipe;
/// InvalidArgument for a drawing of more than kMaxBoardDrawing queens, before anything is written.
/// `width` is the number of columns of a drawing; 0: as many as queens.
void write_placement(int descriptor, const std::string& name, std::span<const Column> columns,
                     PlacementFormat format, std::uint64_t width = 0);

/// Writes a placement to a file. Writes to a temporary file beside it and renames that, so a reader
/// never sees half a placement (devices and pipes are written in place).
void write_placement_file(const std::filesystem::path& path, std::span<const Column> columns,
                          PlacementFormat format, std::uint64_t width = 0);

/// Reads the one placement of a file of any format. Does not check whether it is a solution. Where
/// not null, `width` is set to the number of columns of a drawing; 0: the file does not tell.
/// Throws IoError and InvalidPlacement as verify_file does, and InvalidPlacement above
/// kMaxPlacementSize.
Placement read_placement_file(const std::filesystem::path& path, std::uint64_t* width = nullptr);

/// The same from an open file descriptor, for example a pipe; `name` is for errors.
Placement read_placement_stream(int descriptor, const std::string& name,
                                std::uint64_t* width = nullptr);

/// Parses the text form. Throws InvalidPlacement.
Placement parse_placement(std::string_view text);

}  // namespace nqueens
