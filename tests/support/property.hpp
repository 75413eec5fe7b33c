// A property that RapidCheck tries on random input, as a test of GoogleTest. What checking one
// instantiates takes the compiler 0.7 s: it does so once, in property.cpp.
#pragma once

#include <gtest/gtest.h>
#include <rapidcheck.h>

namespace nqueens::tests {

void check_property(void (*property)());

}  // namespace nqueens::tests

#define PROPERTY(Suite, Name)                                     \
  static void property_##Suite##_##Name();                        \
  TEST(Suite, Name) {                                             \
    ::nqueens::tests::check_property(&property_##Suite##_##Name); \
  }                                                               \
  static void property_##Suite##_##Name()
