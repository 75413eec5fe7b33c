// A placement as lines of text, plain or for a terminal. Knows no picture.
#pragma once

#include <span>
#include <string>

#include "nqueens/placement.hpp"

namespace nqueens::render {

struct TextStyle {
  bool unicode = false;  ///< chess queens instead of letters
  bool colour = false;   ///< squares and attacks by escape sequences
};

/// A line a row. Plain: '.' and 'Q', and 'X' for a queen that is attacked. In colour every square
/// is two characters wide, which makes it about square. Precondition: columns in range.
std::string text_board(std::span<const Column> columns, const TextStyle& style);

}  // namespace nqueens::render
