// NumPy arrays of every type. A file verified in tiny and in large blocks and a pipe give the
// answer of a decoder that reads one number at a time. Some inputs replace the header too.
#include <fmt/format.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>

#include "base/file.hpp"
#include "domain/attacks.hpp"
#include "nqueens/error.hpp"
#include "placements/npy.hpp"
#include "verify/verify.hpp"

namespace {

using namespace nqueens;

void require(bool condition) {
  if (!condition) std::abort();
}

/// "solution", the attacking pair, or "invalid".
std::string verify_in_blocks(int descriptor, std::size_t block_bytes) {
  verifying::VerifyTuning tuning;
  tuning.block_bytes = block_bytes;
  VerifyOptions options;
  options.threads = 1;
  try {
    placements::PlacementInput input(descriptor, "input", options.base);
    const VerifyResult result = verifying::verify_input(input, options, tuning);
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

/// Decodes `numbers` byte by byte.
std::string expected_answer(std::string_view numbers, const placements::NumberType& type) {
  const auto width = static_cast<std::size_t>(type.bytes);
  const std::size_t size = numbers.size() / width;
  if (size == 0 || numbers.size() % width != 0) return "invalid";
  Placement placement;
  for (std::size_t at = 0; at < numbers.size(); at += width) {
    std::uint64_t number = 0;
    for (std::size_t i = 0; i < width; ++i) {
      const std::size_t place = type.is_big_endian ? i : width - 1 - i;
      number = number << 8 | static_cast<unsigned char>(numbers[at + place]);
    }
    if (type.is_signed && number >> (8 * width - 1) != 0) return "invalid";
    if (number >= size) return "invalid";
    placement.push_back(static_cast<Column>(number));
  }
  const auto pair = find_attack(placement.size(), placement);
  return pair ? to_string(*pair) : "solution";
}

void require_answers(const std::string& bytes, const std::optional<std::string>& expected) {
  const base::FileDescriptor file(::memfd_create("fuzz", MFD_CLOEXEC));
  base::write_all(file.get(), "memory", bytes);
  for (const std::size_t block_bytes : {std::size_t{16}, std::size_t{4096}}) {
    ::lseek(file.get(), 0, SEEK_SET);
    const std::string answer = verify_in_blocks(file.get(), block_bytes);
    require(!expected || answer == *expected);
  }
  // A pipe holds this much without a reader.
  if (bytes.size() <= 4096) require(!expected || verify_pipe(bytes) == *expected);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const std::string rest(reinterpret_cast<const char*>(data) + 1, size - 1);
  if (data[0] % 8 == 7) {
    require_answers("\x93NUMPY" + rest, std::nullopt);
    return 0;
  }
  const placements::NumberType type{1 << data[0] / 8 % 4, data[0] / 32 % 2 != 0, data[0] / 64 != 0};
  const std::size_t queens = rest.size() / static_cast<std::size_t>(type.bytes);
  std::string header("\x93NUMPY\1\0\x76\0", 10);
  header += fmt::format(
      "{:<117}\n",
      fmt::format("{{'descr': '{}{}{}', 'fortran_order': False, 'shape': ({},)}}",
                  type.is_big_endian ? '>' : '<', type.is_signed ? 'i' : 'u', type.bytes, queens));
  require_answers(header + rest, expected_answer(rest, type));
  return 0;
}
