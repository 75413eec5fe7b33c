// The text of a certificate, the results file of a finished count: its plan, the tally of every
// task, sums that contradict a changed tally, who counted. Written, parsed and checked as far as
// arithmetic goes; knows no file and no engine. README.md has the format for those who want to
// check one by other means.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "counting/plan.hpp"
#include "journal/journal_format.hpp"
#include "journal/provenance.hpp"
#include "nqueens/wide.hpp"

namespace nqueens::journal {

struct Certificate {
  std::string version;          ///< of the program that wrote it
  journal::JournalHeader plan;  ///< as in the journals of the count
  WideCount solutions = 0;
  /// Sum of the residues of the records, modulo counting::kResiduePrimes.
  std::uint32_t residues[2] = {0, 0};
  std::vector<Provenance> counted_by;
  std::vector<std::uint64_t> tallies;  ///< weighted, by task: every task exactly once
};

/// First word of every certificate.
inline constexpr std::string_view kCertificateMagic = "nqueens-certificate ";

std::string format_certificate(const Certificate& certificate);

/// The only text that is taken is one that format_certificate() gives. Throws CertificateError
/// (`name` in the message) for what is no certificate, has another version, lacks its end, has been
/// changed, or has not one tally for each task.
Certificate parse_certificate(std::string_view text, const std::string& name);

/// Throws CertificateError when the tallies do not add up to the number of solutions or to the
/// residues. What both sums hide, two changes that cancel out, only counting again can show.
void check_sums(const Certificate& certificate, const std::string& name);

/// Throws CertificateError when `plan`, made again from the certificate's own words, is another
/// one, or a tally is no multiple of its task's weight where all solutions of a task have that
/// weight.
void check_plan(const Certificate& certificate, const counting::Plan& plan,
                const std::string& name);

}  // namespace nqueens::journal
