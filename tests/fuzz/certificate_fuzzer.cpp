// Any bytes as a certificate: parsed or refused by CertificateError, and what is accepted is the
// one spelling of what was read. The check sum is made anew, or no mutation would come past it.
#include <cstdint>
#include <cstdlib>
#include <string>

#include "base/checksum.hpp"
#include "journal/certificate.hpp"
#include "nqueens/error.hpp"

namespace {

void require(bool condition) {
  if (!condition) std::abort();
}

void parse(const std::string& text) {
  using namespace nqueens::bench;
  try {
    const Certificate certificate = parse_certificate(text, "fuzz");
    require(format_certificate(certificate) == text);
    require(certificate.tallies.size() == certificate.plan.tasks);
    check_sums(certificate, "fuzz");
  } catch (const nqueens::CertificateError&) {
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::string text(data, data + size);
  parse(text);
  const std::size_t end = text.rfind("\nsum ");
  if (end == std::string::npos) return 0;
  text.resize(end + 1);
  parse(text + "sum " + nqueens::base::to_hex(nqueens::base::checksum(text)) + "\n");
  return 0;
}
