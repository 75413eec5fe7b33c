// The state of the process before anything else: descriptors 0 to 2 open, failed writes as errors.
#pragma once

namespace nqueens::cli {

/// Opens /dev/null on each of the descriptors 0, 1 and 2 that is closed, so that no file of the
/// run lands there and is written over. Reading and writing them still fails, as it would have.
void open_missing_streams();

/// Makes a write to a pipe without a reader, or beyond the limit of a file's size, an error of that
/// write; it would end the process.
void ignore_failed_writes();

}  // namespace nqueens::cli
