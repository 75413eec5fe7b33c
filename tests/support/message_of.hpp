// The message of the exception that a call throws.
#pragma once

#include <gmock/gmock.h>

#include <string>

namespace nqueens::tests {

/// Exceptions of other classes pass through.
template <typename Exception, typename Call>
std::string message_of(Call&& call) {
  try {
    call();
  } catch (const Exception& error) {
    return error.what();
  }
  return "nothing thrown";
}

}  // namespace nqueens::tests

/// EXPECT_THROW of an exception whose message has the words.
#define EXPECT_THROW_WITH(statement, Exception, words)                     \
  EXPECT_THAT(::nqueens::tests::message_of<Exception>([&] { statement; }), \
              ::testing::HasSubstr(words))
