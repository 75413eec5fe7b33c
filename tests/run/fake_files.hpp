// A folder of made-up system files (/proc, /sys/fs/cgroup) that lives as long as a test.
#pragma once

#include <gtest/gtest.h>
#include <stdlib.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <string>
#include <system_error>

namespace nqueens::run {

class FakeFiles {
 public:
  FakeFiles() {
    std::string name = (std::filesystem::temp_directory_path() / "nqueens-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    root_ = name;
  }
  ~FakeFiles() {
    std::error_code ignored;
    std::filesystem::remove_all(root_, ignored);
  }
  FakeFiles(const FakeFiles&) = delete;
  FakeFiles& operator=(const FakeFiles&) = delete;

  std::filesystem::path path(const std::string& name) const { return root_ / name; }

  void write(const std::string& name, const std::string& content) const {
    std::filesystem::create_directories(path(name).parent_path());
    std::ofstream file(path(name));
    file << content;
    file.close();
    ASSERT_TRUE(file) << name;
  }

 private:
  std::filesystem::path root_;
};

}  // namespace nqueens::run
