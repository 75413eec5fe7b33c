// Many placements on one sheet, numbered from 1, row by row.
#pragma once

#include <cstddef>
#include <vector>

#include "nqueens/placement.hpp"
#include "render/scene.hpp"

namespace nqueens::render {

/// More boards than these make no picture that anybody looks at.
inline constexpr std::size_t kMaxOnSheet = 5000;

/// About `size` pixels wide, boards of different sizes scaled to the same width; as many rows of
/// boards as a page of four to three takes, but no board below 16 pixels. Precondition: 1 to
/// kMaxOnSheet placements, each of 1 to kMaxBoardPicture columns in range.
Scene draw_sheet(const std::vector<Placement>& placements, int size);

}  // namespace nqueens::render
