// The confidence that an audit states.
#include "cli/commands/audit_report.hpp"

#include <gtest/gtest.h>

namespace nqueens::cli {
namespace {

TEST(ConfidenceText, StatesAProbability) {
  EXPECT_EQ(confidence_text(1000, 10),
            "if 1 % of the records (10 of 1000) were wrong, this sample would have shown one with "
            "probability 9.6 %");
  EXPECT_EQ(confidence_text(199, 10),
            "if one of the 199 records were wrong, this sample would have shown one with "
            "probability 5.0 %");
  EXPECT_EQ(confidence_text(2, 1),
            "if one of the 2 records were wrong, this sample would have shown one with "
            "probability 50.0 %");
  EXPECT_EQ(confidence_text(7, 7), "every record was recounted");
}

TEST(ConfidenceText, IsNeverCertainOfASample) {
  EXPECT_EQ(confidence_text(1'000'000, 900'000),
            "if 1 % of the records (10000 of 1000000) were wrong, this sample would have shown one "
            "with probability more than 99.99 %");
}

}  // namespace
}  // namespace nqueens::cli
