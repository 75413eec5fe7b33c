// Vectors on whole cache lines, for data that vector instructions read; and zeroed arrays whose
// pages are allocated when first touched, as huge pages where that pays; and vectors as sets.
#pragma once

#include <sys/mman.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <new>
#include <type_traits>
#include <vector>

namespace nqueens::base {

inline constexpr std::size_t kCacheLine = 64;

template <typename T>
struct CacheLineAllocator {
  using value_type = T;

  CacheLineAllocator() = default;
  template <typename U>
  explicit CacheLineAllocator(const CacheLineAllocator<U>&) {}

  T* allocate(std::size_t count) {
    return static_cast<T*>(::operator new (count * sizeof(T), std::align_val_t{kCacheLine}));
  }
  void deallocate(T* data, std::size_t) { ::operator delete (data, std::align_val_t{kCacheLine}); }

  template <typename U>
  bool operator==(const CacheLineAllocator<U>&) const {
    return true;
  }
};

template <typename T>
using AlignedVector = std::vector<T, CacheLineAllocator<T>>;

/// Returns the items sorted, each once.
template <typename T>
std::vector<T> as_set(std::vector<T> items) {
  std::sort(items.begin(), items.end());
  items.erase(std::unique(items.begin(), items.end()), items.end());
  return items;
}

/// Bytes on whole cache lines, not initialised: pages that nobody uses cost no time.
class ScratchMemory {
 public:
  explicit ScratchMemory(std::size_t bytes)
      : data_(::operator new (bytes, std::align_val_t{kCacheLine})) {}
  void* data() const { return data_.get(); }

 private:
  struct Free {
    void operator()(void* data) const { ::operator delete (data, std::align_val_t{kCacheLine}); }
  };
  std::unique_ptr<void, Free> data_;
};

/// Asks the system to back a block with huge pages if it is large enough to gain: random access to
/// many megabytes in 4 KiB pages misses the TLB nearly every time.
inline void advise_huge_pages([[maybe_unused]] void* begin, [[maybe_unused]] std::size_t bytes) {
#ifdef MADV_HUGEPAGE
  constexpr std::size_t kPage = std::size_t{2} << 20;
  // Below two pages, zeroing whole pages costs more than it gains.
  if (bytes < 2 * kPage) return;
  const std::size_t skipped = (kPage - reinterpret_cast<std::uintptr_t>(begin) % kPage) % kPage;
  (void)::madvise(static_cast<char*>(begin) + skipped, (bytes - skipped) / kPage * kPage,
                  MADV_HUGEPAGE);
#endif
}

/// Has `size` numbers, all zero at first; throws std::bad_alloc. Even a large one costs no time
/// until it is touched, so it can be made between two polls of a stop signal.
template <typename T>
class PageArray {
  static_assert(std::is_trivial_v<T>);

 public:
  explicit PageArray(std::size_t size)
      // calloc leaves the zeroing of large memory to the operating system, page by page.
      : data_(static_cast<T*>(std::calloc(size == 0 ? 1 : size, sizeof(T)))), size_(size) {
    if (!data_) throw std::bad_alloc();
    advise_huge_pages(data_.get(), size * sizeof(T));
  }

  T* data() { return data_.get(); }
  const T* data() const { return data_.get(); }
  std::size_t size() const { return size_; }
  T& operator[](std::size_t index) { return data_[index]; }
  const T& operator[](std::size_t index) const { return data_[index]; }

 private:
  struct Free {
    void operator()(T* data) const { std::free(data); }
  };
  std::unique_ptr<T[], Free> data_;
  std::size_t size_;
};

}  // namespace nqueens::base
