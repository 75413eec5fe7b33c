// nqueens draw: a placement, or a sheet of many, as text or a picture.
#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/file.hpp"
#include "cli/commands/commands.hpp"
#include "cli/commands/picture_output.hpp"
#include "cli/commands/placement_picture.hpp"
#include "cli/options/problem_arguments.hpp"
#include "cli/options/shared_options.hpp"
#include "cli/terminal/text.hpp"
#include "domain/columns.hpp"
#include "nqueens/error.hpp"
#include "nqueens/placement_file.hpp"
#include "nqueens/verify.hpp"
#include "placements/board_file.hpp"
#include "placements/column_stream.hpp"
#include "placements/placement_input.hpp"
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
           .help = "placement file, - reads standard input: column numbers, binary, or a drawing; "
                   "or a board, as in 8 or 8x12, without queens but those of --place",
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
           .help =
               fmt::format("draw every placement, as nqueens list prints them, a line or a drawing "
                           "each, on one sheet; at most {}",
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

/// Parsing a placement does not check its columns.
Placement with_columns_on_board(Placement columns) {
  require_columns_on_board(columns);
  return columns;
}

std::string read_text(const std::string& file) {
  constexpr std::size_t kMaxBytes = std::size_t{16} << 20;
  base::FileDescriptor opened;
  if (file != "-") opened = base::open_for_reading(file);
  const int descriptor = file == "-" ? 0 : opened.get();
  const std::string name = file == "-" ? "standard input" : file;
  std::string text(1 << 16, '\0');
  std::size_t used = 0;
  while (const std::size_t read =
             base::read_some(descriptor, name, text.data() + used, text.size() - used)) {
    used += read;
    if (used < text.size()) break;
    if (used >= kMaxBytes) {
      throw InvalidPlacement(
          fmt::format("too long for a sheet: {}; at most {} placements with {} queens are drawn",
                      name, render::kMaxOnSheet, render::kMaxQueensOnSheet));
    }
    text.resize(2 * text.size());
  }
  text.resize(used);
  return text;
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

/// Drawings, with empty lines between them.
std::vector<Placement> read_drawn_sheet(const std::string& text) {
  Sheet sheet;
  std::string board;
  const auto end_board = [&] {
    if (board.empty()) return;
    const std::string name = fmt::format("board {}", sheet.placements.size() + 1);
    DrawnPlacement drawn = parse_drawn_placement(board, name);
    if (drawn.width != drawn.columns.size()) {
      throw InvalidPlacement(fmt::format("a sheet takes square boards: {} has {} rows of {}", name,
                                         drawn.columns.size(), drawn.width));
    }
    add_to_sheet(std::move(drawn.columns), name, sheet);
    board.clear();
  };
  for (const std::string& line : split(text, '\n')) {
    if (line.find_first_not_of(" \t\r") == std::string::npos) {
      end_board();
    } else {
      board += line + "\n";
    }
  }
  end_board();
  return sheet.placements;
}

/// A line of column numbers each; lines of comments or nothing are left out. Or drawings.
std::vector<Placement> read_sheet(const std::string& file) {
  Sheet sheet;
  std::uint64_t number = 0;
  const std::string text = read_text(file);
  if (text.starts_with(placements::kMagic)) {
    throw InvalidPlacement(fmt::format(
        "a sheet takes text, a placement in each line, and this is binary: {}; leave out --sheet",
        file));
  }
  if (is_drawing(text)) return read_drawn_sheet(text);
  for (const std::string& line : split(text, '\n')) {
    ++number;
    const std::string content = line.substr(0, line.find('#'));
    if (content.find_first_not_of(" \t\r,") == std::string::npos) continue;
    const std::string where = fmt::format("line {}", number);
    Placement placement;
    try {
      placement = with_columns_on_board(parse_placement(content));
    } catch (const InvalidPlacement& error) {
      throw InvalidPlacement(fmt::format("{}: {}", where, error.what()));
    }
    add_to_sheet(std::move(placement), where, sheet);
  }
  if (sheet.placements.empty()) {
    throw InvalidPlacement(fmt::format(
        "no placement to draw: {}; a line of column numbers for each is expected", file));
  }
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
    if (arguments_.sheet) {
      draw_sheet(read_sheet(arguments_.file));
      return ExitCode::done;
    }
    if (is_on_problem) {
      draw_on_problem(read_placement(arguments_.file));
    } else {
      draw_placement();
    }
    return ExitCode::done;
  }

 private:
  /// Of any size: the rows are drawn while they are read.
  void draw_placement() {
    base::FileDescriptor opened;
    if (arguments_.file != "-") opened = base::open_for_reading(arguments_.file);
    const bool is_file = arguments_.file != "-";
    const placements::PlacementInput input(is_file ? opened.get() : 0,
                                           is_file ? arguments_.file : "standard input");
    PlacementPicture picture(arguments_.picture, arguments_.style, session_);
    if (is_drawing(input.head())) {
      DrawnPlacement drawn = read_drawn_placement(input);
      if (drawn.width != drawn.columns.size()) {
        return draw_on_problem({input.name(), std::move(drawn.columns), drawn.width});
      }
      picture.add(drawn.columns);
    } else {
      placements::ColumnStream stream(input, placements::kBlockBytes, {});
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
        if (square.column >= static_cast<std::uint64_t>(problem.columns())) {
          throw InvalidPlacement(
              fmt::format("column out of range: {} in row {}; a board of {} has columns 0 to {}",
                          square.column, row, board_text(problem), problem.columns() - 1));
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
       {"nqueens list 8 --unique | nqueens draw - --sheet -o all.png",
        "the twelve fundamental solutions on one sheet"},
       {"nqueens solve 1e6 -q | nqueens draw - -o density.png", "where a million queens are"},
       {"nqueens solve 8 -q | nqueens draw - --labels -o board.pdf", "ranks and files as in chess"},
       {"nqueens solve 8 -q | nqueens draw - --labels -o board.tex", "for \\input in LaTeX"},
       {"nqueens draw 8 --place b4,d5 -o puzzle.svg", "a problem: its queens and blocked squares"},
       {"nqueens solve 8x12 | nqueens draw - 8x12", "a queen in each of eight rows"}},
      prepare(options_of, run)};
}

}  // namespace nqueens::cli
