// nqueens tour: a knight's tour of a board of any shape.
#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iterator>

#include "cli/commands/commands.hpp"
#include "cli/commands/pictures.hpp"
#include "cli/options/problem_arguments.hpp"
#include "cli/record.hpp"
#include "cli/terminal/text.hpp"
#include "draw/pictures.hpp"
#include "nqueens/tour.hpp"

namespace nqueens::cli {

namespace {

/// Widest board whose table is shown on a terminal.
constexpr std::uint64_t kMaxShown = 60;

struct TourArguments {
  std::optional<std::string> board;
  std::optional<std::string> start;
  TourOptions options;
  PictureOptions picture;
  CommonOptions common;
};

std::vector<Option> options_of(TourArguments& to) {
  to.picture.formats.emplace_back("json");
  return with_common(
      {
          {"board", &to.board,
           fmt::format("rows and columns, or one number for both; default: 8; at most {} squares",
                       kMaxTourSquares),
           "N|MxN"},
          {"--start", &to.start, "first square; as in nqueens help boards; default: 0:0", "SQUARE"},
          {"--closed", &to.options.closed, "end a knight's move from the first square"},
          option::picture_format(to.picture),
          option::output(to.picture.output, "write to this file; .txt, .svg, .png or .json"),
          option::picture_size(to.picture),
      },
      to.common, {"--json", "--quiet", "--time-limit"});
}

/// The numbers of the squares in the order of the tour.
std::string tour_table(const TourResult& tour) {
  std::vector<std::uint32_t> visit(tour.squares.size());
  for (std::size_t i = 0; i < tour.squares.size(); ++i) {
    visit[tour.squares[i]] = static_cast<std::uint32_t>(i + 1);
  }
  const std::size_t width = fmt::formatted_size("{}", visit.size());
  std::string text;
  text.reserve(visit.size() * (width + 1));
  for (std::size_t square = 0; square < visit.size(); ++square) {
    if (square % tour.columns != 0) text += ' ';
    const fmt::format_int digits(visit[square]);
    text.append(width - digits.size(), ' ');
    text.append(digits.data(), digits.size());
    if (square % tour.columns == tour.columns - 1) text += '\n';
  }
  return text;
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

/// As text: a million small arrays would take a hundred bytes each.
std::string squares_text(const TourResult& tour) {
  std::string text = ",\"squares\":[";
  for (std::size_t i = 0; i < tour.squares.size(); ++i) {
    fmt::format_to(std::back_inserter(text), "{}[{},{}]", i == 0 ? "" : ",",
                   tour.squares[i] / tour.columns, tour.squares[i] % tour.columns);
  }
  return text + "]}\n";
}

/// Refuses what could not be written after the search.
void check_output(const TourArguments& arguments, const BoardShape& sides, bool is_json,
                  const Session& session) {
  check_picture_options(arguments.picture, session);
  if (arguments.picture.is_text()) {
    if (arguments.common.json) choose_format("json", arguments.picture.output, {});
    return;
  }
  if (is_json) {
    throw InvalidArgument("a picture does not go into JSON; leave out --json or the picture");
  }
  if (std::max(sides.rows, sides.columns) > drawing::kMaxTourPicture) {
    throw InvalidArgument(
        fmt::format("board is too large to draw: {} x {}; at most {} rows and "
                    "columns, or --format text",
                    sides.rows, sides.columns, drawing::kMaxTourPicture));
  }
}

ExitCode run(TourArguments& arguments, Session& session) {
  const PictureOptions& picture = arguments.picture;
  constexpr auto kMost = kMaxTourSquares;
  const BoardShape sides = parse_board(arguments.board.value_or("8"), kMost, 1, kMost);
  const bool is_json = arguments.common.json || picture.format_name() == "json";
  TourOptions& options = arguments.options;
  if (arguments.start) options.start = parse_square(*arguments.start, sides.rows, sides.columns);
  check_output(arguments, sides, is_json, session);
  session.stopped.how_far = "no tour found yet";
  begin_record(session, "tour", {}, is_json && !picture.output);
  TourResult tour;
  {
    const StoppableRun stoppable(session, arguments.common, kRunAgain, options);
    tour = find_tour(sides.rows, sides.columns, options);
  }
  if (is_json) {
    write_result(picture.output, session.output,
                 to_open_line(end_record(session, fields(tour))) + squares_text(tour));
  } else if (!picture.is_text()) {
    PictureWriter(picture, session)
        .write(drawing::draw_tour(tour.rows, tour.columns, tour.squares, tour.closed,
                                  picture.pixels()));
  } else if (picture.output || !session.output.is_terminal() || sides.columns <= kMaxShown) {
    write_result(picture.output, session.output, tour_table(tour));
  } else {
    session.messages.note(not_shown_text(tour.columns));
  }
  session.messages.note(tour_summary(tour));
  return ExitCode::done;
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
