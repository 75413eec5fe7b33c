// nqueens draw: a placement, or a sheet of many, as text or a picture.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/commands/commands.hpp"
#include "cli/commands/picture_output.hpp"
#include "cli/commands/placement_picture.hpp"
#include "cli/options/placement_source.hpp"
#include "cli/options/problem_arguments.hpp"
#include "cli/options/shared_options.hpp"
#include "cli/options/values.hpp"
#include "cli/terminal/text.hpp"
#include "domain/columns.hpp"
#include "domain/restrictions.hpp"
#include "nqueens/error.hpp"
#include "nqueens/verify.hpp"
#include "placements/board_file.hpp"
#include "placements/column_stream.hpp"
#include "render/formats.hpp"
#include "render/pictures.hpp"

namespace nqueens::cli {

namespace {

struct DrawArguments {
  std::string file;  ///< or a board
  ProblemArguments problem;
  bool sheet = false;
  PictureStyle style;
  PictureOptions picture;
  CommonOptions common;
};

std::vector<Option> options_of(DrawArguments& to) {
  return option::with_restrictions(
      {
          {.name = "placement file",
           .to = &to.file,
           .value = "FILE|-|N|MxN",
           .help = "placement file, - reads standard input: column numbers, binary, a drawing, or "
                   "the JSON of solve; several placements, as nqueens list writes them, become a "
                   "sheet; or a board, as in 8 or 8x12, without queens but those of --place",
           .required = true,
           .unless = {"--board"}},
          {.name = "board size",
           .to = &to.problem.board,
           .value = "MxN",
           .help =
               "rows and columns of the board of a placement; default: as many columns as rows, "
               "or as a drawing or --board tells"},
          {.name = "--sheet",
           .to = &to.sheet,
           .help = fmt::format(
               "draw each line of a text, or each drawing, as a placement on one sheet, as "
               "is done for several anyway; at most {}",
               render::kMaxOnSheet),
           .excludes = {"--style=density"}},
          {.name = "--style",
           .to = &to.style.style,
           .help =
               fmt::format("draw squares and queens, or how many queens there are where; default: "
                           "auto, density above {} queens ({} as text)",
                           PlacementPicture::kUsualBoard, PlacementPicture::kUsualTextBoard),
           .words = {"auto", "board", "density"}},
          {.name = "--labels",
           .to = &to.style.labels,
           .help = "ranks 1 2 3 and files a b c at the edges, as in chess, numbers above 26 files; "
                   "pictures otherwise show rows and columns counted from 0, as in placement files",
           .excludes = {"--style=density"}},
          option::picture_format(to.picture),
          option::picture_output(to.picture),
          option::picture_size(to.picture),
          option::quiet(to.common.quiet),
          option::colour(to.common.colour),
      },
      to.problem);
}

struct Sheet {
  std::vector<Placement> placements;
  std::size_t queens = 0;
};

/// Adds one more, unless that is too many or too large; `where` is "line 3".
void add_to_sheet(Placement placement, const std::string& where, Sheet& sheet) {
  if (sheet.placements.size() == render::kMaxOnSheet) {
    throw InvalidPlacement(
        fmt::format("too many placements for a sheet: more than {}; take fewer, "
                    "nqueens list has --limit",
                    render::kMaxOnSheet));
  }
  if (placement.size() > render::kMaxBoardPicture) {
    throw InvalidPlacement(
        fmt::format("board is too large for a sheet: {} queens in {}; at most {}", placement.size(),
                    where, render::kMaxBoardPicture));
  }
  sheet.queens += placement.size();
  if (sheet.queens > render::kMaxQueensOnSheet) {
    throw InvalidPlacement(
        fmt::format("too many queens for a sheet: more than {} up to {}; take fewer boards",
                    render::kMaxQueensOnSheet, where));
  }
  sheet.placements.push_back(std::move(placement));
}

std::vector<Placement> read_sheet(PlacementSource& source) {
  Sheet sheet;
  if (source.is_binary()) {
    throw InvalidPlacement(fmt::format(
        "a sheet takes text, a placement in each line, and this is binary: {}; leave out --sheet",
        source.name()));
  }
  source.read_list([&](const placements::ListedPlacement& placement) {
    const Placement& columns = placement.columns;
    if (placement.width != 0 && placement.width != columns.size()) {
      throw InvalidPlacement(fmt::format("a sheet takes square boards: {} has {} rows of {}",
                                         placement.where, columns.size(), placement.width));
    }
    try {
      require_columns_on_board(columns);
    } catch (const InvalidPlacement& error) {
      throw InvalidPlacement(fmt::format("{}: {}", placement.where, error.what()));
    }
    add_to_sheet(columns, placement.where, sheet);
    return true;
  });
  return sheet.placements;
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
    if (is_problem || is_on_problem) require_usual_style();
    if (is_problem && problem.board) {
      throw InvalidArgument(fmt::format("a board is given twice: {} and {}; give one of them",
                                        arguments_.file, escape_controls(*problem.board)));
    }
    if (is_problem) {
      ProblemArguments of_board = problem;
      if (!arguments_.file.empty()) of_board.board = arguments_.file;
      draw_problem(make_problem(of_board));
      return ExitCode::done;
    }
    PlacementSource source(arguments_.file, problem.variant);
    const bool is_list = source.is_list(rows_of_board());
    if (is_list && (is_on_problem || arguments_.style.style == "density")) {
      throw InvalidPlacement(fmt::format(
          "several placements in {}, of which a sheet is drawn, on plain square boards; "
          "for anything else give one, such as head -n 1 takes from a list",
          source.name()));
    }
    if (arguments_.sheet || is_list) {
      draw_sheet(read_sheet(source));
      return ExitCode::done;
    }
    if (is_on_problem) {
      draw_on_problem(read_placement(source));
    } else {
      draw_placement(source);
    }
    return ExitCode::done;
  }

