// Any bytes as a board file: refused by InvalidArgument, or read as a board whose squares all lie
// on it.
#include <cstdint>
#include <string>

#include "nqueens/error.hpp"
#include "nqueens/problem.hpp"
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
  Problem problem(file.rows, file.columns, Variant::queens);
  for (const Square& square : file.blocked) problem.block(square);
  for (const Square& square : file.queens) problem.require(square);
  return 0;
}
