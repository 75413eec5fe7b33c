// The message of the exception that a call throws.
#pragma once

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
