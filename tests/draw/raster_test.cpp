// The rasteriser: areas, smoothed edges, order of shapes, shapes outside the picture.
#include <gtest/gtest.h>

#include <algorithm>
#include <numbers>

#include "draw/scene.hpp"

namespace nqueens::drawing {
namespace {

constexpr Colour kBlack{0, 0, 0};

/// Darkness of the whole picture, in pixels.
double ink(const Image& image) {
  double sum = 0;
  for (int y = 0; y < image.height(); ++y) {
    for (int x = 0; x < image.width(); ++x) sum += 1 - image.at(x, y).green / 255.0;
  }
  return sum;
}

Image paint(const Scene& scene) {
  const Raster raster = rasterise(scene);
  Image image(raster.width, raster.height);
  raster.paint(0, image);
  return image;
}

Image draw(Shape shape, double size = 100) {
  Scene scene{size, size, "", {}};
  scene.shapes.push_back(std::move(shape));
  return paint(scene);
}

TEST(Raster, ShapesCoverTheirArea) {
  EXPECT_NEAR(ink(draw(Polygons{{rectangle(10, 20, 30, 40)}, kBlack})), 1200, 0.01);
  EXPECT_NEAR(ink(draw(Polygons{{rectangle(10.5, 20, 1, 40)}, kBlack})), 40, 0.5);
  EXPECT_NEAR(ink(draw(Strokes{{{{50, 50}}}, 60, kBlack})), 900 * std::numbers::pi, 30);
  EXPECT_NEAR(ink(draw(Polygons{{{{10, 10}, {90, 10}, {50, 80}}}, kBlack})), 2800, 10);
  // A line of length 50 with round ends, as two pieces without a seam.
  const double line = 50 * 6 + 9 * std::numbers::pi;
  EXPECT_NEAR(ink(draw(Strokes{{{{20, 20}, {50, 60}}}, 6, kBlack})), line, 6);
  EXPECT_NEAR(ink(draw(Strokes{{{{20, 20}, {35, 40}, {50, 60}}}, 6, kBlack})), line, 8);
}

TEST(Raster, ShapesMayReachOutside) {
  EXPECT_NEAR(ink(draw(Polygons{{rectangle(-50, -50, 1000, 100)}, kBlack})), 5000, 0.01);
  EXPECT_EQ(ink(draw(Strokes{{{{300, 300}}}, 20, kBlack})), 0);
  EXPECT_EQ(ink(draw(Strokes{{}, 3, kBlack})), 0);
}

TEST(Raster, DigitsAndLettersDiffer) {
  const auto drawn = [](char letter) {
    return draw(Text{{50, 50}, 35, std::string(1, letter), kBlack});
  };
  const std::string letters = "0123456789abcdefghijklmnopqrstuvwxyz";
  for (std::size_t a = 0; a < letters.size(); ++a) {
    EXPECT_GT(ink(drawn(letters[a])), 50);
    for (std::size_t b = 0; b < a; ++b) {
      EXPECT_NE(drawn(letters[a]).pixels(), drawn(letters[b]).pixels());
    }
  }
  EXPECT_EQ(ink(drawn(' ')), 0);
}

// More sample points than an int counts.
TEST(Raster, AStrokeAcrossTheLargestPictureIsPainted) {
  Scene scene{16384, 8300, "", {}};
  scene.add(Strokes{{{{10, 10}, {16374, 8290}}}, 6, kBlack});
  const Raster raster = rasterise(scene);
  const auto at = [&](int x, int y) {
    Image row(raster.width, 1);
    raster.paint(y, row);
    return row.at(x, 0);
  };
  EXPECT_EQ(at(10, 10), kBlack);
  EXPECT_EQ(at(8192, 4150), kBlack);
  EXPECT_EQ(at(16373, 8289), kBlack);
  EXPECT_EQ(at(16373, 10), (Colour{255, 255, 255}));
}

TEST(Raster, RowsDoNotDependOnHowManyAreMadeAtOnce) {
  Scene scene{90, 70, "", {}};
  scene.add(Polygons{{rectangle(-3, 5.3, 80, 60.2)}, {200, 0, 0}});
  scene.add(
      Cells{{50, 4}, 3, 9, 12, [](int row, int column) {
              return Colour{static_cast<std::uint8_t>(row), static_cast<std::uint8_t>(column), 1};
            }});
  scene.add(DarkSquares{{7.5, 8.25}, 6.7, 9, 8, {0, 0, 200}});
  scene.add(Strokes{{{{40, 66}}}, 34, {0, 100, 0}});
  scene.add(Polygons{{{{3, 3}, {80, 20}, {40, 69.9}}}, {9, 9, 9}});
  scene.add(Strokes{{{{1, 1}, {50, 3}, {60, 60}, {60, 60}, {2, 69}}}, 5, kBlack});
  scene.add(Text{{45, 35}, 30, "1048", {255, 255, 0}});
  const Image whole = paint(scene);
  const Raster raster = rasterise(scene);
  for (const int rows : {1, 7, 32}) {
    for (int top = 0; top < raster.height; top += rows) {
      Image some(raster.width, std::min(rows, raster.height - top));
      raster.paint(top, some);
      for (int y = 0; y < some.height(); ++y) {
        for (int x = 0; x < some.width(); ++x) ASSERT_EQ(some.at(x, y), whole.at(x, top + y));
      }
    }
  }
}

}  // namespace
}  // namespace nqueens::drawing
