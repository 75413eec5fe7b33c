#include "journal/certificate_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "base/file.hpp"
#include "nqueens/error.hpp"

namespace nqueens::journal {

namespace {

/// No certificate is longer: of most tasks each with a tally of 20 digits, and lines of those who
/// counted beside them.
constexpr std::size_t kMostBytes = counting::kMaxTasks * 21 + (std::size_t{1} << 26);
constexpr std::size_t kFirstRead = 1 << 16;

/// What is there may be replaced: nothing, or a certificate.
void require_replaceable(const std::filesystem::path& path) {
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(path, error);
  if (status.type() == std::filesystem::file_type::not_found) return;
  if (error) throw IoError(fmt::format("cannot write: {}; {}", path.string(), error.message()));
  std::string start(kCertificateMagic.size(), '\0');
  if (status.type() == std::filesystem::file_type::regular) {
    const base::FileDescriptor file = base::open_for_reading(path.string());
    start.resize(base::read_some(file.get(), path.string(), start.data(), start.size()));
    if (start.empty() || start == kCertificateMagic) return;
  }
  throw CertificateError(
      fmt::format("file exists and is no certificate: {}; name another file, nothing was written",
                  path.string()));
}

}  // namespace

Certificate read_certificate(const std::filesystem::path& path) {
  const std::string name = path.string();
  const base::FileDescriptor file = base::open_for_reading(name);
  std::string text;
  for (std::size_t next = kFirstRead; text.size() <= kMostBytes; next = text.size()) {
    const std::size_t before = text.size();
    text.resize(before + next);
    const std::size_t count = base::read_some(file.get(), name, text.data() + before, next);
    text.resize(before + count);
    // Something else may be endless.
    if (count < next || !text.starts_with(kCertificateMagic)) break;
  }
  return parse_certificate(text, name);
}

std::uint64_t write_certificate(const Certificate& certificate, const std::filesystem::path& path) {
  require_replaceable(path);
  const std::string text = format_certificate(certificate);
  base::replace_file(path, text);
  return text.size();
}

}  // namespace nqueens::journal
