#include "cli/options/suffixes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <filesystem>

#include "cli/terminal/text.hpp"
#include "nqueens/error.hpp"

namespace nqueens::cli {

namespace {

std::string suffix_of(const std::string& name) {
  std::string suffix = std::filesystem::path(name).extension().string();
  std::transform(suffix.begin(), suffix.end(), suffix.begin(),
                 [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
  return suffix;
}

}  // namespace

std::string choose_format(const std::optional<std::string>& given,
                          const std::optional<std::string>& output,
                          std::span<const Suffix> suffixes, const std::string& usual) {
  if (given) return *given;
  const std::string suffix = output ? suffix_of(*output) : "";
  if (suffix.empty()) return usual;
  std::string valid;
  for (const Suffix& one : suffixes) {
    if (suffix == one.suffix) return one.format;
    valid += (valid.empty() ? "" : &one == &suffixes.back() ? " or " : ", ") + one.suffix;
  }
  const bool is_picture =
      suffix == ".svg" || suffix == ".png" || suffix == ".pdf" || suffix == ".tex";
  throw InvalidArgument(fmt::format("no format has the suffix {}: {}; use {}, or give --format{}",
                                    escape_controls(suffix), escape_controls(*output), valid,
                                    is_picture ? "; nqueens draw makes pictures" : ""));
}

}  // namespace nqueens::cli
