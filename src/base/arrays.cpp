#include "base/arrays.hpp"

#include <sys/mman.h>

#include <cstdint>

namespace nqueens::base {

void advise_huge_pages([[maybe_unused]] void* begin, [[maybe_unused]] std::size_t bytes) {
#ifdef MADV_HUGEPAGE
  constexpr std::size_t kPage = std::size_t{2} << 20;
  // Below two pages the zeroing of whole pages costs more than it gains.
  if (bytes < 2 * kPage) return;
  const std::size_t skipped = (kPage - reinterpret_cast<std::uintptr_t>(begin) % kPage) % kPage;
  (void)::madvise(static_cast<char*>(begin) + skipped, (bytes - skipped) / kPage * kPage,
                  MADV_HUGEPAGE);
#endif
}

}  // namespace nqueens::base
