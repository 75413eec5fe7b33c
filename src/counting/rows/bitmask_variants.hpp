// The kernels of each instruction set; a new one is a line here, a file beside its siblings with
// its flags in CMakeLists.txt, and a line in bitmask_variants().
#pragma once

#include "counting/rows/bitmask.hpp"

namespace nqueens::counting {

extern const BitmaskVariant kBitmaskPortable;
#if defined(__x86_64__)
extern const BitmaskVariant kBitmaskBmi2;
#endif

}  // namespace nqueens::counting
