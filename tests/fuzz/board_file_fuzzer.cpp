// Any bytes as a board file: refused by InvalidArgument, or read as a board with all its squares.
#include <cstdint>
#include <string>

#include "nqueens/board.hpp"
#include "nqueens/error.hpp"
#include "placements/board_file.hpp"

using namespace nqueens;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(data, data + size);
  BoardFile file;
  try {
    file = parse_board_file(text, "fuzz");
  } catch (const InvalidArgument&) {
    return 0;
  }
  // These throw for anything outside the board.
  Board board(file.rows, file.columns);
  for (const Square& square : file.blocked) board.block(square);
  for (const Square& square : file.queens) board.place(square);
  return 0;
}
