// nqueens tour: a knight's tour of a board of any shape.
#include <iterator>

#include "cli/commands/commands.hpp"
#include "cli/commands/picture_writer.hpp"
#include "domain/text.hpp"
#include "nqueens/tour.hpp"

namespace nqueens::cli {

namespace {

constexpr std::uint64_t kMaxShown = 60;  ///< columns of a table on a terminal

struct TourArguments : CommonOptions {
  std::optional<std::string> board;
  std::optional<std::string> start;
  TourOptions options;
  ResultOptions result;
  PictureOptions picture;
};

std::vector<Option> options_of(TourArguments& to) {
  return with_common(
      {
          {"board", &to.board,
           fmt::format("rows and columns, or one number for both; default: 8; at most {} squares",
                       kMaxTourSquares),
           "N|MxN"},
          {"--start", &to.start, "first square; as in nqueens help boards; default: 0:0", "SQUARE"},
          {"--closed", &to.options.closed, "end a knight's move from the first square"},
          option::picture_format(to.result.format),
          option::output(to.result.output, "tour", ".txt, .svg, .png or .json"),
          option::picture_size(to.picture),
      },
      to, {"--json", "--quiet", "--time-limit"});
}

std::string tour_summary(const TourResult& tour) {
  const TourStatistics& did = tour.statistics;
  std::string text = fmt::format(
      "{} tour of {} x {} squares from row {}, column {} in {}: {} by Warnsdorff's rule",
      tour.closed ? "closed" : "open", tour.rows, tour.columns, tour.squares.front() / tour.columns,
      tour.squares.front() % tour.columns, format_duration(did.seconds), plural(did.walks, "walk"));
  if (did.left_over > 0)
    text += fmt::format(", {} left over by the best", plural(did.left_over, "square"));
  if (did.rotations > 0) text += fmt::format(", {}", plural(did.rotations, "rotation"));
  if (did.backtracks > 0) text += fmt::format(", {} taken back", plural(did.backtracks, "move"));
  return text;
}

void run(TourArguments& arguments, Session& session) {
  static const std::vector<std::string> formats = {"text", "svg", "png", "json"};
  constexpr auto kMost = kMaxTourSquares;
  const BoardShape sides = parse_board(arguments.board.value_or("8"), kMost, 1, kMost);
  TourOptions& options = arguments.options;
  if (arguments.start) options.start = parse_square(*arguments.start, sides.rows, sides.columns);
  const std::optional<std::string>& output = arguments.result.output;
  const std::string format = choose_format(arguments.result, session.common.json, formats);
  PictureWriter writer(arguments.picture, output, format, session);
  if (!writer.is_text() && std::max(sides.rows, sides.columns) > drawing::kMaxTourPicture) {
    refuse("board is too large to draw: {} x {}; at most {} rows and columns, or --format text",
           sides.rows, sides.columns, drawing::kMaxTourPicture);
  }
  session.stopped.how_far = "no tour found yet";
  TourResult tour;
  {
    const StoppableRun stoppable(session, kRunAgain, options);
    tour = find_tour(sides.rows, sides.columns, options);
  }
  if (format == "json") {
    write_object(session, output, fields(tour), "squares", tour.squares.size(),
                 [&](std::size_t i, std::string& text) {
                   fmt::format_to(std::back_inserter(text), "[{},{}]",
                                  tour.squares[i] / tour.columns, tour.squares[i] % tour.columns);
                 });
  } else if (!writer.is_text()) {
    writer.write(drawing::draw_tour(tour.rows, tour.columns, tour.squares, tour.closed,
                                    arguments.picture.pixels()));
  } else if (output || !session.output.is_terminal() || sides.columns <= kMaxShown) {
    write_result(output, session.output, drawing::tour_text(tour.columns, tour.squares));
  } else {
    session.note(not_shown_text(tour.columns));
  }
  if (output) tell_file(session, fields(tour), *output, format);
  session.note(tour_summary(tour));
}

}  // namespace

Command tour_command() {
  return {"tour",
          "Find a knight's tour of a board",
          {{"nqueens tour", "the numbers of an open tour of 8 x 8 squares"},
           {"nqueens tour 6x9 --start 2:3 --closed", "start and end a move apart"},
           {"nqueens tour 20 --closed -o tour.svg", "a drawing"},
           {"nqueens tour 1000 -o tour.txt", "a million squares, a tenth of a second"}},
          prepare(options_of, run)};
}

}  // namespace nqueens::cli
