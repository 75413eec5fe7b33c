#include "journal/certificate.hpp"

#include <fmt/format.h>

#include <charconv>
#include <iterator>
#include <optional>

#include "base/checksum.hpp"
#include "counting/tally.hpp"
#include "nqueens/error.hpp"

namespace nqueens::journal {

namespace {

constexpr std::string_view kVersion = "1";
constexpr std::string_view kSum = "sum ";
constexpr std::string_view kTallies = "tallies";
constexpr std::size_t kSumLine = kSum.size() + 16 + 1;

[[noreturn]] void malformed(const std::string& name, std::uint64_t line, std::string_view wanted) {
  throw CertificateError(
      fmt::format("malformed certificate: {} in line {}; expected there: {}", name, line, wanted));
}

/// The lines of a text one after the other, each without its newline.
class Lines {
 public:
  Lines(std::string_view text, const std::string& name) : rest_(text), name_(name) {}

  bool at_end() const { return rest_.empty(); }
  bool next_is(std::string_view start) const { return rest_.starts_with(start); }
  std::uint64_t number() const { return number_; }

  std::string_view take() {
    const std::size_t end = rest_.find('\n');
    const std::string_view line = rest_.substr(0, end);
    rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
    ++number_;
    return line;
  }

  /// What stands behind the key and a space.
  std::string_view field(std::string_view key) {
    const std::string_view line = take();
    if (!line.starts_with(key) || line.size() <= key.size() || line[key.size()] != ' ') {
      malformed(name_, number_, key);
    }
    return line.substr(key.size() + 1);
  }

  template <typename Number>
  Number number_of(std::string_view key, std::string_view text, int base = 10) {
    Number value{};
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
    if (error != std::errc{} || end != text.data() + text.size()) malformed(name_, number_, key);
    return value;
  }

