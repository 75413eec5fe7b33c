// nqueens draw: a placement, or a sheet of many, as text or a picture.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <string>
#include <utility>

#include "cli/commands/commands.hpp"
#include "cli/commands/pictures.hpp"
#include "cli/options/problem_arguments.hpp"
#include "cli/options/values.hpp"
#include "cli/terminal/text.hpp"
#include "domain/boards.hpp"
#include "domain/problem.hpp"
#include "nqueens/verify.hpp"
#include "placements/board_file.hpp"
#include "placements/column_stream.hpp"
#include "render/pictures.hpp"
#include "verify/verify.hpp"

namespace nqueens::cli {

namespace {

struct DrawArguments {
  std::string file;  ///< or a board
  ProblemArguments problem;
  int base = 0;
  bool sheet = false;
  PictureOptions picture;
  CommonOptions common;
};

std::vector<Option> options_of(DrawArguments& to) {
  return option::with_restrictions(
      {
          {.name = "placement file",
           .to = &to.file,
           .value = "FILE|-|N|MxN",
           .help = "placement file (several placements become a sheet), - reads standard input; "
                   "or a board, as in 8 or 8x12, with the queens of --place",
           .required = true,
           .unless = {"--board"}},
          {.name = "board size",
           .to = &to.problem.board,
           .value = "N|MxN",
           .help = "board of each placement; default: square, or as a drawing or --board tells"},
          option::base(to.base),
          {.name = "--sheet",
           .to = &to.sheet,
           .help =
               fmt::format("draw a sheet even of one placement; at most {}", render::kMaxOnSheet),
           .excludes = {"--style=density"}},
          {.name = "--style",
           .to = &to.picture.style,
           .help =
               fmt::format("draw the board, or how dense the queens are; default: auto, density "
                           "above {} queens ({} as text)",
                           PlacementPicture::kUsualBoard, PlacementPicture::kUsualTextBoard),
           .words = {"auto", "board", "density"}},
          {.name = "--labels",
           .to = &to.picture.labels,
           .help = "ranks and files at the edges, as in chess, not rows and columns from 0",
           .excludes = {"--style=density"}},
          option::picture_format(to.picture),
          option::output(to.picture.output, "write the picture to this file"),
          option::picture_size(to.picture),
          option::quiet(to.common.quiet),
          option::colour(to.common.colour),
      },
      to.problem);
}

/// A placement of a sheet on its board: of this shape, else as a drawing tells, else square.
render::SheetBoard board_of(const placements::ListedPlacement& listed,
                            const std::optional<BoardShape>& shape) {
  const std::uint64_t rows = listed.columns.size();
  if (rows == 0) throw InvalidPlacement("a board of size 0 has nothing to draw");
  render::SheetBoard board{listed.columns, listed.width == 0 ? rows : listed.width};
  if (shape) {
    const std::uint64_t columns = shape->columns;
    if (rows != shape->rows || (listed.width != 0 && listed.width != columns)) {
      throw InvalidPlacement(
          fmt::format("{}: a placement of {} rows{}, and a board of {}x{}", listed.where, rows,
                      listed.width == 0 ? "" : fmt::format(" and {} columns", listed.width),
                      shape->rows, shape->columns));
    }
    board.columns = columns;
  }
  try {
    require_columns_on_board(board.placement, board.columns);
  } catch (const InvalidPlacement& error) {
    throw InvalidPlacement(fmt::format("{}: {}", listed.where, error.what()));
  }
  return board;
}

/// The boards of the text, unless they are too many or too large.
std::vector<render::SheetBoard> read_sheet(PlacementSource& source,
                                           const std::optional<BoardShape>& shape) {
  std::vector<render::SheetBoard> boards;
  std::size_t all_queens = 0;
  read_list(source.input(), [&](const placements::ListedPlacement& placement) {
    render::SheetBoard board = board_of(placement, shape);
    if (boards.size() == render::kMaxOnSheet) {
      throw InvalidPlacement(
          fmt::format("too many placements for a sheet: more than {}; take fewer, "
                      "nqueens list has --limit",
                      render::kMaxOnSheet));
    }
    const std::size_t queens = board.placement.size();
    const std::uint64_t side = std::max<std::uint64_t>(queens, board.columns);
    if (side > render::kMaxBoardPicture) {
      throw InvalidPlacement(fmt::format("board is too large for a sheet: {} {} in {}; at most {}",
                                         side, side == queens ? "queens" : "columns",
                                         placement.where, render::kMaxBoardPicture));
    }
    all_queens += queens;
    if (all_queens > render::kMaxQueensOnSheet) {
      throw InvalidPlacement(
          fmt::format("too many queens for a sheet: more than {} up to {}; take fewer boards",
                      render::kMaxQueensOnSheet, placement.where));
    }
    boards.push_back(std::move(board));
    return true;
  });
  return boards;
}

/// "8" or "8x12": not a file, which ./8 would be.
bool is_board(const std::string& text) {
  return !text.empty() && std::isdigit(static_cast<unsigned char>(text[0])) != 0 &&
         text.find_first_not_of("0123456789x") == std::string::npos;
}

class Drawing {
 public:
  Drawing(const DrawArguments& arguments, Session& session)
      : arguments_(arguments), session_(session), format_(arguments.picture.picture_format()) {
    check_picture_options(arguments.picture, session);
  }

