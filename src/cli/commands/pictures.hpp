// Where a picture goes, in which format and size; and the picture of a placement on a plain square
// board whose rows come one after the other.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cli/options/option.hpp"
#include "cli/options/values.hpp"
#include "cli/program.hpp"
#include "nqueens/placement.hpp"
#include "render/density.hpp"
#include "render/pictures.hpp"
#include "render/scene.hpp"

namespace nqueens::cli {

enum class PictureFormat { text, svg, png };

struct PictureOptions {
  std::optional<std::string> format;
  std::optional<std::string> output;  ///< none: standard output
  std::optional<int> size{};
  std::string style = "auto";  ///< "board", "density", or by the size of the board
  bool labels = false;         ///< ranks and files as in chess

  /// How the names of files end; a command may have more of them.
  std::vector<Suffix> suffixes = {{".txt", "text"}, {".svg", "svg"}, {".png", "png"}};

  /// As --format says, else as the name of the file ends, else text. Throws InvalidArgument.
  std::string format_name() const;
  PictureFormat picture_format() const;
  int pixels() const { return size.value_or(kUsualSize); }
  render::EdgeLabels edge_labels() const {
    return labels ? render::EdgeLabels::chess : render::EdgeLabels::numbers;
  }

  static constexpr int kUsualSize = 800;
  static constexpr int kMinSize = 64;
  static constexpr int kMaxSize = 16384;
};

namespace option {
Option picture_format(PictureOptions& to);
Option picture_size(PictureOptions& to);
}  // namespace option

/// Throws InvalidArgument or IoError, before any work, for a picture that could not be written: PNG
/// to a terminal, a size for text, a file in a missing folder.
void check_picture_options(const PictureOptions& options, const Session& session);

/// Writes the scene in the format of the options, which is not text.
void write_scene(const PictureOptions& options, Session& session, const render::Scene& scene);

/// How text looks where the picture goes.
render::TextStyle text_style(const PictureOptions& options, const Session& session);

class PlacementPicture {
 public:
  /// Larger boards are drawn as densities unless asked otherwise: squares below a pixel.
  static constexpr std::uint64_t kUsualBoard = 1000;
  static constexpr std::uint64_t kUsualTextBoard = 100;  ///< lines beyond most terminals

  /// Both must outlive the picture.
  PlacementPicture(const PictureOptions& options, Session& session);

  /// Takes the columns of the rows from `first_row` on, in the order of rows.
  void add(std::uint64_t first_row, std::span<const std::uint64_t> columns);
  /// The same for all at once.
  void add(std::span<const Column> columns);

  /// Throws InvalidArgument for a board that is too large for the style, or for labels.
  void require_drawable(std::uint64_t queens) const;

  /// Writes the picture; returns what it shows, in a line. Throws InvalidPlacement for a column
  /// that is not on the board, and as require_drawable() does.
  std::string write();

 private:
  bool is_text() const { return options_.picture_format() == PictureFormat::text; }
  std::string write_board();
  std::string write_density();

  const PictureOptions& options_;
  Session& session_;
  std::uint64_t max_board_;  ///< most queens that are drawn with their squares
  Placement board_;          ///< up to so many
  render::DensityCounter density_;
  /// The least column so far, which tells whether columns may be counted from 1.
  std::uint64_t leftmost_ = std::numeric_limits<std::uint64_t>::max();
};

}  // namespace nqueens::cli
