// The text of certificates: round trips, every kind of damage by name, sums that contradict.
#include "journal/certificate.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <algorithm>

#include "base/checksum.hpp"
#include "counting/rows/row_decomposition.hpp"
#include "counting/tally.hpp"
#include "journal/certificate_file.hpp"
#include "nqueens/error.hpp"
#include "support/temporary_directory.hpp"

namespace nqueens::journal {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

/// Sums as they should be.
Certificate summed(Certificate certificate) {
  certificate.plan.tasks = certificate.tallies.size();
  certificate.solutions = 0;
  for (const std::uint64_t tally : certificate.tallies) certificate.solutions += tally;
  for (int which = 0; which < 2; ++which) {
    certificate.residues[which] =
        static_cast<std::uint32_t>(certificate.solutions % counting::kResiduePrimes[which]);
  }
  return certificate;
}

Certificate sample() {
  Certificate certificate;
  certificate.version = "0.1.0";
  certificate.plan = {16, "plain", "rows", 3, 0, 0x123456789ABCDEF0};
  certificate.counted_by = {{"a1", "0.1.0", "bitmask", "avx2", 8},
                            {"b2", "0.1.1", "simd", "portable", 1}};
  certificate.tallies = {70000, 0, 12, 18446744073709551614u, 4};
  return summed(certificate);
}

std::string text_of(const Certificate& certificate) {
  return format_certificate(certificate);
}

/// The text with one part replaced and the check sum made anew.
std::string forged(const std::string& part, const std::string& other) {
  std::string text = text_of(sample());
  const std::size_t at = text.find(part);
  EXPECT_NE(at, std::string::npos) << part;
  text.replace(at, part.size(), other);
  text.resize(text.rfind("sum "));
  return text + "sum " + base::to_hex(base::checksum(text)) + "\n";
}

std::string error_of(const std::string& text) {
  try {
    check_sums(parse_certificate(text, "a.nqc"), "a.nqc");
  } catch (const CertificateError& error) {
    return error.what();
  }
  return "no error";
}

TEST(Certificate, TheTextIsFixed) {
  EXPECT_EQ(text_of(sample()),
            "nqueens-certificate 1\n"
            "version 0.1.0\n"
            "board 16\n"
            "problem plain\n"
            "decomposition rows\n"
            "depth 3\n"
            "tasks 5\n"
            "plan 123456789abcdef0\n"
            "solutions 18446744073709621630\n"
            "residues 55118 22497\n"
            "counted-by host=a1 version=0.1.0 engine=bitmask isa=avx2 threads=8\n"
            "counted-by host=b2 version=0.1.1 engine=simd isa=portable threads=1\n"
            "tallies\n"
            "70000\n"
            "0\n"
            "12\n"
            "18446744073709551614\n"
            "4\n"
            "sum c45d9e7f4548b503\n");
}

RC_GTEST_PROP(Certificate, SurvivesTheRoundTrip, (const std::vector<std::uint64_t>& tallies)) {
  Certificate certificate = sample();
  certificate.tallies = tallies;
  certificate.counted_by.resize(*rc::gen::inRange<std::size_t>(0, 3));
  certificate = summed(certificate);
  const Certificate read = parse_certificate(text_of(certificate), "a.nqc");
  check_sums(read, "a.nqc");
  RC_ASSERT(read.plan == certificate.plan);
  RC_ASSERT(read.version == certificate.version);
  RC_ASSERT(read.solutions == certificate.solutions);
  RC_ASSERT(read.residues[0] == certificate.residues[0]);
  RC_ASSERT(read.residues[1] == certificate.residues[1]);
  RC_ASSERT(read.tallies == tallies);
  RC_ASSERT(text_of(read) == text_of(certificate));
}

TEST(Certificate, EveryChangedByteIsFound) {
  const std::string whole = text_of(sample());
  for (std::size_t at = 0; at < whole.size(); ++at) {
    for (const char other : {'0', '1', '9', 'a', ' ', '\n', '\0'}) {
      if (whole[at] == other) continue;
      std::string text = whole;
      text[at] = other;
      EXPECT_NE(error_of(text), "no error") << at << " " << int{other};
    }
  }
}

TEST(Certificate, EveryCutAndAdditionIsFound) {
  const std::string whole = text_of(sample());
  for (std::size_t length = 0; length < whole.size(); ++length) {
    const bool named = length > kCertificateMagic.size();
    EXPECT_THAT(error_of(whole.substr(0, length)),
                StartsWith(named && length > whole.find('\n') ? "torn certificate: a.nqc; " : ""))
        << length;
    EXPECT_NE(error_of(whole.substr(0, length)), "no error");
  }
  EXPECT_THAT(error_of(whole + "\n"), StartsWith("torn certificate"));
  EXPECT_THAT(error_of(whole + whole), StartsWith("changed certificate"));
  std::string line = whole;
  line.erase(line.find("12\n"), 3);
  EXPECT_THAT(error_of(line), StartsWith("changed certificate: a.nqc; its check sum is "));
}

/// With a check sum made anew, the rest still has to agree with itself.
TEST(Certificate, ForgeriesOfOneNumberContradictTheRest) {
  EXPECT_THAT(error_of(forged("\n70000\n", "\n70001\n")),
              StartsWith("wrong sum in certificate a.nqc: the tallies add up to "
                         "18446744073709621631; it says 18446744073709621630"));
  EXPECT_THAT(error_of(forged("solutions 1", "solutions 2")),
              StartsWith("wrong sum in certificate"));
  EXPECT_THAT(error_of(forged("residues 55118", "residues 55117")),
              StartsWith("wrong residue in certificate a.nqc: the tallies have 55118 modulo 65521; "
                         "it says 55117"));
  EXPECT_THAT(error_of(forged("22497", "22498")), StartsWith("wrong residue in certificate"));
  EXPECT_THAT(error_of(forged("tasks 5", "tasks 6")),
              StartsWith("certificate without the right number of tasks: a.nqc; it has 5 tallies, "
                         "its plan 6 tasks"));
  EXPECT_THAT(error_of(forged("12\n", "")), HasSubstr("it has 4 tallies, its plan 5 tasks"));
  EXPECT_THAT(error_of(forged("\n0\n12", "\n0\n0\n12")), HasSubstr("it has 6 tallies"));
}

/// A tally and the total, changed together: the residues are left.
TEST(Certificate, AForgedTotalContradictsTheResidues) {
  Certificate certificate = sample();
  certificate.tallies[2] += 1;
  certificate.solutions += 1;
  EXPECT_THAT(error_of(text_of(certificate)), StartsWith("wrong residue in certificate"));
  certificate.residues[0] += 1;
  EXPECT_THAT(error_of(text_of(certificate)), HasSubstr("modulo 65519"));
  // All of it made anew, arithmetic has nothing more to say: that takes counting again.
  certificate.residues[1] += 1;
  EXPECT_EQ(error_of(text_of(certificate)), "no error");
}

TEST(Certificate, NamesWhatIsNone) {
  EXPECT_THAT(error_of(""), StartsWith("not a certificate: a.nqc; "));
  EXPECT_THAT(error_of("nqueens-journal 1 board=16\n"), StartsWith("not a certificate"));
  EXPECT_THAT(error_of("nqueens-certificate 2\nversion 9\n"),
              StartsWith("unknown version of certificate a.nqc: 2; this program reads version 1"));
  EXPECT_THAT(error_of("nqueens-certificate "), StartsWith("unknown version of certificate"));
  const auto malformed = [](const std::string& part, const std::string& other) {
    return error_of(forged(part, other));
  };
  EXPECT_THAT(malformed("board 16", "board x"),
              StartsWith("malformed certificate: a.nqc in line 3"));
  EXPECT_THAT(malformed("board 16", "board"), StartsWith("malformed certificate: a.nqc in line 3"));
  EXPECT_THAT(malformed("board 16\n", ""), StartsWith("malformed certificate: a.nqc in line 3"));
  EXPECT_THAT(malformed("solutions 1", "solutions -1"), StartsWith("malformed certificate"));
  EXPECT_THAT(malformed("residues 55118 22497", "residues 55118"),
              StartsWith("malformed certificate"));
  EXPECT_THAT(malformed("residues 55118 22497", "residues  "), StartsWith("malformed certificate"));
  EXPECT_THAT(malformed("host=b2", "host=b 2"),
              StartsWith("malformed certificate: a.nqc in line 12"));
  EXPECT_THAT(malformed("tallies", "tally"), StartsWith("malformed certificate: a.nqc in line 13"));
  EXPECT_THAT(malformed("\n12\n", "\n012\n"), StartsWith("malformed certificate"));
  EXPECT_THAT(malformed("\n12\n", "\n 12\n"), StartsWith("malformed certificate"));
  EXPECT_THAT(malformed("\n12\n", "\n\n"), StartsWith("malformed certificate"));
  EXPECT_THAT(malformed("plan 1", "plan 01"), StartsWith("malformed certificate"));
}

TEST(Certificate, MustHaveThePlanOfItsWords) {
  const counting::Plan plan(counting::row_decomposition(Problem(6)), 1);
  Certificate certificate = sample();
  certificate.plan = journal::header_of(plan);
  certificate.tallies.assign(plan.tasks().size(), 4);
  check_plan(certificate, plan, "a.nqc");
  const auto error = [&](const Certificate& wrong) {
    try {
      check_plan(wrong, plan, "a.nqc");
    } catch (const CertificateError& refusal) {
      return std::string(refusal.what());
    }
    return std::string("no error");
  };
  Certificate other = certificate;
  other.plan.plan_id ^= 1;
  EXPECT_THAT(error(other), StartsWith("certificate of another plan: a.nqc; it has plan "));
  EXPECT_THAT(error(other), HasSubstr("use version 0.1.0, which wrote it"));
  // On a board of six each solution stands for its mirror image too.
  other = certificate;
  other.tallies[1] = 3;
  EXPECT_THAT(error(other),
              StartsWith("impossible tally in certificate a.nqc: 3 of task 1; each of "
                         "its solutions stands for 2"));
}

class CertificateFile : public ::testing::Test {
 protected:
  std::string error_of(const std::filesystem::path& path) {
    try {
      write_certificate(sample(), path);
    } catch (const Error& error) {
      return error.what();
    }
    return "no error";
  }

