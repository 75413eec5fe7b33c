// nqueens tour: a knight's tour of a board of any shape.
#include <fmt/format.h>

#include <memory>

#include "cli/commands/commands.hpp"
#include "cli/commands/tour_report.hpp"
#include "cli/common_options.hpp"
#include "cli/numbers.hpp"
#include "cli/picture_output.hpp"
#include "cli/text.hpp"
#include "nqueens/error.hpp"
#include "nqueens/tour.hpp"
#include "render/pictures.hpp"

namespace nqueens::cli {

namespace {

/// Widest board whose table is shown on a terminal.
constexpr std::uint64_t kMaxShown = 60;

struct TourArguments {
  std::optional<std::string> board;
  std::optional<std::string> start;
  bool closed = false;
  PictureOptions picture;
  CommonOptions common;
};

void declare_options(CLI::App& app, TourArguments& arguments) {
  OptionAdder add(app);
  add.optional_argument(
      arguments.board, "RxC",
      fmt::format("rows and columns, or one number for both; up to {} squares; default: 8x8",
                  kMaxTourSquares));
  add.text("--start", arguments.start, "R,C", "row and column of the first square; default: 0,0");
  add.flag("--closed", arguments.closed, "a tour from whose last square a move leads to the first");
  add_picture_options(add, arguments.picture);
  add_json(add, arguments.common);
  add_quiet(add, arguments.common);
  add_time_limit(add, arguments.common);
}

struct Sides {
  std::uint64_t rows = 8;
  std::uint64_t columns = 8;
};

Sides parse_board(const std::optional<std::string>& text) {
  if (!text) return {};
  std::vector<std::string> parts = split(*text, 'x');
  if (parts.size() == 1) parts = split(*text, 'X');
  if (parts.size() > 2) {
    throw InvalidArgument(fmt::format(
        "board is not two numbers: {}; write ROWSxCOLUMNS, or one number for both", *text));
  }
  Sides sides;
  sides.rows = parse_whole(parts.front(), "rows", 1, kMaxTourSquares);
  sides.columns = parse_whole(parts.back(), "columns", 1, kMaxTourSquares);
  return sides;
}

Square parse_start(const std::optional<std::string>& text, const Sides& sides) {
  if (!text) return {};
  const std::vector<std::string> parts =
      split(*text, text->find(':') == std::string::npos ? ',' : ':');
  if (parts.size() != 2) {
    throw InvalidArgument(
        fmt::format("start is not a pair: {}; write ROW,COLUMN, both counted from 0",
                    text->empty() ? "''" : *text));
  }
  return {parse_whole(parts[0], "start row", 0, sides.rows - 1),
          parse_whole(parts[1], "start column", 0, sides.columns - 1)};
}

class Touring {
 public:
  Touring(const TourArguments& arguments, Session& session)
      : arguments_(arguments),
        session_(session),
        sides_(parse_board(arguments.board)),
        format_(arguments.picture.picture_format()) {
    options_.start = parse_start(arguments.start, sides_);
    options_.closed = arguments.closed;
    check_picture_options(arguments.picture, session);
    if (format_ == PictureFormat::text) return;
    if (arguments.common.json) {
      throw InvalidArgument(
          "a drawing does not go into JSON: --json; leave out --json or the format");
    }
    if (std::max(sides_.rows, sides_.columns) > render::kMaxTourPicture) {
      throw InvalidArgument(
          fmt::format("board is too large to draw: {} x {}; at most {} rows and "
                      "columns, or --format text",
                      sides_.rows, sides_.columns, render::kMaxTourPicture));
    }
  }

  ExitCode run() {
    const TourResult tour = search();
    if (arguments_.common.json) {
      write(tour_record(tour));
    } else if (format_ != PictureFormat::text) {
      write(encode(render::draw_tour(tour.rows, tour.columns, tour.squares, tour.closed,
                                     arguments_.picture.pixels()),
                   format_));
    } else if (is_shown()) {
      write(tour_table(tour));
    } else {
      session_.messages.note(fmt::format(
          "not shown on a terminal: {} columns; give --output FILE, or redirect the output",
          tour.columns));
    }
    session_.messages.note(tour_summary(tour));
    return ExitCode::done;
  }

 private:
  TourResult search() {
    const StopControl::Section section(session_.stop, arguments_.common.time_limit);
    options_.stop = section.token();
    session_.stopped = {"no tour found yet", "run it again with more time"};
    return find_tour(sides_.rows, sides_.columns, options_);
  }

  bool is_shown() const {
    return arguments_.picture.output || !session_.output.is_terminal() ||
           sides_.columns <= kMaxShown;
  }

  void write(std::string_view bytes) { write_picture(arguments_.picture, session_, bytes); }

  const TourArguments& arguments_;
  Session& session_;
  const Sides sides_;
  const PictureFormat format_;
  TourOptions options_;
};

}  // namespace

Command tour_command() {
  return {"tour",
          "Find a knight's tour of a board",
          {
              {"nqueens tour", "the numbers of an open tour of 8 x 8 squares"},
              {"nqueens tour 6x9 --start 2,3 --closed", "one that ends where it began"},
              {"nqueens tour 20 --closed --output tour.svg", "a drawing"},
              {"nqueens tour 1000 --output tour.txt", "a million squares, a tenth of a second"},
          },
          [](CLI::App& app) -> Action {
            const auto arguments = std::make_shared<TourArguments>();
            declare_options(app, *arguments);
            return [arguments](Session& session) {
              apply(arguments->common, session);
              return Touring(*arguments, session).run();
            };
          }};
}

}  // namespace nqueens::cli
