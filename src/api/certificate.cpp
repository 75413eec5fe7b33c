// Certificates of finished counts: written of a merge, checked from the file alone.
#include "nqueens/certificate.hpp"

#include <fmt/format.h>

#include <charconv>

#include "api/pipeline.hpp"
#include "api/recount_sample.hpp"
#include "journal/certificate_file.hpp"
#include "journal/journal_reader.hpp"
#include "nqueens/error.hpp"
#include "nqueens/version.hpp"

namespace nqueens {

namespace {

std::uint64_t parse_plan_id(const std::string& text) {
  std::uint64_t id = 0;
  std::from_chars(text.data(), text.data() + text.size(), id, 16);
  return id;
}

/// The plan that the certificate speaks of, as this program makes it.
counting::Plan make_plan(const journal::Certificate& certificate, const std::string& name,
                         const std::stop_token& stop) {
  try {
    auto decomposition = counting::find_decomposition(certificate.plan.decomposition,
                                                      journal::problem_of(certificate.plan, name));
    if (decomposition) return {std::move(decomposition), certificate.plan.depth, stop};
  } catch (const JournalError&) {
    // Of a problem or a decomposition that is not known.
  } catch (const InvalidArgument&) {
    // Of a depth that the decomposition does not have.
  }
  throw CertificateError(fmt::format(
      "certificate of a plan that cannot be made: {}; board {}, problem {}, {} to depth {}: use "
      "version {}, which wrote it",
      name, certificate.plan.board_size, certificate.plan.problem, certificate.plan.decomposition,
      certificate.plan.depth, certificate.version));
}

}  // namespace

std::uint64_t write_certificate(const MergeResult& merged, const std::filesystem::path& path) {
  if (!merged.solutions || merged.tallies.size() != merged.tasks) {
    throw InvalidArgument(fmt::format(
        "no certificate of this merge: {}; {}", path.string(),
        merged.solutions ? "it was made without MergeOptions::tallies" : "tasks are missing"));
  }
  journal::Certificate certificate;
  certificate.version = kVersion;
  certificate.plan = {merged.problem.board_size(),
                      merged.problem.description(),
                      merged.decomposition,
                      merged.depth,
                      merged.tasks,
                      parse_plan_id(merged.plan_id)};
  certificate.solutions = *merged.solutions;
  for (int which = 0; which < 2; ++which) certificate.residues[which] = merged.residues[which];
  certificate.counted_by = merged.counted_by;
  certificate.tallies = merged.tallies;
  return journal::write_certificate(certificate, path);
}

CertificateResult verify_certificate(const std::filesystem::path& path,
                                     const AuditOptions& options) {
  api::require_known_engine(options);
  const std::string name = path.string();
  const journal::Certificate certificate = journal::read_certificate(path);
  journal::check_sums(certificate, name);
  const counting::Plan plan = make_plan(certificate, name, options.stop);
  journal::check_plan(certificate, plan, name);

  CertificateResult result;
  if (options.sample > 0) {
    std::vector<api::RecordedTask> records;
    records.reserve(certificate.tallies.size());
    for (const counting::Task& task : plan.tasks()) {
      records.push_back({task.id, certificate.tallies[task.id]});
    }
    run::Executor executor(options.threads, options.pinning);
    static_cast<RecountResult&>(result) =
        api::recount_sample(plan, records, options, executor, name);
  }
  if (options.sample == 0) static_cast<RunInfo&>(result) = api::describe(plan);
  result.solutions = certificate.solutions;
  result.version = certificate.version;
  result.counted_by = certificate.counted_by;
  return result;
}

}  // namespace nqueens
