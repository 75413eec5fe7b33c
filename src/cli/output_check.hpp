// Whether a file for the result can be written: looked at before a long search, not after it.
#pragma once

#include <cstdint>
#include <string>

#include "nqueens/placement_file.hpp"

namespace nqueens::cli {

/// Bytes that a solution of the board takes in a file: exact, since every column stands in it once.
std::uint64_t solution_bytes(std::uint64_t board_size, PlacementFormat format);

/// Throws IoError when the file cannot be written as far as can be known beforehand: its directory
/// is missing or closed to this process, it is a directory, the file system has too little room.
/// Writes nothing.
void require_writable(const std::string& path, std::uint64_t bytes);

}  // namespace nqueens::cli
