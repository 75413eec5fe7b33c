// The exceptions of the library. Every message is one line: what is wrong and what to do.
#pragma once

#include <optional>
#include <stdexcept>
#include <string>

#include "nqueens/fields.hpp"

namespace nqueens {

/// Base of all exceptions that this library throws itself.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;

  /// Of Stopped and NoSolution: members of the result as far as the run came.
  Fields so_far{};
};

/// A value outside its range: a board size, a thread count, a name that is not registered.
struct InvalidArgument : Error {
  using Error::Error;
};

/// Refused unless the caller asks for it by CountOptions::allow_uncomputed.
struct NeedsConfirmation : InvalidArgument {
  using InvalidArgument::InvalidArgument;
};

/// A shard of more than the plan has tasks.
struct TooManyShards : InvalidArgument {
  TooManyShards(const std::string& what, std::optional<int> depth)
      : InvalidArgument(what), deep_enough(depth) {}

  std::optional<int> deep_enough;  ///< the depth, if any, that has a task for each shard
};

/// A placement that cannot be read: a column out of range, a truncated file, a foreign format.
struct InvalidPlacement : Error {
  using Error::Error;
};

/// A file or stream that cannot be opened, read or written; the message carries errno's text.
struct IoError : Error {
  using Error::Error;
};

/// A journal of another plan, locked by another process, damaged, contradictory, or in the way of a
/// new one.
struct JournalError : Error {
  using Error::Error;
};

/// The run needs more memory than this process may take; thrown before any is allocated.
struct InsufficientMemory : Error {
  using Error::Error;
};

/// Proved: there is no solution, or no such tour.
struct NoSolution : Error {
  using Error::Error;
};

/// The run ended before its result was complete: by the caller's stop token, or by a limit of the
/// search. No partial number is returned; a journal stays valid and can be resumed.
struct Stopped : Error {
  using Error::Error;
};

}  // namespace nqueens
