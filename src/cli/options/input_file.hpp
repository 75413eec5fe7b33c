// What a word of the command line names for reading: a file, or standard input.
#pragma once

#include <string>

#include "base/file.hpp"

namespace nqueens::cli {

/// For errors: the name of the file, "standard input" for "-".
std::string input_name(const std::string& file);

/// Opens the file, or standard input for "-". Throws IoError, and InvalidArgument where standard
/// input was opened before: what it held has been read.
base::FileDescriptor open_input(const std::string& file);

}  // namespace nqueens::cli
