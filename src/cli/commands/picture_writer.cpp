#include "cli/commands/picture_writer.hpp"

#include <algorithm>
#include <cstdlib>

#include "cli/options/problem_arguments.hpp"
#include "cli/terminal/text.hpp"
#include "domain/text.hpp"

namespace nqueens::cli {

namespace {

constexpr std::uint64_t kMaxTextBoard = 2000;  ///< lines, and characters in each

/// Tells whether the text goes to a terminal whose locale has chess pieces and shades.
bool shows_unicode(const Session& session) {
  if (!session.output.is_terminal()) return false;
  for (const char* const name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char* const value = std::getenv(name);
    if (value == nullptr || *value == '\0') continue;
    // The first variable that is set decides: en_GB.UTF-8, C.utf8.
    const std::string_view locale(value);
    return locale.find("UTF") != locale.npos || locale.find("utf") != locale.npos;
  }
  return false;
}

/// Writes "8 queens, a solution" or "Q(8 without 0:3), not a solution: 1 queen ... marked".
std::string describe(const Board& board, const drawing::MarkedBoard& marked) {
  if (marked.is_right()) return name_of(board) + ", a solution";
  std::vector<std::string> faults;
  if (!marked.attacks.empty()) faults.push_back(plural(marked.attacks.size(), "attacking pair"));
  if (marked.misplaced > 0) {
    faults.push_back(plural(marked.misplaced, "queen") + " where none may stand");
  }
  if (marked.missing > 0) faults.push_back(plural(marked.missing, "missing queen"));
  return fmt::format("{}, not a solution: {} marked", name_of(board), join(faults, ", "));
}

}  // namespace

Option option::picture_format(std::optional<std::string>& to, const std::string& more) {
  return {.name = "--format",
          .to = &to,
          .help = "format of the picture; default: by the suffix of the file, else text" + more,
          .words = {"text", "svg", "png"}};
}

Option option::picture_size(PictureOptions& to) {
  return {
      "--pixels",
      &to.size,
      fmt::format("about the width of an SVG or PNG picture; {} to {}; default: {}",
                  PictureOptions::kMinSize, PictureOptions::kMaxSize, PictureOptions::kDefaultSize),
      "NUM",
      PictureOptions::kMinSize,
      PictureOptions::kMaxSize};
}

PictureWriter::PictureWriter(PictureOptions options, std::optional<std::string> output,
                             std::string format, Session& session)
    : options_(std::move(options)),
      output_(std::move(output)),
      format_(std::move(format)),
      session_(session) {
  if (is_text() && options_.size) {
    refuse("--pixels {} does not apply to text; give --format svg or png too", *options_.size);
  }
  if (output_) {
    require_writable(*output_, 0);
  } else if (format_ == "png" && session.output.is_terminal()) {
    refuse("a PNG picture is not for a terminal; give --output FILE, or redirect the output");
  }
}

void PictureWriter::write(const drawing::Scene& scene) {
  write_result(output_, session_.output, [&](const drawing::Sink& sink) {
    if (format_ == "svg") return drawing::write_svg(scene, sink);
    drawing::write_png(drawing::rasterise(scene), sink);
  });
}

void PictureWriter::write(const drawing::MarkedBoard& board) {
  if (!is_text()) return write(draw_board(board, options_.pixels(), options_.labels));
  write_result(output_, session_.output, text_of(board));
}

void PictureWriter::write(std::span<const drawing::MarkedBoard> boards) {
  if (!is_text()) return write(draw_sheet(boards, options_.pixels(), options_.labels));
  write_result(output_, session_.output, [&](const drawing::Sink& sink) {
    for (const drawing::MarkedBoard& board : boards) {
      if (&board != &boards.front()) sink("\n");
      sink(text_of(board));
    }
  });
}

void PictureWriter::write(const drawing::Density& density, const std::string& input) {
  const std::uint64_t n = density.board_size;
  if (density.outside) {
    report_column_out_of_range(*density.outside, fmt::to_string(n), n,
                               density.is_counted_from_one ? kCountedFromOne : "", input);
  }
  if (is_text()) {
    write_result(output_, session_.output, density_text(density, shows_unicode(session_)));
  } else {
    write(draw_density(density, options_.pixels()));
  }
  session_.note(
      fmt::format("density of {}: {} x {} cells, {:.1f} queens in each on average, {} to {} found",
                  plural(n, "queen"), density.rows, density.columns, density.mean(),
                  density.least(), density.most()));
}

bool PictureWriter::is_density(const Board& board) const {
  const std::uint64_t rows = board.rows();
  std::uint64_t most = is_text() ? kMaxTextBoard : drawing::kMaxBoardPicture;
  if (options_.style == "density") most = 0;
  if (options_.style == "auto" && is_text() && board.is_plain()) {
    // On a terminal a square is two characters wide, and longer lines would break.
    const bool is_shown = session_.output.is_terminal();
    most = std::min<std::uint64_t>(PictureOptions::kMaxDefaultTextBoard,
                                   is_shown ? session_.messages.terminal_width() / 2 : most);
  }
  if (rows <= most) return false;
  if (options_.style == "board") {
    refuse("board is too large for --style board: {}; at most {} queens, or --style density", rows,
           most);
  }
  if (options_.labels == drawing::EdgeLabels::numbers ||
      options_.labels == drawing::EdgeLabels::chess) {
    refuse("a density of {} has no labels; leave out --labels", plural(rows, "queen"));
  }
  return true;
}

drawing::Density PictureWriter::empty_density(std::uint64_t rows) const {
  return {rows, is_text() ? std::nullopt : std::optional(options_.pixels())};
}

void PictureWriter::write(const Board& board, std::span<const Column> columns,
                          const std::string& input) {
  if (is_density(board)) {
    drawing::Density density = empty_density(board.rows());
    for (std::uint64_t row = 0; const std::uint64_t column : columns)
      density.add(row++, {&column, 1});
    return write(density, input);
  }
  const drawing::MarkedBoard marked(board, drawing::squares_of(columns));
  write(marked);
  session_.note(describe(board, marked));
}

std::string PictureWriter::text_of(const drawing::MarkedBoard& board) const {
  const bool is_shown = !output_;
  return drawing::text_board(board, {.unicode = is_shown && shows_unicode(session_),
                                     .colour = is_shown && session_.output.paint().enabled(),
                                     .labels = options_.labels});
}

}  // namespace nqueens::cli