  ExitCode run() {
    const ProblemArguments& problem = arguments_.problem;
    const bool is_problem = is_board(arguments_.file) || arguments_.file.empty();
    const bool is_on_problem = problem.has_restrictions() || problem.board;
    if (is_problem && arguments_.sheet) {
      throw InvalidArgument("--sheet is for placements; leave it out");
    }
    if (is_problem || is_on_problem) refuse_density();
    if (is_problem && problem.board) {
      throw InvalidArgument(fmt::format("a board is given twice: {} and {}; give one of them",
                                        arguments_.file, escape_controls(*problem.board)));
    }
    if (is_problem) {
      const Board board = arguments_.file.empty()
                              ? make_board(problem)
                              : make_board(problem, parse_board(arguments_.file));
      draw(board, given_columns(Problem(board)), "");
      return ExitCode::done;
    }
    PlacementSource source(arguments_.file, arguments_.base);
    std::optional<BoardShape> shape;
    if (problem.board) shape = parse_board(*problem.board);
    if (arguments_.sheet ||
        is_list(source.input(), shape ? std::optional(shape->rows) : std::nullopt)) {
      refuse_for_sheet(source.name());
      draw_sheet(read_sheet(source, shape));
      return ExitCode::done;
    }
    if (is_on_problem) {
      draw_on_problem(read_one(source), source.name());
    } else {
      draw_placement(source);
    }
    return ExitCode::done;
  }

 private:
  void refuse_for_sheet(const std::string& name) const {
    const char* option = arguments_.problem.square_option();
    if (option == nullptr && arguments_.picture.style == "density") option = "--style density";
    if (option == nullptr) return;
    throw InvalidArgument(fmt::format("{} is for one placement, and {}; leave it out", option,
                                      arguments_.sheet
                                          ? "--sheet draws several"
                                          : fmt::format("several in {} become a sheet", name)));
  }

  /// Column numbers of any board are drawn while they are read.
  void draw_placement(PlacementSource& source) {
    PlacementPicture picture(arguments_.picture, session_);
    if (is_drawing(source.input().head())) {
      const placements::ListedPlacement placement = read_one(source);
      if (placement.width != 0 && placement.width != placement.columns.size()) {
        return draw_on_problem(placement, source.name());
      }
      picture.add(placement.columns);
    } else {
      placements::ColumnStream stream(source.input(), placements::kBlockBytes, {});
      stream.drain([&](std::uint64_t first_row, std::span<const std::uint64_t> columns) {
        picture.add(first_row, columns);
        return true;
      });
      stream.finish();
    }
    session_.messages.note(picture.write());
  }

  void draw_on_problem(const placements::ListedPlacement& placement, const std::string& name) {
    refuse_density();
    const ProblemArguments& asked = arguments_.problem;
    const std::uint64_t rows = placement.columns.size();
    const BoardShape shape{rows, placement.width == 0 ? rows : placement.width};
    const Board board = asked.has_board() ? make_board(asked) : make_board(asked, shape);
    const VerifyResult verified = placements::verify_columns(
        placement.columns, board, {.board = board}, {}, name, placement.width);
    draw(board, {placement.columns.begin(), placement.columns.end()},
         verified.violation ? ", not a solution: " + *verified.violation : ", a solution");
  }

  void refuse_density() const {
    if (arguments_.picture.style != "density") return;
    throw InvalidArgument("--style density is for placements on plain square boards; leave it out");
  }

  void draw(const Board& board, const std::vector<int>& queens, const std::string& verdict) {
    if (board.rows() == 0) throw InvalidArgument("a board of size 0 has nothing to draw");
    if (format_ == PictureFormat::text) {
      write(render::text_problem(board, queens, text_style(arguments_.picture, session_)));
    } else {
      write(render::draw_problem(board, queens, arguments_.picture.pixels(),
                                 arguments_.picture.edge_labels()));
    }
    session_.messages.note(title(board) + verdict);
  }

  void draw_sheet(const std::vector<render::SheetBoard>& boards) {
    const bool is_plain = arguments_.problem.variant == Variant::queens;
    if (format_ == PictureFormat::text) {
      const render::TextStyle style = text_style(arguments_.picture, session_);
      write_result(arguments_.picture.output, session_.output, [&](const render::Sink& sink) {
        for (const render::SheetBoard& board : boards) {
          if (&board != &boards.front()) sink("\n");
          const std::size_t rows = board.placement.size();
          const Board on(rows, board.columns, arguments_.problem.variant);
          const std::vector<int> queens(board.placement.begin(), board.placement.end());
          sink(is_plain && board.columns == rows ? render::text_board(board.placement, style)
                                                 : render::text_problem(on, queens, style));
        }
      });
    } else {
      write(render::draw_sheet(boards, arguments_.picture.pixels(),
                               {.labels = arguments_.picture.labels, .attacks = is_plain}));
    }
    session_.messages.note(fmt::format("{} drawn", plural(boards.size(), "placement")));
  }

  void write(std::string_view text) {
    write_result(arguments_.picture.output, session_.output, text);
  }
  void write(const render::Scene& scene) { write_scene(arguments_.picture, session_, scene); }

  const DrawArguments& arguments_;
  Session& session_;
  const PictureFormat format_;
};

}  // namespace

Command draw_command() {
  return {
      "draw",
      "Draw placements as text, SVG or PNG",
      {{"nqueens solve 8 -q | nqueens draw -", "on the terminal"},
       {"nqueens draw queens.txt -o queens.svg", "a picture that scales"},
       {"nqueens list 8 --unique | nqueens draw - -o all.png",
        "the twelve fundamental solutions on one sheet"},
       {"nqueens solve 1e6 -q | nqueens draw - -o density.png", "where a million queens are"},
       {"nqueens draw 8 --place b4,d5 -o puzzle.svg", "a problem: its queens and blocked squares"},
       {"nqueens solve 8x12 | nqueens draw - 8x12", "a queen in each of eight rows"}},
      prepare(options_of, run_with<Drawing>)};
}

}  // namespace nqueens::cli
