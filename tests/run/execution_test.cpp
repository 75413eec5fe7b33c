// The words for pinning.
#include "nqueens/execution.hpp"

#include <gmock/gmock.h>

#include "nqueens/error.hpp"

namespace nqueens {
namespace {

using ::testing::HasSubstr;

TEST(PinningTest, ParsesWhatItPrints) {
  for (const Pinning pinning : {Pinning::automatic, Pinning::none, Pinning::cores}) {
    EXPECT_EQ(parse_pinning(to_string(pinning)), pinning);
  }
  EXPECT_EQ(to_string(Pinning::automatic), "auto");
}

TEST(PinningTest, AnythingElseIsRefusedWithTheValidWords) {
  for (const std::string_view text : {"", "automatic", "AUTO", "cores ", "core"}) {
    try {
      parse_pinning(text);
      ADD_FAILURE() << "accepted: " << text;
    } catch (const InvalidArgument& error) {
      EXPECT_THAT(error.what(), HasSubstr("\"" + std::string(text) + "\""));
      EXPECT_THAT(error.what(), HasSubstr("; valid are auto, none and cores"));
    }
  }
}

}  // namespace
}  // namespace nqueens
