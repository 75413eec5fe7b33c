// Placement files: text (one column number per row, separated by white space or commas; '#' starts
// a comment), drawings (a line for each row, of '.' and one 'Q'), and NumPy arrays (.npy). Arrays
// are written with signed columns of 4 bytes, above 2^31 queens 8. All integer types of 1 to 8
// bytes are read, signed or not, in any byte order, of format versions 1 to 3.
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
  npy,      ///< a NumPy array, as described above
  board,    ///< text drawing: '.' and 'Q', a line for each row; at most kMaxBoardDrawing queens and
            ///< columns
};

inline constexpr std::uint64_t kMaxBoardDrawing = 10000;  ///< queens: 100 MB of text

/// Reads "columns", "npy" or "board"; else throws InvalidArgument, which names them.
PlacementFormat parse_placement_format(std::string_view text);
std::string_view to_string(PlacementFormat format);

/// Writes a placement to an open file descriptor, in blocks, without a second copy in memory.
/// `width` is the number of columns of a drawing; 0: as many as queens. Throws IoError (with `name`
/// in the message) if a write fails, as with a full disk or a closed pipe; InvalidArgument for a
/// drawing of more than kMaxBoardDrawing queens or columns, before anything is written.
void write_placement(int descriptor, const std::string& name, std::span<const Column> columns,
                     PlacementFormat format, std::uint64_t width = 0);

/// Writes it to a file, which appears when it is complete; in place to a device, pipe, /dev/stdout.
void write_placement_file(const std::filesystem::path& path, std::span<const Column> columns,
                          PlacementFormat format, std::uint64_t width = 0);

/// Reads the one placement of a file of any format. Does not check whether it is a solution. Unless
/// null, `width` is set to the number of columns of a drawing; 0: the file does not tell. Throws
/// IoError and InvalidPlacement as verify_file() does, InvalidPlacement above kMaxPlacementSize,
/// and InsufficientMemory.
Placement read_placement_file(const std::filesystem::path& path, std::uint64_t* width = nullptr);

/// Reads it from an open file descriptor, for example a pipe, which errors call `name`.
Placement read_placement_stream(int descriptor, const std::string& name,
                                std::uint64_t* width = nullptr);

/// Reads the text form. Throws InvalidPlacement.
Placement parse_placement(std::string_view text);

}  // namespace nqueens
