// Text on its way to a sink, in pieces that are worth a write; and the numbers of the formats that
// are text.
#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <string>
#include <utility>
#include <vector>

#include "render/formats.hpp"

namespace nqueens::render {

class TextSink {
 public:
  explicit TextSink(const Sink& sink) : sink_(sink) {}

  template <typename... Arguments>
  void add(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(text_), format, std::forward<Arguments>(arguments)...);
    constexpr std::size_t kEnough = std::size_t{64} << 10;
    if (text_.size() >= kEnough) flush();
  }
  void flush() {
    sink_(text_);
    flushed_ += text_.size();
    text_.clear();
  }
  /// Bytes since the beginning.
  std::uint64_t position() const { return flushed_ + text_.size(); }

 private:
  const Sink& sink_;
  std::string text_;
  std::uint64_t flushed_ = 0;
};

/// So many decimals at most, without trailing zeros.
inline std::string number(double value, int decimals = 2) {
  std::string text = fmt::format("{:.{}f}", value, decimals);
  while (text.back() == '0') text.pop_back();
  if (text.back() == '.') text.pop_back();
  return text == "-0" ? "0" : text;
}

/// "1 2<between>3 4", with `comma` between the coordinates of a point.
inline std::string path(const std::vector<Point>& points, const char* comma, const char* between) {
  std::string text;
  for (const Point& point : points) {
    if (!text.empty()) text += between;
    text += number(point.x) + comma + number(point.y);
  }
  return text;
}

}  // namespace nqueens::render
