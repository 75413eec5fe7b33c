#include "cli/commands/pictures.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "base/numbers.hpp"
#include "cli/terminal/text.hpp"
#include "domain/boards.hpp"
#include "nqueens/error.hpp"

namespace nqueens::cli {

namespace {

constexpr base::Word<PictureFormat> kFormats[] = {
    {PictureFormat::text, "text"}, {PictureFormat::svg, "svg"}, {PictureFormat::png, "png"}};

/// Largest drawing as text: 2000 lines of 2000 characters.
constexpr std::uint64_t kMaxTextBoard = 2000;
/// Characters of a line of a density as text.
constexpr int kTextCells = 72;

std::uint64_t max_board(bool is_text, const std::string& style, const Session& session) {
  if (style == "density") return 0;
  if (style == "board") return is_text ? kMaxTextBoard : render::kMaxBoardPicture;
  if (!is_text) return PlacementPicture::kUsualBoard;
  // On a terminal a square is two columns wide, and longer lines would break.
  return session.output.is_terminal()
             ? std::min<std::uint64_t>(PlacementPicture::kUsualTextBoard,
                                       session.messages.terminal_width() / 2)
             : PlacementPicture::kUsualTextBoard;
}

std::string describe(const render::DensityGrid& grid) {
  const auto [min, max] = std::minmax_element(grid.counts.begin(), grid.counts.end());
  return fmt::format(
      "density of {}: {} x {} cells of {} x {} squares, {:.1f} queens in each on average, {} to {} "
      "found",
      plural(grid.board_size, "queen"), grid.rows, grid.columns, grid.cell_height, grid.cell_width,
      grid.mean(), *min, *max);
}

/// Whether the text goes to a terminal whose locale has chess pieces and shades.
bool shows_unicode(const Session& session) {
  if (!session.output.is_terminal()) return false;
  for (const char* const name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char* const value = std::getenv(name);
    if (value == nullptr || *value == '\0') continue;
    // The first variable that is set decides: en_GB.UTF-8, C.utf8.
    const std::string_view locale(value);
    return locale.find("UTF-8") != locale.npos || locale.find("utf8") != locale.npos ||
           locale.find("utf-8") != locale.npos;
  }
  return false;
}

}  // namespace

std::string PictureOptions::format_name() const {
  return choose_format(format, output, suffixes, "text");
}

PictureFormat PictureOptions::picture_format() const {
  return base::find_word(kFormats, format_name()).value_or(PictureFormat::text);
}

Option option::picture_format(PictureOptions& to) {
  return {.name = "--format",
          .to = &to.format,
          .help = "format of the picture; default: as the name of the file ends, else text",
          .words = base::texts_of(kFormats)};
}

Option option::picture_size(PictureOptions& to) {
  return {.name = "--size",
          .to = &to.size,
          .value = "PIXELS",
          .help = fmt::format("about the width of an SVG or PNG picture, {} to {}; default: {}",
                              PictureOptions::kMinSize, PictureOptions::kMaxSize,
                              PictureOptions::kUsualSize),
          .min = PictureOptions::kMinSize,
          .max = PictureOptions::kMaxSize};
}

void check_picture_options(const PictureOptions& options, const Session& session) {
  const PictureFormat format = options.picture_format();
  if (format == PictureFormat::text && options.size) {
    throw InvalidArgument(fmt::format(
        "--size {} does not apply to text; give --format svg or png too", *options.size));
  }
  if (options.output) {
    require_writable(*options.output, 0);
  } else if (format == PictureFormat::png && session.output.is_terminal()) {
    throw InvalidArgument(
        "a PNG picture is not for a terminal; give --output FILE, or redirect the output");
  }
}

void write_scene(const PictureOptions& options, Session& session, const render::Scene& scene) {
  write_result(options.output, session.output, [&](const render::Sink& sink) {
    if (options.picture_format() == PictureFormat::svg) return render::write_svg(scene, sink);
    render::write_png(render::rasterise(scene), sink);
  });
}

render::TextStyle text_style(const PictureOptions& options, const Session& session) {
  const bool shown = !options.output;
  return {.unicode = shown && shows_unicode(session),
          .colour = shown && session.output.paint().enabled(),
          .labels = options.labels};
}

PlacementPicture::PlacementPicture(const PictureOptions& options, Session& session)
    : options_(options),
      session_(session),
      max_board_(max_board(is_text(), options.style, session)),
      density_(is_text() ? kTextCells : options.pixels()) {}

void PlacementPicture::add(std::uint64_t first_row, std::span<const std::uint64_t> columns) {
  density_.add(first_row, columns);
  for (const std::uint64_t column : columns) leftmost_ = std::min(leftmost_, column);
  if (density_.rows() > max_board_) return;
  for (const std::uint64_t column : columns) board_.push_back(static_cast<Column>(column));
}

void PlacementPicture::add(std::span<const Column> columns) {
  add(0, std::vector<std::uint64_t>(columns.begin(), columns.end()));
}

void PlacementPicture::require_drawable(std::uint64_t queens) const {
  if (queens <= max_board_) return;
  if (options_.style == "board") {
    throw InvalidArgument(
        fmt::format("board is too large for --style board: {}; at most {} queens, or --style "
                    "density",
                    queens, max_board_));
  }
  if (options_.labels) {
    throw InvalidArgument(
        fmt::format("a density of {} queens has no ranks and files; leave out --labels", queens));
  }
}

std::string PlacementPicture::write() {
  const std::uint64_t rows = density_.rows();
  if (const Square& rightmost = density_.rightmost(); rightmost.column >= rows) {
    report_column_out_of_range(rightmost, fmt::to_string(rows), rows,
                               leftmost_ >= 1 && rightmost.column == rows ? kCountedFromOne : "");
  }
  require_drawable(rows);
  return rows <= max_board_ ? write_board() : write_density();
}

std::string PlacementPicture::write_board() {
  if (is_text()) {
    const std::string text = render::text_board(board_, text_style(options_, session_));
    write_result(options_.output, session_.output, text);
  } else {
    write_scene(options_, session_,
                render::draw_board(board_, options_.pixels(), options_.edge_labels()));
  }
  const std::size_t pairs = render::find_conflicts(board_).pairs.size();
  const std::string queens = plural(board_.size(), "queen");
  return pairs == 0 ? fmt::format("{}, a solution", queens)
                    : fmt::format("{}, not a solution: {} marked", queens,
                                  plural(pairs, "attacking pair"));
}

std::string PlacementPicture::write_density() {
  render::DensityGrid grid = density_.finish();
  if (is_text()) {
    grid = join_pairs_of_rows(grid);
    const std::string text = render::density_text(grid, shows_unicode(session_));
    write_result(options_.output, session_.output, text);
  } else {
    const render::Raster raster = render::draw_density(grid, options_.pixels());
    write_result(options_.output, session_.output, [&](const render::Sink& sink) {
      if (options_.picture_format() == PictureFormat::png) return render::write_png(raster, sink);
      render::write_svg(raster, fmt::format("density of {} queens", grid.board_size), sink);
    });
  }
  return describe(grid);
}

}  // namespace nqueens::cli
