// A property that RapidCheck tries on random input, as a GoogleTest. The templates of a check take
// the compiler 0.7 s, so they are instantiated once, in property.cpp.
#pragma once

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <cstdint>

namespace nqueens::tests {

void check_property(void (*property)());
/// Drawn by RapidCheck, in a property.
std::uint64_t draw_seed();

}  // namespace nqueens::tests

#define PROPERTY(Suite, Name)                                     \
  static void property_##Suite##_##Name();                        \
  TEST(Suite, Name) {                                             \
    ::nqueens::tests::check_property(&property_##Suite##_##Name); \
  }                                                               \
  static void property_##Suite##_##Name()
