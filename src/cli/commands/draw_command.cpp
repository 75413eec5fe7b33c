// nqueens draw: a placement, or a sheet of many, as text or a picture.
#include <cctype>

#include "base/numbers.hpp"
#include "cli/commands/commands.hpp"
#include "cli/commands/picture_writer.hpp"
#include "domain/text.hpp"
#include "placements/board_file.hpp"

namespace nqueens::cli {

namespace {

struct DrawArguments : CommonOptions {
  std::string file;  ///< or a board
  ProblemArguments problem;
  VerifyOptions options{.threads = 1};  ///< with the board that is asked for
  ResultOptions result;
  PictureOptions picture;
};

constexpr base::Word<drawing::EdgeLabels> kLabels[] = {{drawing::EdgeLabels::numbers, "numbers"},
                                                       {drawing::EdgeLabels::chess, "chess"},
                                                       {drawing::EdgeLabels::none, "none"}};

std::vector<Option> options_of(DrawArguments& to) {
  return option::with_restrictions(
      with_common(
          {
              {.name = "placement file",
               .to = &to.file,
               .help = "placement file, - for standard input, or a board; several placements "
                       "become a sheet; a board is drawn with the queens of --place",
               .value = "FILE|-|N|MxN",
               .required = true,
               .unless = {"--board"}},
              option::placement_board(to.problem),
              option::base(to.options.base),
              {.name = "--style",
               .to = &to.picture.style,
               .help = fmt::format("draw the board, or how dense the queens are; default: auto, "
                                   "density above {} queens ({} as text)",
                                   drawing::kMaxBoardPicture, PictureOptions::kMaxDefaultTextBoard),
               .words = {"auto", "board", "density"}},
              {.name = "--labels",
               .to =
                   [&to](const std::string& word) {
                     to.picture.labels = *base::find_word(kLabels, word);
                   },
               .help = "row and column labels; numbers: from 0, as in placement files; default: "
                       "numbers on a single picture with room, none in text",
               .words = base::texts_of(kLabels)},
              option::picture_format(
                  to.result.format,
                  "; in text '.' is free, 'x' blocked, 'Q' a queen, 'G' a given one beside others, "
                  "'!' a queen in a wrong place, '?' a missing one"),
              option::output(to.result.output, "picture", ".txt, .svg or .png"),
              option::picture_size(to.picture),
          },
          to, {"--quiet", "--color"}),
      to.problem);
}

/// Tells whether it is "8" or "8x12", and not a file, which ./8 would be.
bool is_board(const std::string& text) {
  return !text.empty() && std::isdigit(static_cast<unsigned char>(text[0])) != 0 &&
         text.find_first_not_of("0123456789x") == std::string::npos;
}

class Drawing : CommandCall<DrawArguments> {
 public:
  Drawing(DrawArguments& arguments, Session& session)
      : CommandCall{arguments, session},
        writer_(arguments.picture, arguments.result.output,
                choose_format(arguments.result, false, kFormats), session) {}

  void run() {
    const ProblemArguments& problem = arguments_.problem;
    if (is_board(arguments_.file) || arguments_.file.empty()) return draw_problem();
    PlacementSource source(arguments_.file, options_.base, arguments_.problem);
    if (problem.has_board()) board_ = make_board(problem, kMaxStreamedSize);
    options_.board = board_;
    if (is_list(source.input(), board_ ? std::optional(board_->rows()) : std::nullopt)) {
      draw_sheet(source);
    } else {
      draw_placement(source);
    }
  }

 private:
  static inline const std::vector<std::string> kFormats = {"text", "svg", "png"};

  void draw_problem() {
    const ProblemArguments& problem = arguments_.problem;
    if (!arguments_.file.empty() && problem.board) {
      refuse("a board is given twice: {} and {}; give one of them", arguments_.file,
             escape_controls(*problem.board));
    }
    const Board board = arguments_.file.empty() ? make_board(problem)
                                                : make_board(problem, parse_board(arguments_.file));
    if (board.rows() == 0) refuse("a board of size 0 has nothing to draw");
    refuse_density("placements on plain square boards");
    writer_.write(drawing::MarkedBoard(board, board.given()));
    session_.note(
        board_options(board).empty()
            ? fmt::format("an empty board; nqueens solve {} -o board.svg draws a solution",
                          board_text(board))
            : title(board));
  }

