// What is on the pictures: squares, queens, marked conflicts, sheets, densities; and their files.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <png.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "domain/problem.hpp"
#include "nqueens/placement.hpp"
#include "nqueens/solve.hpp"
#include "nqueens/verify.hpp"
#include "render/density.hpp"
#include "render/pictures.hpp"

namespace nqueens::render {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

const Placement kSolution = {0, 4, 7, 5, 2, 6, 1, 3};
const Placement kAttack = {0, 4, 7, 5, 2, 6, 3, 1};

std::size_t count(std::string_view text, std::string_view part) {
  std::size_t found = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + 1)) ++found;
  return found;
}

template <typename... Given>
std::string svg_of(const Given&... given) {
  std::string text;
  write_svg(given..., [&](std::string_view bytes) { text += bytes; });
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

TEST(Conflicts, AreThoseOfEveryPair) {
  base::Random random(1);
  for (int i = 0; i < 300; ++i) {
    Placement columns(1 + random.below(12));
    for (Column& column : columns) {
      column = random.below(static_cast<std::uint32_t>(columns.size()));
    }
    const Conflicts found = find_conflicts(columns);
    std::vector<bool> expected(columns.size());
    for (std::size_t a = 0; a < columns.size(); ++a) {
      for (std::size_t b = a + 1; b < columns.size(); ++b) {
        if (columns[a] == columns[b] || columns[a] + a == columns[b] + b ||
            columns[a] + b == columns[b] + a) {
          expected[a] = expected[b] = true;
        }
      }
    }
    EXPECT_EQ(found.is_attacked, expected);
    EXPECT_EQ(found.pairs.empty(), is_solution(columns));
  }
}

TEST(Conflicts, ThreeOnALineAreTwoPairs) {
  const Conflicts found = find_conflicts(Placement{0, 1, 2});
  ASSERT_EQ(found.pairs.size(), 2u);
  EXPECT_EQ(found.pairs[0], (AttackingPair{{0, 0}, {1, 1}, Line::diagonal}));
  EXPECT_EQ(found.pairs[1], (AttackingPair{{1, 1}, {2, 2}, Line::diagonal}));
}

TEST(BoardPicture, ConflictsAreRedWithTheirLines) {
  const std::string svg = svg_of(draw_board(kAttack, 800));
  EXPECT_EQ(count(svg, "<polyline"), 2u);
  EXPECT_EQ(count(svg, "#c81e28"), 4 * 8u + 2);  // crown, waist, foot, five balls; two lines
}

TEST(BoardPicture, EveryBoardAndSizeCanBeDrawn) {
  for (const std::uint64_t n : {1u, 2u, 3u, 4u, 9u, 10u, 50u, 99u, 100u, 101u, 399u, 1000u}) {
    Placement columns(n);
    std::iota(columns.begin(), columns.end(), Column{0});
    std::reverse(columns.begin(), columns.begin() + static_cast<std::ptrdiff_t>(n / 2));
    for (const int size : {64, 200, 800}) {
      const Scene scene = draw_board(columns, size);
      EXPECT_GT(scene.width, static_cast<double>(n));
      EXPECT_LE(scene.width, std::max<double>(size, static_cast<double>(n) + 20)) << n;
      EXPECT_GE(scene.width, size / 2.5) << n;
    }
  }
}

TEST(BoardPicture, PixelsOfQueensAndSquares) {
  const Scene scene = draw_board(kSolution, 800);
  const Image image = decode(png_of(rasterise(scene)));
  EXPECT_EQ(image.width(), static_cast<int>(scene.width));
  const BoardLayout layout = layout_board(8, 800);
  for (int row = 0; row < 8; ++row) {
    for (int column = 0; column < 8; ++column) {
      const auto at = [&](double x, double y) {
        return image.at(static_cast<int>(layout.margin_left + (column + x) * layout.side),
                        static_cast<int>(layout.margin_top + (row + y) * layout.side));
      };
      const Colour square = (row + column) % 2 == 0 ? kLightSquare : kDarkSquare;
      EXPECT_EQ(at(0.05, 0.05), square);
      const bool has_queen =
          kSolution[static_cast<std::size_t>(row)] == static_cast<Column>(column);
      EXPECT_EQ(at(0.5, 0.6), has_queen ? kInk : square);
    }
  }
}

TEST(BoardPicture, TheSquareA1IsDark) {
  for (const Placement& columns : {kSolution, Placement{0, 2, 4, 1, 3}}) {
    const auto size = columns.size();
    const Image image = decode(png_of(rasterise(draw_board(columns, 400))));
    const BoardLayout layout = layout_board(size, 400);
    EXPECT_EQ(image.at(static_cast<int>(layout.margin_left + 0.05 * layout.side),
                       static_cast<int>(layout.margin_top +
                                        (static_cast<double>(size) - 0.95) * layout.side)),
              kDarkSquare);
  }
}

std::vector<std::string> texts_of(const Scene& scene) {
  std::vector<std::string> texts;
  for (const Shape& shape : scene.shapes) {
    if (const Text* const text = std::get_if<Text>(&shape)) texts.push_back(text->text);
  }
  std::sort(texts.begin(), texts.end());
  return texts;
}

TEST(BoardPicture, RanksAndFilesAsInChess) {
  const Scene scene = draw_board(kSolution, 800, EdgeLabels::chess);
  EXPECT_THAT(texts_of(scene), testing::ElementsAre("1", "2", "3", "4", "5", "6", "7", "8", "a",
                                                    "b", "c", "d", "e", "f", "g", "h"));
  const BoardLayout layout = layout_board(8, 800, EdgeLabels::chess);
  for (const Shape& shape : scene.shapes) {
    const Text* const text = std::get_if<Text>(&shape);
    if (text == nullptr) continue;
    const double bottom = layout.margin_top + 8 * layout.side;
    if (text->text == "1") {  // beside the lowest row
      EXPECT_NEAR(text->centre.y, bottom - layout.side / 2, 0.01);
      EXPECT_LT(text->centre.x, layout.margin_left);
    }
    if (text->text == "a") {  // below the left column
      EXPECT_NEAR(text->centre.x, layout.margin_left + layout.side / 2, 0.01);
      EXPECT_GT(text->centre.y, bottom);
    }
  }
  for (const std::uint64_t n : {26u, 27u}) {
    Placement columns(n);
    std::iota(columns.begin(), columns.end(), Column{0});
    const std::vector<std::string> texts = texts_of(draw_board(columns, 800, EdgeLabels::chess));
    EXPECT_EQ(texts.size(), 2 * n);
    EXPECT_EQ(std::count(texts.begin(), texts.end(), "z"), n == 26 ? 1 : 0);
    EXPECT_EQ(std::count(texts.begin(), texts.end(), "27"), n == 26 ? 0 : 2);
  }
  EXPECT_EQ(texts_of(draw_sheet({{kSolution, 8}, {kSolution, 8}}, 800, {.labels = true})).size(),
            2 * 17u);
}

TEST(TextBoard, RanksAndFiles) {
  EXPECT_EQ(text_board(Placement{1, 3, 0, 2}, {.labels = true}),
            "4 .Q..\n3 ...Q\n2 Q...\n1 ..Q.\n  abcd\n");
  EXPECT_EQ(text_board(Placement{0}, {.unicode = true, .labels = true}), "1 \u265b\n  a\n");
  Board board(2, 3, Variant::queens);
  board.block({0, 2});
  EXPECT_EQ(text_problem(board, std::vector<int>{1, -1}, {.labels = true}),
            "2 .Qx\n1 ...\n  abc\n");
  Placement columns(27, 0);
  const std::string text = text_board(columns, {.labels = true});
  EXPECT_THAT(text, HasSubstr("\n 1 X.........................."
                              "\n"));
  EXPECT_THAT(text, testing::EndsWith("\n            111111111122222222\n"
                                      "   123456789012345678901234567\n"));
}

TEST(TextBoard, Unicode) {
  EXPECT_EQ(text_board(Placement{0, 1}, {.unicode = true}), "\u2655 \u00b7\n\u00b7 \u2655\n");
  EXPECT_EQ(text_board(Placement{0}, {.unicode = true}), "\u265b\n");
}

TEST(TextBoard, ColoursChangeNothingButColours) {
  std::string text = text_board(Placement{1, 3, 2, 0}, {.colour = true});
  EXPECT_THAT(text, testing::HasSubstr("\x1b[1;38;5;160mX "));
  for (std::size_t at = 0; (at = text.find('\x1b')) != text.npos;) {
    text.erase(at, text.find('m', at) - at + 1);
  }
  EXPECT_EQ(text, "  Q     \n      X \n    X   \nQ       \n");
}

TEST(ContactSheet, HasEveryBoardAndItsNumber) {
  for (const std::size_t boards : {1u, 2u, 12u, 92u, 1000u}) {
    const Scene scene = draw_sheet(std::vector<SheetBoard>(boards, {kSolution, 8}), 1000);
    EXPECT_LT(scene.width, 1100);
    const std::string svg = svg_of(scene);
    EXPECT_EQ(count(svg, "#26201e"), boards * (boards == 1000 ? 8 : 64)) << boards;
    EXPECT_EQ(count(svg, "<text"), boards == 1000 ? 0 : boards);
  }
  const Scene twelve = draw_sheet(std::vector<SheetBoard>(12, {kSolution, 8}), 800);
  EXPECT_GT(twelve.width, twelve.height);  // four by three
}

TEST(ContactSheet, RectanglesAndVariants) {
  const SheetBoard wide{{0, 2, 4}, 5};
  const SheetBoard attack{{0, 1, 4}, 5};
  const std::string svg = svg_of(draw_sheet({wide, attack}, 800));
  EXPECT_EQ(count(svg, "<polyline"), 1);
  EXPECT_EQ(count(svg_of(draw_sheet({wide, attack}, 800, {.attacks = false})), "<polyline"), 0);
  EXPECT_EQ(texts_of(draw_sheet({wide}, 800, {.labels = true})).size(), 3u + 5 + 1);
}

/// Counts a placement that comes in pieces of random length.
DensityGrid density_of(const Placement& columns, int max_cells, std::uint32_t max_piece = 100) {
  base::Random random(1);
  DensityCounter counter(max_cells);
  for (std::uint64_t row = 0; row < columns.size();) {
    const std::uint64_t end =
        std::min<std::uint64_t>(columns.size(), row + random.below(max_piece));
    const std::vector<std::uint64_t> piece(columns.begin() + static_cast<std::ptrdiff_t>(row),
                                           columns.begin() + static_cast<std::ptrdiff_t>(end));
    counter.add(row, piece);
    row = end;
  }
  EXPECT_EQ(counter.rows(), columns.size());
  return counter.finish();
}

TEST(Density, IsThatOfTheWholeBoardWhereverItIsCut) {
  for (const std::uint64_t n : {1u, 12u, 33u, 100u, 999u, 1000u, 5000u, 40'000u}) {
    const Placement columns =
        n < 4 || n == 33 ? Placement(n, 0)
                         : solve(n, {.algorithm = "qs4", .threads = 1, .seed = 1}).placement;
    for (const int max_cells : {32, 72, 800}) {
      const DensityGrid grid = density_of(columns, max_cells);
      EXPECT_EQ(grid.counts, density_of(columns, max_cells, 1'000'000).counts);
      EXPECT_EQ(grid.board_size, n);
      ASSERT_LE(grid.columns, max_cells);
      EXPECT_GE(grid.columns, std::min<int>(static_cast<int>(n), 16));
      EXPECT_EQ(grid.rows, grid.columns);
      std::vector<std::uint32_t> expected(grid.counts.size());
      double mean = 0;
      for (std::uint64_t row = 0; row < n; ++row) {
        const auto last = static_cast<std::uint64_t>(grid.columns) - 1;
        ++expected[std::min(row / grid.cell_height, last) * (last + 1) +
                   std::min(columns[row] / grid.cell_width, last)];
      }
      EXPECT_EQ(grid.counts, expected) << n << " " << max_cells;
      for (int row = 0; row < grid.rows; ++row) {
        for (int column = 0; column < grid.columns; ++column) mean += grid.expected(row, column);
      }
      EXPECT_NEAR(mean, static_cast<double>(n), 1e-6 * static_cast<double>(n));
      const DensityGrid joined = join_pairs_of_rows(grid);
      EXPECT_EQ(std::accumulate(joined.counts.begin(), joined.counts.end(), 0u), n);
    }
  }
}

TEST(Density, CellsHaveNineQueensOrMore) {
  const auto cells = [](std::uint64_t n, int max_cells) {
    DensityCounter counter(max_cells);
    // One row at the end is enough for the size of the cells.
    counter.add(n - 1, std::vector<std::uint64_t>{0});
    return counter.finish().cell_width;
  };
  EXPECT_EQ(cells(12, 800), 1u);
  EXPECT_EQ(cells(1'000'000, 800), 4096u);
  EXPECT_EQ(cells(1'000'000'000, 800), std::uint64_t{1} << 21);
  EXPECT_EQ(cells(1'000'000'000, 72), std::uint64_t{1} << 24);
  EXPECT_EQ(cells(100'000'000'000, 800), std::uint64_t{1} << 27);
}

TEST(Density, TheRightmostQueenIsKnown) {
  DensityCounter counter(32);
  counter.add(0, std::vector<std::uint64_t>{3, 7, 7});
  counter.add(3, std::vector<std::uint64_t>{7, 99, 2});
  EXPECT_EQ(counter.rightmost(), (Square{4, 99}));
}

TEST(Density, ShowsStructure) {
  // All queens on the main diagonal.
  Placement columns(10'000);
  std::iota(columns.begin(), columns.end(), Column{0});
  const DensityGrid grid = density_of(columns, 64);
  ASSERT_EQ(grid.columns, 20);  // of 512 columns
  const Image image = decode(png_of(draw_density(grid, 200)));
  EXPECT_EQ(image.width(), 204);
  const Colour many = image.at(7, 7);
  const Colour none = image.at(190, 10);
  EXPECT_GT(many.red + many.green + many.blue, none.red + none.green + none.blue + 200);
  EXPECT_EQ(image.at(57, 57), many);
  const std::string text = density_text(join_pairs_of_rows(grid), false);
  EXPECT_EQ(count(text, "\n"), 10u);
  EXPECT_THAT(text, StartsWith("@@                  \n  @@                \n"));
  EXPECT_EQ(count(density_text(grid, true), "\u2588"), 20u);
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

TEST(Files, SvgEmbedsAnImageAndEscapesTheTitle) {
  const std::string svg = svg_of(raster_of(Image(2, 3)), std::string("a < b & c"));
  EXPECT_THAT(svg, HasSubstr("<title>a &lt; b &amp; c</title>"));
  EXPECT_THAT(svg, HasSubstr("xlink:href=\"data:image/png;base64,iVBORw0KGgo"));
  EXPECT_THAT(svg, HasSubstr("viewBox=\"0 0 2 3\""));
}

}  // namespace
}  // namespace nqueens::render
