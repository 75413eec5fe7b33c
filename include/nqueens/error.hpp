// The exceptions of the library. Every message is one line that says what is wrong and what to do.
#pragma once

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>

#include "nqueens/fields.hpp"

namespace nqueens {

/// Base of all exceptions that this library throws itself.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;

  Fields so_far{};  ///< the members of the result as far as the run got; may be empty
};

/// A value outside its range, such as a board size or a thread count, or an unknown name.
struct InvalidArgument : Error {
  using Error::Error;
};

/// A count that may take years; CountOptions::allow_uncomputed allows it.
struct NeedsConfirmation : InvalidArgument {
  using InvalidArgument::InvalidArgument;
};

/// More shards than the plan has tasks.
struct TooManyShards : InvalidArgument {
  TooManyShards(const std::string& what, std::optional<int> depth)
      : InvalidArgument(what), deep_enough(depth) {}

  std::optional<int> deep_enough;  ///< the least depth with a task for each shard, if any
};

/// A placement that cannot be read: a column out of range, a truncated file, an unknown format.
struct InvalidPlacement : Error {
  using Error::Error;
};

/// A file or stream that cannot be opened, read or written.
struct IoError : Error {
  using Error::Error;

  int number = 0;  ///< the errno of the system, if it refused
  /// With this seed a search finds the solution again that could not be written; absent if no seed
  /// does that.
  std::optional<std::uint64_t> seed{};
};

/// A journal of another plan, in use by another process, damaged or contradictory; or a file where
/// a new journal should begin.
struct JournalError : Error {
  using Error::Error;
};

/// The run needs more memory than this process may take. Thrown before any is allocated, or where
/// an allocation fails.
struct InsufficientMemory : Error {
  using Error::Error;
};

/// It is proved that there is no solution, or no such tour.
struct NoSolution : Error {
  using Error::Error;
};

/// The run ended before its result was complete: by the caller's stop token or by a limit of the
/// search. No partial number is returned. A journal stays valid and can be resumed.
struct Stopped : Error {
  using Error::Error;
};

}  // namespace nqueens