 private:
  std::optional<std::uint64_t> rows_of_board() const {
    if (!arguments_.problem.board) return std::nullopt;
    return static_cast<std::uint64_t>(parse_board(*arguments_.problem.board).rows);
  }

  /// Column numbers of any board are drawn while they are read.
  void draw_placement(PlacementSource& source) {
    PlacementPicture picture(arguments_.picture, arguments_.style, session_);
    if (source.is_json() || is_drawing(source.input().head())) {
      const PlacementArgument placement = read_placement(source);
      if (placement.is_rectangle()) return draw_on_problem(placement);
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

  void draw_on_problem(const PlacementArgument& placement) {
    require_usual_style();
    draw_problem(make_problem_of(placement, arguments_.problem), &placement.columns);
  }

  void require_usual_style() const {
    if (!arguments_.sheet && arguments_.style.style != "density") return;
    throw InvalidArgument(fmt::format("{} is for placements on plain square boards; leave it out",
                                      arguments_.sheet ? "--sheet" : "--style density"));
  }

  /// The problem with its given queens, or with those of a placement.
  void draw_problem(const Problem& problem, const Placement* placement = nullptr) {
    if (problem.rows() == 0) throw InvalidArgument("a board of size 0 has nothing to draw");
    std::vector<int> queens = given_columns(problem);
    std::string said = title(problem);
    if (placement != nullptr) {
      for (std::uint64_t row = 0; row < placement->size(); ++row) {
        const Square square{row, (*placement)[row]};
        const auto width = static_cast<std::uint64_t>(problem.columns());
        if (square.column >= width) {
          throw InvalidPlacement(
              fmt::format("column out of range: {} in row {}; a board of {} has columns 0 to {}{}",
                          square.column, row, board_text(problem), problem.columns() - 1,
                          may_count_from_one(*placement, width) ? kCountedFromOne : ""));
        }
        queens[row] = static_cast<int>(square.column);
      }
      const std::optional<std::string> violation = find_violation(problem, *placement);
      said += violation ? ", not a solution: " + *violation : ", a solution";
    }
    if (format_ == PictureFormat::text) {
      write(render::text_problem(problem, queens,
                                 text_style(arguments_.picture, arguments_.style, session_)));
    } else {
      write(render::draw_problem(problem, queens, arguments_.picture.pixels(),
                                 edge_labels(arguments_.style)));
    }
    session_.messages.note(said);
  }

  void draw_sheet(const std::vector<Placement>& placements) {
    if (format_ == PictureFormat::text) {
      write_picture(arguments_.picture, session_, [&](const render::Sink& sink) {
        for (const Placement& columns : placements) {
          if (&columns != &placements.front()) sink("\n");
          sink(render::text_board(columns,
                                  text_style(arguments_.picture, arguments_.style, session_)));
        }
      });
    } else {
      write(render::draw_sheet(placements, arguments_.picture.pixels(), arguments_.style.labels));
    }
    session_.messages.note(fmt::format("{} drawn", plural(placements.size(), "placement")));
  }

  void write(std::string_view text) {
    write_picture(arguments_.picture, session_, [&](const render::Sink& sink) { sink(text); });
  }
  void write(const render::Scene& scene) { write_scene(arguments_.picture, session_, scene); }

  const DrawArguments& arguments_;
  Session& session_;
  const PictureFormat format_;
};

ExitCode run(const DrawArguments& arguments, Session& session) {
  return Drawing(arguments, session).run();
}

}  // namespace

Command draw_command() {
  return {
      "draw",
      "Draw placements as text, SVG, PNG, PDF or LaTeX",
      {{"nqueens solve 8 -q | nqueens draw -", "on the terminal"},
       {"nqueens draw queens.txt -o queens.svg", "a picture that scales"},
       {"nqueens list 8 --unique | nqueens draw - -o all.png",
        "the twelve fundamental solutions on one sheet"},
       {"nqueens solve 1e6 -q | nqueens draw - -o density.png", "where a million queens are"},
       {"nqueens solve 8 -q | nqueens draw - --labels -o board.pdf", "ranks and files as in chess"},
       {"nqueens solve 8 -q | nqueens draw - --labels -o board.tex", "for \\input in LaTeX"},
       {"nqueens draw 8 --place b4,d5 -o puzzle.svg", "a problem: its queens and blocked squares"},
       {"nqueens solve 8x12 | nqueens draw - 8x12", "a queen in each of eight rows"}},
      prepare(options_of, run)};
}

}  // namespace nqueens::cli
