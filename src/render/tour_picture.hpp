// The picture of a tour over the squares of a board: its line in colours from first to last move.
// Knows no knight.
#pragma once

#include <cstdint>
#include <span>

#include "render/scene.hpp"

namespace nqueens::render {

/// Longest side of a board whose tour is drawn: below four pixels a square nobody can follow it.
inline constexpr std::uint64_t kMaxTourPicture = 200;

/// Squares are row * columns + column, in the order of the tour; the first is marked by a disc, the
/// last of an open tour by a smaller one, and a closed tour leads back. Numbered from 1 where there
/// is room. Precondition: 1 <= rows, columns <= kMaxTourPicture, squares on the board.
Scene draw_tour(std::uint64_t rows, std::uint64_t columns, std::span<const std::uint32_t> squares,
                bool closed, int size);

}  // namespace nqueens::render
