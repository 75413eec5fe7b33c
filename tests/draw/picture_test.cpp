// Pictures: squares, queens, marks of what is wrong, sheets, densities; and their files.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <png.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "draw/pictures.hpp"
#include "nqueens/error.hpp"
#include "nqueens/solve.hpp"

namespace nqueens::drawing {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

const Placement kSolution = {0, 4, 7, 5, 2, 6, 1, 3};
const Placement kAttacked = {0, 4, 7, 5, 2, 6, 3, 1};
const Placement kOther = {4, 6, 0, 2, 7, 5, 3, 1};

MarkedBoard marked(const Placement& columns, Variant variant = Variant::queens) {
  return {Board(columns.size(), variant), squares_of(columns)};
}

std::string svg_of(const Scene& scene) {
  std::string text;
  write_svg(scene, [&](std::string_view bytes) { text += bytes; });
  return text;
}

std::string png_of(const Raster& raster) {
  std::string text;
  write_png(raster, [&](std::string_view bytes) { text += bytes; });
  return text;
}

Image decode(const std::string& png) {
  png_image description{};
  description.version = PNG_IMAGE_VERSION;
  EXPECT_NE(png_image_begin_read_from_memory(&description, png.data(), png.size()), 0);
  description.format = PNG_FORMAT_RGB;
  Image image(static_cast<int>(description.width), static_cast<int>(description.height));
  EXPECT_NE(png_image_finish_read(&description, nullptr, &image.at(0, 0), 0, nullptr), 0);
  return image;
}

template <typename S>
std::vector<S> shapes_of(const Scene& scene) {
  std::vector<S> found;
  for (const Shape& shape : scene.shapes) {
    if (const S* const one = std::get_if<S>(&shape)) found.push_back(*one);
  }
  return found;
}

std::vector<std::string> texts_of(const Scene& scene) {
  std::vector<std::string> texts;
  for (const Text& text : shapes_of<Text>(scene)) texts.push_back(text.text);
  std::sort(texts.begin(), texts.end());
  return texts;
}

/// The pieces of lines between queens.
std::vector<Points> red_lines(const Scene& scene) {
  std::vector<Points> lines;
  for (const Strokes& strokes : shapes_of<Strokes>(scene)) {
    for (const Points& line : strokes.lines) {
      if (strokes.stroke == kAttack && line.size() == 2) lines.push_back(line);
    }
  }
  return lines;
}

TEST(MarkedBoard, AttackedAreThoseOfEveryPair) {
  base::Random random(1);
  for (int i = 0; i < 400; ++i) {
    const std::uint32_t n = 1 + random.below(12);
    const Board board(n, static_cast<Variant>(i % 4));
    std::vector<Square> queens;
    for (std::uint32_t k = 0; k < n; ++k) queens.push_back({random.below(n), random.below(n)});
    for (const auto& marked : MarkedBoard(board, queens).marks) {
      EXPECT_EQ(marked.second.is_attacked,
                std::any_of(queens.begin(), queens.end(), [&](const Square& other) {
                  return attack(board, marked.first, other).has_value();
                }));
    }
  }
  EXPECT_THAT(marked({0, 1, 2}).attacks,
              ElementsAre(AttackingPair{{0, 0}, {1, 1}, Line::diagonal},
                          AttackingPair{{1, 1}, {2, 2}, Line::diagonal}));
}

/// The given queen 0:0 is there, 1:2 is missing; one queen stands on a blocked square, one on an
/// excluded diagonal.
MarkedBoard all_marks() {
  Board board(6, 7, Variant::semi);
  board.place({0, 0});
  board.place({1, 2});
  board.block({2, 6});
  board.block({5, 6});
  board.exclude({true, 4});
  return {board, squares_of(Placement{0, 3, 6, 4, 2, 1})};
}

TEST(MarkedBoard, LettersSayAll) {
  const MarkedBoard board = all_marks();
  EXPECT_EQ(text_board(board, {}), "G...x..\n..?!...\n..x...!\n.x..Q..\nx.Q....\n.Q....x\n");
  EXPECT_FALSE(board.is_right());
  EXPECT_EQ(std::pair(board.misplaced, board.missing), std::pair(std::size_t{2}, std::size_t{1}));
  Board given(4);
  given.place({1, 3});
  EXPECT_EQ(text_board({given, given.given()}, {}), "....\n...Q\n....\n....\n");
  EXPECT_EQ(text_board({given, squares_of(Placement{1, 3, 0, 2})}, {}), ".Q..\n...G\nQ...\n..Q.\n");
  given.block({1, 3});
  EXPECT_THROW(MarkedBoard(given, {}), InvalidArgument);
}

TEST(BoardPicture, LinesOfAttacks) {
  const auto lines = [](const Placement& columns, Variant variant) {
    return red_lines(draw_board(marked(columns, variant), 816, EdgeLabels::none));
  };
  EXPECT_EQ(lines(kAttacked, Variant::queens).size(), 2u);
  EXPECT_EQ(lines(kAttacked, Variant::semi).size(), 0u);
  EXPECT_EQ(lines(kOther, Variant::superqueens).size(), 5u);
  // Each of the two lines is cut at an edge and goes on at the opposite one.
  EXPECT_EQ(lines(kOther, Variant::torus).size(), 4u);
  std::multiset<double> edges;
  for (const Points& line : lines(kOther, Variant::torus)) {
    for (const Point& end : line) edges.insert({end.x, end.y});
  }
  EXPECT_EQ(edges.count(8), 2u);
  EXPECT_EQ(edges.count(808), 2u);
}

TEST(BoardPicture, EveryBoardIsSquareAndOnWholePixels) {
  for (const std::uint64_t n : {1u, 2u, 9u, 10u, 50u, 99u, 100u, 399u, 1000u, 20'000u}) {
    for (const int size : {64, 200, 800}) {
      const bool has_room = size >= 4 * static_cast<int>(n) + 16;
      for (const EdgeLabels labels :
           {EdgeLabels::automatic, has_room ? EdgeLabels::chess : EdgeLabels::none}) {
        const Scene scene = draw_board(MarkedBoard(Board(n), {}), size, labels);
        EXPECT_EQ(scene.width, scene.height);
        EXPECT_LE(scene.width, size);
        EXPECT_GE(scene.width, size / 1.6) << n;
        for (const DarkSquares& squares : shapes_of<DarkSquares>(scene)) {
          EXPECT_GE(squares.side, 2);
          for (const double edge :
               {scene.width, squares.side, squares.corner.x, squares.corner.y}) {
            EXPECT_EQ(edge, std::round(edge));
          }
        }
      }
    }
  }
}

TEST(BoardPicture, PixelsOfQueensAndSquares) {
  const Image image =
      decode(png_of(rasterise(draw_board(all_marks(), 716, EdgeLabels::none))));  // 100 a square
  const auto at = [&](int row, int column, double x, double y) {
    return image.at(static_cast<int>(8 + (column + x) * 100),
                    static_cast<int>(8 + (row + y) * 100));
  };
  EXPECT_EQ(at(5, 0, 0.05, 0.05), kDarkSquare);  // a1
  EXPECT_EQ(at(4, 1, 0.05, 0.05), kDarkSquare);
  EXPECT_EQ(at(5, 2, 0.5, 0.5), kDarkSquare);
  EXPECT_EQ(at(5, 3, 0.5, 0.5), kLightSquare);
  EXPECT_EQ(at(5, 1, 0.5, 0.6), kInk);
  EXPECT_EQ(at(0, 0, 0.5, 0.6), kInk);
  EXPECT_EQ(at(0, 0, 0.02, 0.02), kGivenLight);
  EXPECT_EQ(at(1, 2, 0.5, 0.5), kGivenDark);
  EXPECT_EQ(at(1, 2, 0.5, 0.06), kAttack);
  EXPECT_EQ(at(2, 6, 0.5, 0.6), kAttack);
  EXPECT_EQ(at(1, 3, 0.5, 0.6), kAttack);
  EXPECT_EQ(at(5, 6, 0.5, 0.5), kBlocked);
  const Placement many = solve(20'000, {.algorithm = "qs4", .threads = 1, .seed = 1}).placement;
  EXPECT_LT(svg_of(draw_board(marked(many), 800)).size(), 400'000u);
}

double luminance(const Colour& colour) {
  const auto linear = [](std::uint8_t value) {
    const double part = value / 255.0;
    return part <= 0.04045 ? part / 12.92 : std::pow((part + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(colour.red) + 0.7152 * linear(colour.green) + 0.0722 * linear(colour.blue);
}

double contrast(const Colour& a, const Colour& b) {
  const auto [dark, light] = std::minmax({luminance(a), luminance(b)});
  return (light + 0.05) / (dark + 0.05);
}

TEST(BoardPicture, CanBeSeen) {
  for (const Colour& square : {kLightSquare, kDarkSquare}) {
    EXPECT_GE(contrast(kBlocked, square), 3);
    EXPECT_GE(contrast(kInk, square), 3);
  }
  for (const Colour& square : {kGivenLight, kGivenDark}) EXPECT_GE(contrast(kInk, square), 3);
  EXPECT_GE(contrast(kAttack, kHalo), 3);
  EXPECT_GE(contrast(kHalo, kDarkSquare), 2);
}

TEST(BoardPicture, LabelsStandBesideTheirLines) {
  const Scene scene = draw_board(marked(kSolution), 800, EdgeLabels::chess);
  const DarkSquares squares = shapes_of<DarkSquares>(scene).front();
  EXPECT_EQ(texts_of(scene).size(), 16u);
  for (const Text& text : shapes_of<Text>(scene)) {
    if (text.text == "1") {  // beside the lowest row
      EXPECT_NEAR(text.at.y, squares.corner.y + 7.5 * squares.side, 0.01);
      EXPECT_LT(text.at.x, squares.corner.x);
    }
    if (text.text == "a") {  // below the left column
      EXPECT_NEAR(text.at.x, squares.corner.x + squares.side / 2, 0.01);
      EXPECT_GT(text.at.y, squares.corner.y + 8 * squares.side);
    }
  }
  const MarkedBoard large(Board(200), {});
  EXPECT_EQ(texts_of(draw_board(large, 800)).size(), 0u);
  EXPECT_THROW(draw_board(large, 800, EdgeLabels::numbers), InvalidArgument);
}

TEST(TextBoard, LabelsStandBesideTheirLines) {
  EXPECT_EQ(text_board(marked({1, 3, 0, 2}), {.labels = EdgeLabels::numbers}),
            "0 .Q..\n1 ...Q\n2 Q...\n3 ..Q.\n  0123\n");
  const std::string text = text_board(MarkedBoard(Board(27), {}), {.labels = EdgeLabels::chess});
  EXPECT_THAT(text, testing::EndsWith("\n 1 ...........................\n"
                                      "            111111111122222222\n"
                                      "   123456789012345678901234567\n"));
}

TEST(TextBoard, UnicodeHasOneSignForEachLetter) {
  const std::string text = text_board(all_marks(), {.unicode = true});
  EXPECT_THAT(text, testing::StartsWith("\u2655 \u00b7 \u00b7 \u00b7 \u00d7 \u00b7 \u00b7\n"
                                        "\u00b7 \u00b7 \u00bf \u203c \u00b7 "));
  EXPECT_THAT(text, HasSubstr("\u265b"));
}

TEST(ContactSheet, HasEveryBoardAndItsNumber) {
  for (const std::size_t boards : {1u, 2u, 12u, 92u, 1000u}) {
    const Scene scene = draw_sheet(std::vector<MarkedBoard>(boards, marked(kSolution)), 1000);
    EXPECT_LT(scene.width, 1100);
    EXPECT_EQ(shapes_of<DarkSquares>(scene).size(), boards);
    EXPECT_EQ(texts_of(scene).size(), boards == 1000 ? 0 : boards);
  }
  const Scene twelve = draw_sheet(std::vector<MarkedBoard>(12, marked(kSolution)), 800);
  EXPECT_GT(twelve.width, twelve.height);  // four by three
  const std::vector<MarkedBoard> two{all_marks(), marked(kAttacked)};
  EXPECT_EQ(red_lines(draw_sheet(two, 800)).size(), 2u);
  EXPECT_EQ(texts_of(draw_sheet(two, 800, EdgeLabels::chess)).size(), 6u + 7 + 8 + 8 + 2 + 1);
  EXPECT_THAT(texts_of(draw_sheet(two, 800)), ElementsAre("0", "1", "given queen"));
}

TEST(BoardPicture, GivenQueensAreExplained) {
  Board board(8);
  board.place({0, 0});
  const auto texts = [&](const Placement& columns, EdgeLabels labels) {
    return texts_of(draw_board({board, squares_of(columns)}, 800, labels));
  };
  EXPECT_THAT(texts(kSolution, EdgeLabels::automatic), Contains("given queen"));
  EXPECT_THAT(texts(kOther, EdgeLabels::automatic), Contains("given queen"));  // missing
  EXPECT_TRUE(texts(kSolution, EdgeLabels::none).empty());
  EXPECT_THAT(texts_of(draw_board(marked(kSolution), 800)), Not(Contains("given queen")));
  // Without other queens nothing is tinted.
  EXPECT_THAT(texts_of(draw_board({board, board.given()}, 800)), Not(Contains("given queen")));
  const Scene scene = draw_board({board, squares_of(kSolution)}, 816);
  const Text legend = shapes_of<Text>(scene).back();
  const DarkSquares squares = shapes_of<DarkSquares>(scene).front();
  EXPECT_GT(legend.at.y - legend.size / 2, squares.corner.y + 8 * squares.side);
  EXPECT_LT(legend.at.y + legend.size / 2, scene.height);
}

/// Counts a placement that comes in pieces.
Density density_of(const Placement& columns, std::optional<int> pixels) {
  Density density(columns.size(), pixels);
  const std::vector<std::uint64_t> all(columns.begin(), columns.end());
  for (std::uint64_t row = 0; row < all.size(); row += 100) {
    density.add(row, std::span(all).subspan(row, std::min<std::size_t>(100, all.size() - row)));
  }
  return density;
}

TEST(Density, CellsAreOfOneSize) {
  for (const std::uint64_t n : {1u, 12u, 33u, 100u, 999u, 1000u, 5000u, 40'000u}) {
    const Placement columns =
        n < 4 || n == 33 ? Placement(n, 0)
                         : solve(n, {.algorithm = "qs4", .threads = 1, .seed = 1}).placement;
    for (const std::optional<int> pixels :
         {std::optional(64), std::optional(800), std::optional<int>()}) {
      const Density density = density_of(columns, pixels);
      const auto cells = static_cast<std::uint64_t>(density.columns);
      const auto rows = static_cast<std::uint64_t>(density.rows);
      EXPECT_LE(density.columns, pixels.value_or(72));
      EXPECT_GE(cells, std::min<std::uint64_t>(n, 32));
      EXPECT_EQ(rows, pixels ? cells : (cells + 1) / 2);
      std::vector<std::uint32_t> expected(density.counts.size());
      for (std::uint64_t row = 0; row < n; ++row) {
        ++expected[row * rows / n * cells + columns[row] * cells / n];
      }
      EXPECT_EQ(density.counts, expected) << n;
    }
  }
}

TEST(Density, CellsHaveNineQueensOrMore) {
  for (const std::uint64_t n : {std::uint64_t{1'000'000}, std::uint64_t{1'000'000'000}}) {
    EXPECT_GE(Density(n, 800).mean(), 9);
    EXPECT_GE(Density(n, 16'384).mean(), 9);
  }
  // The last square of the largest board lies in the last cell, and the one after it nowhere.
  Density largest(kMaxStreamedSize, 16'384);
  largest.add(kMaxStreamedSize - 1, std::vector<std::uint64_t>{kMaxStreamedSize - 1});
  EXPECT_EQ(largest.counts.back(), 1u);
  largest.add(7, std::vector<std::uint64_t>{kMaxStreamedSize});
  EXPECT_EQ(largest.outside, (Square{7, kMaxStreamedSize}));
  EXPECT_TRUE(largest.is_counted_from_one);
}

TEST(Density, ShowsStructureAndAScale) {
  // All queens on the main diagonal.
  Placement columns(10'000);
  std::iota(columns.begin(), columns.end(), Column{0});
  const Density density = density_of(columns, 416);
  const Scene scene = draw_density(density, 416);
  const Image image = decode(png_of(rasterise(scene)));
  const Colour many = image.at(13, 13);
  const Colour none = image.at(350, 20);
  EXPECT_GT(many.red + many.green + many.blue, none.red + none.green + none.blue + 200);
  EXPECT_EQ(image.at(200, 200), many);
  EXPECT_THAT(texts_of(scene), ElementsAre("0", fmt::format("{} queens per cell", density.most()),
                                           fmt::format("mean {:.1f}", density.mean())));
  EXPECT_THAT(svg_of(scene), HasSubstr("xlink:href=\"data:image/png;base64,iVBORw0KGgo"));
  const std::string text = density_text(density_of(columns, std::nullopt), false);
  EXPECT_THAT(text, testing::StartsWith("@@                              \n  @@"));
  EXPECT_THAT(text, HasSubstr("\nqueens in a cell: . from "));
}

TEST(Density, ScalesOfEverySizeHaveWords) {
  const Placement columns = solve(20'001, {.threads = 1, .seed = 1}).placement;
  for (const int pixels : {64, 100, 200, 300, 500, 800, 2000}) {
    const Scene scene = draw_density(density_of(columns, pixels), pixels);
    double right = 0;  // of the text before
    for (const Text& text : shapes_of<Text>(scene)) {
      const double width = text_width(text.text, text.size);
      EXPECT_GE(text.at.x - text.anchor * width, right) << pixels << ": " << text.text;
      right = text.at.x + (1 - text.anchor) * width;
    }
    EXPECT_LE(right, scene.width) << pixels;
    EXPECT_THAT(texts_of(scene), Contains(HasSubstr("mean "))) << pixels;
    EXPECT_THAT(texts_of(scene), Contains(HasSubstr(" per cell"))) << pixels;
  }
}

TEST(Files, PngComesBackPixelForPixel) {
  for (const unsigned colours : {2u, 200u, 100'000u}) {
    const auto colour_at = [colours](int x, int y) {
      const unsigned colour = static_cast<unsigned>(x * 7919 + y * 104'729) % colours;
      return Colour{static_cast<std::uint8_t>(colour), static_cast<std::uint8_t>(colour >> 8),
                    static_cast<std::uint8_t>(colour >> 16)};
    };
    Scene scene{70, 50, "", {}};
    scene.add(Cells{{}, 1, 50, 70, [&](int row, int column) { return colour_at(column, row); }});
    const Image image = decode(png_of(rasterise(scene)));
    for (int y = 0; y < 50; ++y) {
      for (int x = 0; x < 70; ++x) ASSERT_EQ(image.at(x, y), colour_at(x, y));
    }
  }
}

TEST(Files, ErrorsOfTheSinkAndOfPaintingArriveAsTheyAre) {
  struct Full {};
  const auto fail = [](auto) { throw Full(); };
  EXPECT_THROW(write_png(rasterise(draw_board(marked(kSolution), 300)), fail), Full);
  int times = 0;
  const Raster failing{16384, 300, [&](int top, Image&) {
                         if (top > 0 && ++times == 2) throw Full();
                       }};
  EXPECT_THROW(png_of(failing), Full);
}

}  // namespace
}  // namespace nqueens::drawing
