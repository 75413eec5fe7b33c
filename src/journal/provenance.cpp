#include "journal/provenance.hpp"

#include <fmt/format.h>
#include <sys/utsname.h>

#include <charconv>

#include "nqueens/version.hpp"

namespace nqueens::journal {

namespace {

constexpr std::size_t kLongestWord = 64;

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '.' ||
         c == '_' || c == '+' || c == '-';
}

std::string to_word(std::string_view text, char also = '_') {
  std::string word(text.substr(0, kLongestWord));
  for (char& c : word) {
    if (!is_plain(c) && c != also) c = '_';
  }
  return word.empty() ? "unknown" : word;
}

}  // namespace

Provenance provenance_here(std::string_view engine, std::string_view instruction_set, int threads) {
  utsname system{};
  ::uname(&system);
  Provenance here;
  here.host = to_word(system.nodename);
  here.version = kVersion;
  here.engine = engine;
  here.instruction_set = instruction_set;
  here.threads = threads;
  return here;
}

std::string format_provenance(const Provenance& provenance) {
  std::string text =
      fmt::format("host={} version={} engine={} isa={} threads={}", to_word(provenance.host),
                  to_word(provenance.version), to_word(provenance.engine),
                  to_word(provenance.instruction_set), provenance.threads);
  if (!provenance.shard.empty()) text += " shard=" + to_word(provenance.shard, '/');
  return text;
}

std::optional<Provenance> parse_provenance(std::string_view text) {
  std::string_view rest = text;
  const auto field = [&](std::string_view key) {
    const std::size_t end = rest.find(' ');
    std::string_view word = rest.substr(0, end);
    rest.remove_prefix(end == std::string_view::npos ? rest.size() : end + 1);
    return word.starts_with(key) ? word.substr(key.size()) : std::string_view();
  };
  Provenance provenance;
  provenance.host = field("host=");
  provenance.version = field("version=");
  provenance.engine = field("engine=");
  provenance.instruction_set = field("isa=");
  const std::string_view threads = field("threads=");
  std::from_chars(threads.data(), threads.data() + threads.size(), provenance.threads);
  provenance.shard = field("shard=");
  // One spelling for each: whatever was misread above shows here.
  if (format_provenance(provenance) != text) return std::nullopt;
  return provenance;
}

}  // namespace nqueens::journal
