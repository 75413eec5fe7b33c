// Messages between ranks: every one comes back from its bytes, and no other bytes are taken.
#include "mpi/messages.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "nqueens/error.hpp"

namespace nqueens::mpi {
namespace {

std::string any_text() {
  return *rc::gen::arbitrary<std::string>();
}

template <typename Number>
Number any() {
  return *rc::gen::arbitrary<Number>();
}

Message any_message() {
  switch (*rc::gen::inRange(0, 9)) {
    case 0:
      return Offer{any_text(), any_text(), any<std::uint32_t>(), any<std::uint64_t>()};
    case 1:
      return Hello{any_text(), any_text(), any_text(), any<std::uint32_t>(), any<std::uint32_t>()};
    case 2:
      return Refusal{any_text()};
    case 3:
      return Request{any<bool>()};
    case 4:
      return Batch{any<std::vector<std::uint64_t>>()};
    case 5: {
      Results results;
      for (int left = *rc::gen::inRange(0, 20); left > 0; --left) {
        results.results.push_back({any<std::uint64_t>(),
                                   any<std::uint64_t>(),
                                   {any<std::uint32_t>(), any<std::uint32_t>()},
                                   any<std::uint64_t>()});
      }
      return results;
    }
    case 6:
      return End{};
    case 7:
      return Close{any<bool>()};
    default:
      return Farewell{};
  }
}

RC_GTEST_PROP(Messages, ComeBackFromTheirBytes, ()) {
  const Message message = any_message();
  RC_ASSERT(unpack(pack(message)) == message);
}

RC_GTEST_PROP(Messages, ThatAreCutOrLongerAreRefused, ()) {
  const std::string bytes = pack(any_message());
  RC_ASSERT_THROWS_AS(unpack(bytes.substr(0, *rc::gen::inRange<std::size_t>(0, bytes.size()))),
                      Error);
  RC_ASSERT_THROWS_AS(unpack(bytes + "x"), Error);
}

RC_GTEST_PROP(Messages, AnyBytesAreAMessageOrRefused, (const std::string& bytes)) {
  try {
    RC_ASSERT(pack(unpack(bytes)) == bytes);
  } catch (const Error&) {
  }
}

TEST(Messages, LengthsBeyondTheMessageTakeNoMemory) {
  std::string bytes = pack(Batch{});
  bytes.replace(1, 8, 8, '\xff');
  EXPECT_THROW(unpack(bytes), Error);
}

}  // namespace
}  // namespace nqueens::mpi
