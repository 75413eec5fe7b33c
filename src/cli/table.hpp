// Tables of text with aligned columns.
#pragma once

#include <string>
#include <vector>

#include "cli/colour.hpp"

namespace nqueens::cli {

enum class Align { left, right };

class Table {
 public:
  struct Heading {
    std::string text;
    Align align = Align::left;
  };
  explicit Table(std::vector<Heading> headings) : headings_(std::move(headings)) {}

  /// One cell for each heading.
  void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }
  /// Two spaces between columns, no trailing spaces, headings painted.
  std::string format(const Paint& paint) const;

 private:
  std::vector<Heading> headings_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace nqueens::cli
