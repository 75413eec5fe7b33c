// Any bytes as a text placement. Verifying a file in blocks of any size gives the answer or error
// of parsing the whole text and find_attack().
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "base/file.hpp"
#include "domain/attacks.hpp"
#include "nqueens/error.hpp"
#include "nqueens/placement_file.hpp"
#include "placements/board_file.hpp"
#include "placements/placement_input.hpp"
#include "verify/verify.hpp"

namespace {

using namespace nqueens;

// The name that parse_placement gives its input, so that errors are equal to the letter.
constexpr const char* kName = "the text";

void require(bool condition) {
  if (!condition) std::abort();
}

std::string verify_in_blocks(int descriptor, std::size_t block_bytes) {
  ::lseek(descriptor, 0, SEEK_SET);
  verifying::VerifyTuning tuning;
  tuning.block_bytes = block_bytes;
  VerifyOptions options;
  options.threads = 1;
  try {
    placements::PlacementInput input(descriptor, kName, options.base);
    const VerifyResult result = verifying::verify_input(input, options, tuning);
    return result.attack ? to_string(*result.attack) : "solution";
  } catch (const InvalidPlacement& error) {
    return error.what();
  }
}

std::string expected_answer(std::string_view text) {
  try {
    const Placement placement = parse_placement(text);
    for (std::size_t row = 0; row < placement.size(); ++row) {
      if (placement[row] >= placement.size()) return "column out of range";
    }
    const auto pair = find_attack(placement.size(), placement);
    return pair ? to_string(*pair) : "solution";
  } catch (const InvalidPlacement& error) {
    const std::string message = error.what();
    return message.find("a placement in memory") == std::string::npos ? message
                                                                      : "column out of range";
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  if (is_drawing(placements::without_byte_order_mark(text))) return 0;
  if (placements::begins_array(text)) return 0;
  const base::FileDescriptor file(::memfd_create("fuzz", MFD_CLOEXEC));
  base::write_all(file.get(), "memory", text);
  const std::string expected = expected_answer(text);
  // The first byte chooses the blocks, so that inputs reproduce.
  const std::size_t tiny = 16 + (size > 0 ? data[0] % 48 : 0);
  for (const std::size_t block_bytes : {std::size_t{16}, tiny, std::size_t{4096}}) {
    const std::string answer = verify_in_blocks(file.get(), block_bytes);
    if (expected == "column out of range") {
      require(answer.starts_with("column out of range: ") &&
              answer.find("; a board of ") != std::string::npos);
    } else if (answer.starts_with("no placement: ")) {  // a file of another kind
      require(expected.starts_with("unexpected character: "));
    } else {
      require(answer == expected);
    }
  }
  return 0;
}
