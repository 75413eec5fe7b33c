// Certificates as files: read from anywhere, written as a whole or not at all.
#pragma once

#include <cstdint>
#include <filesystem>

#include "journal/certificate.hpp"

namespace nqueens::journal {

/// A file, or a pipe that gives one. Throws IoError, and CertificateError as parse_certificate().
Certificate read_certificate(const std::filesystem::path& path);

/// In the place of a certificate that has the name; throws CertificateError when anything else has
/// it, a journal for one, and IoError. Gives its bytes.
std::uint64_t write_certificate(const Certificate& certificate, const std::filesystem::path& path);

}  // namespace nqueens::journal