  /// Column numbers that become a density are not held, unless they come through a pipe as text:
  /// the size of the board must be known before they are counted.
  void draw_placement(PlacementSource& source) {
    placements::PlacementInput& input = source.input();
    const bool is_plain = !board_ && !arguments_.problem.has_restrictions();
    std::uint64_t queens = input.array() ? input.array()->queens : 0;  // 0: not known
    const auto read = [&](const placements::ColumnSink& sink) {
      placements::ColumnStream stream(input, placements::kBlockBytes, {});
      stream.drain(sink);
      return stream.finish();
    };
    if (is_plain && !input.array() && input.is_rewindable() && !is_drawing(input.head())) {
      queens = read([](auto, auto) { return true; });
      input.rewind();
    }
    if (is_plain && queens > 0 && writer_.is_density(Board(queens))) {
      drawing::Density density = writer_.empty_density(queens);
      read([&](std::uint64_t first_row, std::span<const std::uint64_t> columns) {
        density.add(first_row, columns);
        return true;
      });
      return writer_.write(density, source.name());
    }
    const placements::ListedPlacement one = read_one(source);
    const Board& board = board_for(one, source);
    if (!board.is_plain()) refuse_density("placements on plain square boards");
    if (!board.is_plain() && writer_.is_density(board)) {
      refuse("{} are too many to show what restricts the board; leave it out",
             plural(board.rows(), "queen"));
    }
    writer_.write(board, one.columns, source.name());
  }

  void draw_sheet(PlacementSource& source) {
    refuse_density("one placement");
    std::vector<drawing::MarkedBoard> boards;
    std::size_t marks = 0;
    std::size_t wrong = 0;
    read_list(source.input(), [&](const placements::ListedPlacement& listed) {
      const Board& board = board_for(listed, source);
      if (boards.size() == drawing::kMaxOnSheet) {
        refuse<InvalidPlacement>(
            "too many placements for a sheet: more than {}; take fewer, nqueens list has --limit",
            drawing::kMaxOnSheet);
      }
      if (board.rows() > drawing::kMaxBoardPicture) {
        refuse<InvalidPlacement>("board is too large for a sheet: {} queens in {}; at most {}",
                                 board.rows(), listed.where, drawing::kMaxBoardPicture);
      }
      boards.emplace_back(board, drawing::squares_of(listed.columns));
      if (!boards.back().is_right()) ++wrong;
      marks += boards.back().marks.size();
      if (marks > drawing::kMaxMarksOnSheet) {
        refuse<InvalidPlacement>(
            "too many queens and blocked squares for a sheet: more than {} up to {}; take fewer "
            "boards",
            drawing::kMaxMarksOnSheet, listed.where);
      }
      return true;
    });
    if (boards.empty()) refuse<InvalidPlacement>("no placement in {}: it is empty", source.name());
    writer_.write(boards);
    session_.note(plural(boards.size(), "placement") + " drawn" +
                  (wrong == 0 ? ""
                              : fmt::format(", {} of them not {}", wrong,
                                            wrong == 1 ? "a solution" : "solutions")));
  }

  /// Returns the board that was asked for, else one of the shape of the placement.
  const Board& board_for(const placements::ListedPlacement& placement,
                         const PlacementSource& source) {
    const BoardShape shape = shape_of(placement);
    if (shape.rows == 0) refuse<InvalidPlacement>("a board of size 0 has nothing to draw");
    if (!options_.board && (!board_ || shape != BoardShape{board_->rows(), board_->columns()})) {
      board_ = make_board(arguments_.problem, shape);
    }
    verify_listed(placement, *board_, options_, source);
    return *board_;
  }

  void refuse_density(const char* what) const {
    if (arguments_.picture.style != "density") return;
    refuse("--style density is for {}; leave it out", what);
  }

  PictureWriter writer_;
  std::optional<Board> board_;  ///< the one asked for, else that of the last placement
};

}  // namespace

Command draw_command() {
  return {
      "draw",
      "Draw placements as text, SVG or PNG",
      {{"nqueens solve 8 -q | nqueens draw -", "on the terminal"},
       {"nqueens draw queens.txt -o queens.svg", "a picture that scales"},
       {"nqueens list 8 --fundamental | nqueens draw - -o all.png",
        "the twelve fundamental solutions on one sheet"},
       {"nqueens solve 1e6 -q | nqueens draw - -o density.png", "where a million queens are"},
       {"nqueens draw 8 --place b4,d5 -o puzzle.svg", "a board with two given queens"},
       {"nqueens draw eight.txt --place b4,d5 --block a1", "what is wrong with it on this board"},
       {"nqueens solve 8x12 | nqueens draw - 8x12", "a queen in each of eight rows"}},
      prepare(options_of, run_with<Drawing>)};
}

}  // namespace nqueens::cli
