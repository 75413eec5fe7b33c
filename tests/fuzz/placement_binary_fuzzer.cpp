// libFuzzer target: bytes behind the binary magic. A file, verified in tiny and in large blocks,
// and a pipe give what the bytes say when they are decoded one by one.
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "base/file.hpp"
#include "domain/boards.hpp"
#include "nqueens/error.hpp"
#include "placements/placement_input.hpp"
#include "placements/verify.hpp"

namespace {

using namespace nqueens;

void require(bool condition) {
  if (!condition) std::abort();
}

/// "solution", the attacking pair, or "invalid".
std::string verify_in_blocks(int descriptor, std::size_t block_bytes) {
  placements::VerifyTuning tuning;
  tuning.block_bytes = block_bytes;
  VerifyOptions options;
  options.threads = 1;
  try {
    const VerifyResult result = placements::verify_descriptor(descriptor, "input", options, tuning);
    return result.attack ? to_string(*result.attack) : "solution";
  } catch (const InvalidPlacement&) {
    return "invalid";
  }
}

std::string verify_pipe(std::string_view bytes) {
  int ends[2];
  require(::pipe(ends) == 0);
  const base::FileDescriptor reading(ends[0]);
  {
    const base::FileDescriptor writing(ends[1]);
    base::write_all(writing.get(), "pipe", bytes);
  }
  return verify_in_blocks(reading.get(), 16);
}

std::string expected_answer(std::string_view bytes) {
  const auto byte = [&](std::size_t i) {
    return static_cast<std::uint64_t>(static_cast<unsigned char>(bytes[i]));
  };
  if (bytes.size() < 16) return "invalid";
  std::uint64_t size = 0;
  for (std::size_t i = 0; i < 8; ++i) size |= byte(8 + i) << (8 * i);
  if (size == 0 || size > kMaxPlacementSize || bytes.size() != 16 + 4 * size) return "invalid";
  Placement placement;
  for (std::size_t at = 16; at < bytes.size(); at += 4) {
    placement.push_back(static_cast<Column>(byte(at) | byte(at + 1) << 8 | byte(at + 2) << 16 |
                                            byte(at + 3) << 24));
    if (placement.back() >= size) return "invalid";
  }
  const auto pair = find_attack(placement.size(), placement);
  return pair ? to_string(*pair) : "solution";
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  // The first byte says whether the header's size is made to fit, which chance would never do.
  if (size == 0) return 0;
  std::string bytes(placements::kMagic);
  bytes.append(reinterpret_cast<const char*>(data) + 1, size - 1);
  if (data[0] % 2 == 0 && bytes.size() >= 16) {
    bytes.resize(bytes.size() / 4 * 4);
    const std::uint64_t queens = (bytes.size() - 16) / 4;
    for (std::size_t i = 0; i < 8; ++i) bytes[8 + i] = static_cast<char>(queens >> (8 * i) & 0xFF);
    if (data[0] % 4 == 0) {
      // Columns that are mostly on the board.
      for (std::size_t at = 17; at < bytes.size(); at += 4)
        std::fill_n(bytes.begin() + static_cast<std::ptrdiff_t>(at), 3, '\0');
    }
  }
  const std::string expected = expected_answer(bytes);
  const base::FileDescriptor file(::memfd_create("fuzz", MFD_CLOEXEC));
  base::write_all(file.get(), "memory", bytes);
  for (const std::size_t block_bytes : {std::size_t{16}, std::size_t{4096}}) {
    ::lseek(file.get(), 0, SEEK_SET);
    require(verify_in_blocks(file.get(), block_bytes) == expected);
  }
  // A pipe takes this much without a reader.
  if (bytes.size() <= 4096) require(verify_pipe(bytes) == expected);
  return 0;
}
