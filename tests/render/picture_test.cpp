// What is on the pictures: squares, queens, what is wrong, sheets, densities; and their files.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <png.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "nqueens/error.hpp"
#include "nqueens/solve.hpp"
#include "render/pictures.hpp"

namespace nqueens::render {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

const Placement kSolution = {0, 4, 7, 5, 2, 6, 1, 3};
const Placement kAttacked = {0, 4, 7, 5, 2, 6, 3, 1};
const Placement kOther = {4, 6, 0, 2, 7, 5, 3, 1};

MarkedBoard marked(const Placement& columns, Variant variant = Variant::queens) {
  return {Board(columns.size(), variant), squares_of(columns)};
}

std::size_t count(std::string_view text, std::string_view part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++found;
  return found;
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

Raster raster_of(const Image& image) {
  return {image.width(), image.height(), [&image](int top, Image& rows) {
            for (int y = 0; y < rows.height(); ++y) {
              for (int x = 0; x < rows.width(); ++x) rows.at(x, y) = image.at(x, top + y);
            }
          }};
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

bool attack_each_other(Variant variant, int n, const Square& a, const Square& b) {
  const int down = static_cast<int>(b.row) - static_cast<int>(a.row);
  const int right = static_cast<int>(b.column) - static_cast<int>(a.column);
  const int period = variant == Variant::torus ? n : 1000;
  if (down == 0 || right == 0 || (down - right) % period == 0) return true;
  if (variant == Variant::superqueens && std::abs(down * right) == 2) return true;
  return variant != Variant::semi && (down + right) % period == 0;
}

TEST(MarkedBoard, AttackedAreThoseOfEveryPair) {
  base::Random random(1);
  for (const Variant variant :
       {Variant::queens, Variant::torus, Variant::superqueens, Variant::semi}) {
    for (int i = 0; i < 100; ++i) {
      const std::uint32_t n = 1 + random.below(12);
      std::set<Square> queens;
      for (std::uint32_t k = 0; k < n; ++k) queens.insert({random.below(n), random.below(n)});
      const MarkedBoard board(Board(n, variant), {queens.begin(), queens.end()});
      for (const Square& queen : queens) {
        const bool expected = std::any_of(queens.begin(), queens.end(), [&](const Square& other) {
          return other != queen && attack_each_other(variant, static_cast<int>(n), queen, other);
        });
        EXPECT_EQ(board.marks.at(queen).is_attacked, expected);
      }
    }
  }
}

TEST(MarkedBoard, ThreeOnALineAreTwoPairs) {
  EXPECT_THAT(marked({0, 1, 2}).attacks,
              ElementsAre(AttackingPair{{0, 0}, {1, 1}, Line::diagonal},
                          AttackingPair{{1, 1}, {2, 2}, Line::diagonal}));
}

/// 0:0 is given and there, 1:2 given and missing; a queen stands on a blocked square and one on an
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
    return red_lines(draw_board(marked(columns, variant), 800)).size();
  };
  EXPECT_EQ(lines(kSolution, Variant::queens), 0u);
  EXPECT_EQ(lines(kAttacked, Variant::queens), 2u);
  EXPECT_EQ(lines(kAttacked, Variant::semi), 0u);
  EXPECT_EQ(lines(kOther, Variant::queens), 0u);
  EXPECT_EQ(lines(kOther, Variant::superqueens), 5u);
  // Each of two lines ends at an edge and goes on at the opposite one.
  const Scene torus = draw_board(marked(kOther, Variant::torus), 816, EdgeLabels::none);
  std::vector<double> edges;
  for (const Points& line : red_lines(torus)) {
    for (const Point& end : line) {
      for (const double place : {end.x, end.y}) {
        if (place == 8 || place == 808) edges.push_back(place);
      }
    }
  }
  EXPECT_EQ(red_lines(torus).size(), 4u);
  EXPECT_THAT(edges, testing::UnorderedElementsAre(8, 8, 808, 808));
}

TEST(BoardPicture, EveryBoardIsSquareAndOnWholePixels) {
  for (const std::uint64_t n : {1u, 2u, 3u, 9u, 10u, 50u, 99u, 100u, 399u, 1000u, 20'000u}) {
    Placement columns(n);
    std::iota(columns.begin(), columns.end(), Column{0});
    std::reverse(columns.begin(), columns.begin() + static_cast<std::ptrdiff_t>(n / 2));
    for (const int size : {64, 200, 800}) {
      for (const EdgeLabels labels : {EdgeLabels::automatic, EdgeLabels::chess}) {
        if (labels == EdgeLabels::chess && size < 4 * static_cast<int>(n) + 16) continue;
        const Scene scene = draw_board(marked(columns), size, labels);
        EXPECT_EQ(scene.width, scene.height);
        EXPECT_EQ(scene.width, std::round(scene.width));
        EXPECT_LE(scene.width, size);
        EXPECT_GE(scene.width, size / 1.6) << n;
        for (const DarkSquares& squares : shapes_of<DarkSquares>(scene)) {
          EXPECT_GE(squares.side, 2);
          for (const double edge : {squares.side, squares.corner.x, squares.corner.y}) {
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

TEST(BoardPicture, Labels) {
  const Scene scene = draw_board(marked(kSolution), 800, EdgeLabels::chess);
  EXPECT_THAT(texts_of(scene), ElementsAre("1", "2", "3", "4", "5", "6", "7", "8", "a", "b", "c",
                                           "d", "e", "f", "g", "h"));
  const DarkSquares squares = shapes_of<DarkSquares>(scene).front();
  for (const Text& text : shapes_of<Text>(scene)) {
    const double bottom = squares.corner.y + 8 * squares.side;
    if (text.text == "1") {  // beside the lowest row
      EXPECT_NEAR(text.at.y, bottom - squares.side / 2, 0.01);
      EXPECT_LT(text.at.x, squares.corner.x);
    }
    if (text.text == "a") {  // below the left column
      EXPECT_NEAR(text.at.x, squares.corner.x + squares.side / 2, 0.01);
      EXPECT_GT(text.at.y, bottom);
    }
  }
  for (const std::uint64_t n : {26u, 27u}) {
    const std::vector<std::string> texts =
        texts_of(draw_board(MarkedBoard(Board(n), {}), 800, EdgeLabels::chess));
    EXPECT_EQ(texts.size(), 2 * n);
    EXPECT_EQ(std::count(texts.begin(), texts.end(), "z"), n == 26 ? 1 : 0);
    EXPECT_EQ(std::count(texts.begin(), texts.end(), "27"), n == 26 ? 0 : 2);
  }
  EXPECT_EQ(texts_of(draw_board(marked(kSolution), 800)).size(), 16u);
  EXPECT_EQ(texts_of(draw_board(marked(kSolution), 800, EdgeLabels::none)).size(), 0u);
  const std::vector<MarkedBoard> two(2, marked(kSolution));
  EXPECT_EQ(texts_of(draw_sheet(two, 800)).size(), 2u);
  EXPECT_EQ(texts_of(draw_sheet(two, 800, EdgeLabels::chess)).size(), 2 * 17u);
  const MarkedBoard large(Board(200), {});
  EXPECT_EQ(texts_of(draw_board(large, 800)).size(), 0u);
  EXPECT_THROW(draw_board(large, 800, EdgeLabels::numbers), InvalidArgument);
}

TEST(BoardPicture, ManyDotsAreAShortSvg) {
  const Placement columns = solve(20'000, {.algorithm = "qs4", .threads = 1, .seed = 1}).placement;
  EXPECT_LT(svg_of(draw_board(marked(columns), 800)).size(), 400'000u);
}

TEST(TextBoard, Labels) {
  const MarkedBoard four = marked({1, 3, 0, 2});
  EXPECT_EQ(text_board(four, {.labels = EdgeLabels::chess}),
            "4 .Q..\n3 ...Q\n2 Q...\n1 ..Q.\n  abcd\n");
  EXPECT_EQ(text_board(four, {.labels = EdgeLabels::numbers}),
            "0 .Q..\n1 ...Q\n2 Q...\n3 ..Q.\n  0123\n");
  EXPECT_EQ(text_board(marked({0}), {.unicode = true, .labels = EdgeLabels::chess}),
            "1 \u265b\n  a\n");
  const std::string text = text_board(MarkedBoard(Board(27), {}), {.labels = EdgeLabels::chess});
  EXPECT_THAT(text, HasSubstr("\n 1 ...........................\n"));
  EXPECT_THAT(text, testing::EndsWith("\n            111111111122222222\n"
                                      "   123456789012345678901234567\n"));
}

TEST(TextBoard, UnicodeHasOneSignForEachLetter) {
  const std::string plain = text_board(all_marks(), {});
  std::string text = text_board(all_marks(), {.unicode = true});
  std::set<std::string> signs;
  for (const auto& [sign, letter] : {std::pair{"\u00b7", '.'},
                                     {"\u00d7", 'x'},
                                     {"\u265b", 'Q'},
                                     {"\u2655", 'G'},
                                     {"\u203c", '!'},
                                     {"\u00bf", '?'}}) {
    for (std::size_t at; (at = text.find(sign)) != text.npos;) {
      text.replace(at, std::string_view(sign).size(), 1, letter);
    }
  }
  text.erase(std::remove(text.begin(), text.end(), ' '), text.end());
  EXPECT_EQ(text, plain);
}

TEST(TextBoard, ColoursChangeNothingButColours) {
  std::string text = text_board(marked({1, 3, 2, 0}), {.colour = true});
  EXPECT_THAT(text, HasSubstr("\x1b[1;38;5;160m! "));
  for (std::size_t at = 0; (at = text.find('\x1b')) != text.npos;) {
    text.erase(at, text.find('m', at) - at + 1);
  }
  EXPECT_EQ(text, "  Q     \n      ! \n    !   \nQ       \n");
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
}

TEST(ContactSheet, MarksWhatIsWrong) {
  EXPECT_EQ(red_lines(draw_sheet(std::vector{all_marks(), marked(kAttacked)}, 800)).size(), 2u);
  EXPECT_EQ(texts_of(draw_sheet(std::vector{all_marks()}, 800, EdgeLabels::chess)).size(),
            6u + 7 + 1);
}

/// Counts a placement that comes in pieces of random length.
Density density_of(const Placement& columns, std::optional<int> pixels,
                   std::uint32_t max_piece = 100) {
  base::Random random(1);
  Density density(columns.size(), pixels);
  for (std::uint64_t row = 0; row < columns.size();) {
    const std::uint64_t end =
        std::min<std::uint64_t>(columns.size(), row + random.below(max_piece));
    const std::vector<std::uint64_t> piece(columns.begin() + static_cast<std::ptrdiff_t>(row),
                                           columns.begin() + static_cast<std::ptrdiff_t>(end));
    density.add(row, piece);
    row = end;
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
      EXPECT_EQ(density.counts, density_of(columns, pixels, 1'000'000).counts);
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
      EXPECT_FALSE(density.outside);
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
  // Below the map, from the least to the most.
  const std::vector<Cells> cells = shapes_of<Cells>(scene);
  EXPECT_GT(cells[1].corner.y, cells[0].corner.y + cells[0].side * cells[0].rows);
  EXPECT_EQ(cells[1].columns, cells[0].side * cells[0].columns);
  EXPECT_THAT(texts_of(scene), ElementsAre("0", fmt::format("{} queens per cell", density.most()),
                                           fmt::format("mean {:.1f}", density.mean())));
  EXPECT_EQ(count(svg_of(scene), "xlink:href=\"data:image/png;base64,iVBORw0KGgo"), 2u);
  const std::string text = density_text(density_of(columns, std::nullopt), false);
  EXPECT_THAT(text, testing::StartsWith("@@                              \n  @@"));
  EXPECT_THAT(text, HasSubstr("\nqueens in a cell: . from "));
}

TEST(Files, PngComesBackPixelForPixel) {
  base::Random random(3);
  for (const std::uint32_t colours : {2u, 200u, 100'000u}) {
    Image image(70, 50);
    for (int y = 0; y < 50; ++y) {
      for (int x = 0; x < 70; ++x) {
        const std::uint32_t colour = random.below(colours);
        image.at(x, y) = {static_cast<std::uint8_t>(colour), static_cast<std::uint8_t>(colour >> 8),
                          static_cast<std::uint8_t>(colour >> 16)};
      }
    }
    const Image again = decode(png_of(raster_of(image)));
    ASSERT_EQ(again.width(), 70);
    ASSERT_EQ(again.height(), 50);
    for (int y = 0; y < 50; ++y) {
      for (int x = 0; x < 70; ++x) ASSERT_EQ(again.at(x, y), image.at(x, y));
    }
  }
}

// More than three bytes a pixel of the whole picture would be 49 MB.
TEST(Files, LargePicturesAreMadeSomeRowsAtATime) {
  int next_row = 0;
  int times = 0;
  const Raster raster{16384, 1000, [&](int top, Image& rows) {
                        EXPECT_EQ(rows.width(), 16384);
                        EXPECT_LE(rows.height(), 256);
                        if (top == 0) next_row = 0, ++times;
                        EXPECT_EQ(top, next_row);
                        next_row += rows.height();
                        rows.at(5, 0) = kInk;
                      }};
  const Image image = decode(png_of(raster));
  EXPECT_EQ(times, 2);
  EXPECT_EQ(next_row, 1000);
  EXPECT_EQ(image.at(5, 0), kInk);
  EXPECT_EQ(image.at(5, 1), kWhite);
}

TEST(Files, ErrorsOfTheSinkAndOfPaintingArriveAsTheyAre) {
  struct Full {};
  const Image image(300, 300);
  EXPECT_THROW(write_png(raster_of(image), [](std::string_view) { throw Full(); }), Full);
  int times = 0;
  const Raster failing{16384, 300, [&](int top, Image&) {
                         if (top > 0 && ++times == 2) throw Full();
                       }};
  EXPECT_THROW(png_of(failing), Full);
}

}  // namespace
}  // namespace nqueens::render