  const tests::TemporaryDirectory directory_;
  const std::filesystem::path path_ = directory_ / "a.nqc";
};

TEST_F(CertificateFile, IsWrittenAndReadAndReplaced) {
  for (int round = 0; round < 2; ++round) {
    EXPECT_EQ(write_certificate(sample(), path_), text_of(sample()).size());
    EXPECT_EQ(tests::read_file(path_), text_of(sample()));
    EXPECT_EQ(read_certificate(path_).tallies, sample().tallies);
  }
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(path_.parent_path())) {
    static_cast<void>(entry);
    ++files;
  }
  EXPECT_EQ(files, 1u) << "nothing is left beside it";
}

TEST_F(CertificateFile, ReplacesNothingElse) {
  const std::string journal = "nqueens-journal 1 board=8\n";
  tests::write_file(path_, journal);
  EXPECT_THAT(error_of(path_), StartsWith("file exists and is no certificate: "));
  EXPECT_EQ(tests::read_file(path_), journal);
  EXPECT_THAT(error_of("/dev/null"), StartsWith("file exists and is no certificate: /dev/null; "));
  EXPECT_THAT(error_of(path_.parent_path()), StartsWith("file exists and is no certificate: "));
  EXPECT_THAT(error_of(directory_ / "none" / "a.nqc"), StartsWith("cannot write: "));
  tests::write_file(path_, "");
  EXPECT_EQ(error_of(path_), "no error");
}

TEST_F(CertificateFile, GoesWhereALinkPoints) {
  const std::filesystem::path target = directory_ / "target";
  std::filesystem::create_symlink("target", path_);
  EXPECT_EQ(error_of(path_), "no error");
  EXPECT_TRUE(std::filesystem::is_symlink(path_));
  EXPECT_EQ(tests::read_file(target), text_of(sample()));
}

TEST_F(CertificateFile, WhatCannotBeReadIsNamed) {
  EXPECT_THROW(read_certificate(path_), IoError);
  EXPECT_THROW(read_certificate(directory_.path()), IoError);
  EXPECT_THROW(read_certificate("/dev/zero"), CertificateError);
}

}  // namespace
}  // namespace nqueens::journal
