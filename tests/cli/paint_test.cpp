// Tables, and the colours of their headings.
#include "cli/terminal/paint.hpp"

#include <gtest/gtest.h>

namespace nqueens::cli {
namespace {

Table example() {
  Table table({{"name"}, {"n", Align::right}, {"last"}});
  table.add({"a", "12345", ""});
  table.add({"größer", "1", "x"});
  return table;
}

TEST(Table, AlignsColumnsByWhatIsSeen) {
  EXPECT_EQ(example().format(Paint()),
            "name        n  last\n"
            "a       12345\n"
            "größer      1  x\n");
}

TEST(Table, PaintsItsHeadingOnly) {
  EXPECT_EQ(example().format(Paint(true)),
            "\x1b[1mname        n  last\x1b[0m\n"
            "a       12345\n"
            "größer      1  x\n");
}

}  // namespace
}  // namespace nqueens::cli
