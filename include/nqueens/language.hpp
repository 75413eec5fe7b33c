// Older languages than C++20 get one line: a file that is missing ends the compiler, where fifty
// errors followed on #error.
#pragma once

#if __cplusplus < 202002L
#include <nqueens needs C++20: give the compiler -std=c++20>
#endif
