// The format of an output, by --format or by how its name ends.
#pragma once

#include <optional>
#include <span>
#include <string>

namespace nqueens::cli {

/// How the names of files of a format end.
struct Suffix {
  std::string suffix;  ///< ".txt"
  std::string format;  ///< "columns"
};

/// The format that is `given`, else that of the output's suffix (small or capital letters), else
/// the `usual` one: without an output, for standard output ("-"), and for a name without a suffix.
/// Throws InvalidArgument, which names the suffixes, for one that is not among them.
std::string choose_format(const std::optional<std::string>& given,
                          const std::optional<std::string>& output,
                          std::span<const Suffix> suffixes, const std::string& usual);

}  // namespace nqueens::cli
