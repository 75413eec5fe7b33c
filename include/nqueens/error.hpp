// The exceptions of the library. Every message names what is wrong, the bad value, and what is
// valid or what to do next, in one line: "<what>: <value>; <advice>".
#pragma once

#include <stdexcept>
#include <string>

namespace nqueens {

/// Base of everything this library throws on purpose.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A value outside its range: a board size, a thread count, a name that is not registered.
class InvalidArgument : public Error {
 public:
  using Error::Error;
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

/// A journal that is of another plan, locked by another process, damaged, contradicts itself, or is
/// already there.
class JournalError : public Error {
 public:
  using Error::Error;
};

/// The run needs more memory than this process may take; thrown before it is taken.
class InsufficientMemory : public Error {
 public:
  using Error::Error;
};

/// The question has a negative answer: no solution exists (boards of 2 and 3 queens).
class NoSolution : public Error {
 public:
  using Error::Error;
};

/// The caller's stop token was triggered before the result was complete. No partial number is
/// ever returned; what a journal holds stays valid and can be resumed.
class Stopped : public Error {
 public:
  using Error::Error;
};

}  // namespace nqueens
