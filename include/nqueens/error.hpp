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
class InvalidArgument : public Error {
 public:
  using Error::Error;
};

/// Refused unless the caller asks for it by CountOptions::allow_uncomputed.
class NeedsConfirmation : public InvalidArgument {
 public:
  using InvalidArgument::InvalidArgument;
};

/// A shard of more than the plan has tasks.
class TooManyShards : public InvalidArgument {
 public:
  TooManyShards(const std::string& what, std::optional<int> depth)
      : InvalidArgument(what), deep_enough(depth) {}

  /// The depth, if any, at which a plan has a task for each of these shards.
  std::optional<int> deep_enough;
};

/// A placement that cannot be read: a column out of range, a truncated file, a foreign format.
class InvalidPlacement : public Error {
 public:
  using Error::Error;
};

/// A file or stream that cannot be opened, read or written; the message carries errno's text.
class IoError : public Error {
 public:
  using Error::Error;
};

/// A journal of another plan, locked by another process, damaged, contradictory, or in the way of a
/// new one.
class JournalError : public Error {
 public:
  using Error::Error;
};

/// The run needs more memory than this process may take; thrown before any is allocated.
class InsufficientMemory : public Error {
 public:
  using Error::Error;
};

/// There is no solution (boards of 2 and 3 queens), or no such tour.
class NoSolution : public Error {
 public:
  using Error::Error;
};

/// The run ended before its result was complete: by the caller's stop token, or by a limit of the
/// search. No partial number is returned; a journal stays valid and can be resumed.
class Stopped : public Error {
 public:
  using Error::Error;
};

}  // namespace nqueens
