// Certificates: the results file of a finished count, small enough to publish. It has what is
// needed to make the plan again, the tally of every task, and sums that contradict a changed one;
// others check it, by arithmetic in a moment, by counting some or all of its tasks again as long as
// they like.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "nqueens/audit.hpp"
#include "nqueens/cluster.hpp"
#include "nqueens/problem.hpp"
#include "nqueens/provenance.hpp"
#include "nqueens/wide.hpp"

namespace nqueens {

/// Writes the certificate of a merge with MergeOptions::tallies in which nothing was missing; it is
/// there as a whole or not at all. A certificate of that name is replaced. Gives its bytes. Throws
/// InvalidArgument for any other merge, CertificateError when the name is that of something else,
/// IoError.
std::uint64_t write_certificate(const MergeResult& merged, const std::filesystem::path& path);

/// A certificate that is whole, adds up, and has the plan that this program makes.
struct CertificateResult : RecountResult {
  WideCount solutions = 0;
  std::string version;                 ///< of the program that wrote it
  std::vector<Provenance> counted_by;  ///< as it says; nothing checks that
};

/// Checks a certificate: its check sum; its plan, made again, with every task exactly once; the
/// sums of its tallies. Then counts a random sample of its tasks again, each as a problem of its
/// own, as audit_journal() does; a sample of 0 leaves that out. Throws CertificateError naming the
/// first check that fails, IoError, InvalidArgument for a bad option, Stopped when stopped; tasks
/// that are counted again and differ are in the result.
CertificateResult verify_certificate(const std::filesystem::path& path,
                                     const AuditOptions& options = {});

}  // namespace nqueens
