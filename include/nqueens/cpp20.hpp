// An older language ends here: some eighty errors would hide this one.
#pragma once

#if __cplusplus < 202002L
#error nqueens needs C++20; compile with -std=c++20
#include <end_of_compilation>  // a missing file is what ends a compiler
#endif