 private:
  std::string_view rest_;
  const std::string& name_;
  std::uint64_t number_ = 0;
};

/// The text without its check sum; throws where that is missing or wrong.
std::string_view require_whole(std::string_view text, const std::string& name) {
  const std::string_view last = text.substr(text.size() - std::min(text.size(), kSumLine));
  if (last.size() != kSumLine || !last.starts_with(kSum) || last.find('\n') != kSumLine - 1 ||
      text[text.size() - kSumLine - 1] != '\n') {
    throw CertificateError(
        fmt::format("torn certificate: {}; its last line is not its check sum, so that its end is "
                    "missing: get the whole file",
                    name));
  }
  const std::string_view signed_text = text.substr(0, text.size() - kSumLine);
  const std::string_view found = last.substr(kSum.size(), 16);
  const std::string wanted = base::to_hex(base::checksum(signed_text));
  if (found != wanted) {
    throw CertificateError(fmt::format(
        "changed certificate: {}; its check sum is {}, its text has {}: get another copy", name,
        found, wanted));
  }
  return signed_text;
}

std::uint32_t residue_of(const std::vector<std::uint64_t>& tallies, std::uint32_t prime) {
  std::uint64_t sum = 0;
  for (const std::uint64_t tally : tallies) sum = (sum + tally % prime) % prime;
  return static_cast<std::uint32_t>(sum);
}

}  // namespace

std::string format_certificate(const Certificate& certificate) {
  const journal::JournalHeader& plan = certificate.plan;
  fmt::memory_buffer text;
  const auto out = std::back_inserter(text);
  fmt::format_to(out, "{}{}\nversion {}\n", kCertificateMagic, kVersion, certificate.version);
  fmt::format_to(out, "board {}\nproblem {}\ndecomposition {}\ndepth {}\ntasks {}\nplan {}\n",
                 plan.board_size, plan.problem, plan.decomposition, plan.depth, plan.tasks,
                 base::to_hex(plan.plan_id));
  fmt::format_to(out, "solutions {}\nresidues {} {}\n", to_string(certificate.solutions),
                 certificate.residues[0], certificate.residues[1]);
  for (const Provenance& provenance : certificate.counted_by) {
    fmt::format_to(out, "counted-by {}\n", journal::format_provenance(provenance));
  }
  fmt::format_to(out, "{}\n", kTallies);
  for (const std::uint64_t tally : certificate.tallies) fmt::format_to(out, "{}\n", tally);
  const std::uint64_t sum = base::checksum({text.data(), text.size()});
  fmt::format_to(out, "{}{}\n", kSum, base::to_hex(sum));
  return fmt::to_string(text);
}

Certificate parse_certificate(std::string_view text, const std::string& name) {
  if (!text.starts_with(kCertificateMagic)) {
    throw CertificateError(fmt::format(
        "not a certificate: {}; name a file that merge --certificate has written", name));
  }
  Lines head(text, name);
  const std::string_view version = head.take().substr(kCertificateMagic.size());
  if (version != kVersion) {
    throw CertificateError(
        fmt::format("unknown version of certificate {}: {:.16}; this program reads version {}",
                    name, version, kVersion));
  }

  Lines lines(require_whole(text, name), name);
  lines.take();
  Certificate certificate;
  journal::JournalHeader& plan = certificate.plan;
  certificate.version = lines.field("version");
  plan.board_size = lines.number_of<int>("board", lines.field("board"));
  plan.problem = lines.field("problem");
  plan.decomposition = lines.field("decomposition");
  plan.depth = lines.number_of<int>("depth", lines.field("depth"));
  plan.tasks = lines.number_of<std::uint64_t>("tasks", lines.field("tasks"));
  plan.plan_id = lines.number_of<std::uint64_t>("plan", lines.field("plan"), 16);
  try {
    certificate.solutions = parse_wide(lines.field("solutions"));
  } catch (const InvalidArgument&) {
    malformed(name, lines.number(), "solutions");
  }
  const std::string_view residues = lines.field("residues");
  const std::size_t space = std::min(residues.find(' '), residues.size() - 1);
  certificate.residues[0] = lines.number_of<std::uint32_t>("residues", residues.substr(0, space));
  certificate.residues[1] = lines.number_of<std::uint32_t>("residues", residues.substr(space + 1));
  while (lines.next_is("counted-by ")) {
    const auto provenance = journal::parse_provenance(lines.field("counted-by"));
    if (!provenance) malformed(name, lines.number(), "counted-by");
    certificate.counted_by.push_back(*provenance);
  }
  if (lines.take() != kTallies) malformed(name, lines.number(), kTallies);
  while (!lines.at_end()) {
    certificate.tallies.push_back(lines.number_of<std::uint64_t>("a tally", lines.take()));
  }
  if (certificate.tallies.size() != plan.tasks) {
    throw CertificateError(fmt::format(
        "certificate without the right number of tasks: {}; it has {} tallies, its plan {} tasks",
        name, certificate.tallies.size(), plan.tasks));
  }
  // One spelling for each certificate: whatever was misread above shows here.
  if (format_certificate(certificate) != text) {
    throw CertificateError(
        fmt::format("malformed certificate: {}; a number is not written in the usual way", name));
  }
  return certificate;
}

void check_sums(const Certificate& certificate, const std::string& name) {
  WideCount sum = 0;
  for (const std::uint64_t tally : certificate.tallies) sum += tally;
  if (sum != certificate.solutions) {
    throw CertificateError(
        fmt::format("wrong sum in certificate {}: the tallies add up to {}; it says {}", name,
                    to_string(sum), to_string(certificate.solutions)));
  }
  for (int which = 0; which < 2; ++which) {
    const std::uint32_t prime = counting::kResiduePrimes[which];
    const std::uint32_t found = residue_of(certificate.tallies, prime);
    if (found == certificate.residues[which]) continue;
    throw CertificateError(
        fmt::format("wrong residue in certificate {}: the tallies have {} modulo {}; it says {}",
                    name, found, prime, certificate.residues[which]));
  }
}

void check_plan(const Certificate& certificate, const counting::Plan& plan,
                const std::string& name) {
  const journal::JournalHeader made = journal::header_of(plan);
  if (made != certificate.plan) {
    throw CertificateError(fmt::format(
        "certificate of another plan: {}; it has plan {}, {} tasks, and this version of the "
        "program makes plan {}, {} tasks: use version {}, which wrote it",
        name, base::to_hex(certificate.plan.plan_id), certificate.plan.tasks,
        base::to_hex(made.plan_id), made.tasks, certificate.version));
  }
  if (!plan.decomposition().has_uniform_weights()) return;
  for (const counting::Task& task : plan.tasks()) {
    if (certificate.tallies[task.id] % task.weight == 0) continue;
    throw CertificateError(fmt::format(
        "impossible tally in certificate {}: {} of task {}; each of its solutions stands for {}",
        name, certificate.tallies[task.id], task.id, task.weight));
  }
}

}  // namespace nqueens::journal
