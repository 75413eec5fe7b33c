// A folder of made-up system files (/proc, /sys/fs/cgroup) that lives as long as a test.
#pragma once

#include <initializer_list>
#include <string>
#include <utility>

#include "support/temporary_directory.hpp"

namespace nqueens::run {

class FakeFiles {
 public:
  std::filesystem::path path(const std::string& name) const { return directory_ / name; }

  void write(const std::string& name, const std::string& content) const {
    std::filesystem::create_directories(path(name).parent_path());
    tests::write_file(path(name), content);
  }
  void write(std::initializer_list<std::pair<std::string, std::string>> files) const {
    for (const auto& [name, content] : files) write(name, content);
  }

 private:
  const tests::TemporaryDirectory directory_;
};

}  // namespace nqueens::run
