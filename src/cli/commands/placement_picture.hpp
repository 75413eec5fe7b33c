// The picture of a placement on a plain square board whose rows come one after the other: the board
// with its queens, or of a larger one the density, which is counted while the rows go by.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <string>

#include "cli/commands/picture_output.hpp"
#include "nqueens/placement.hpp"
#include "render/density.hpp"
#include "render/pictures.hpp"

namespace nqueens::cli {

struct PictureStyle {
  std::string style = "auto";  ///< "board", "density", or by the size of the board
  bool labels = false;         ///< ranks and files as in chess
};

/// How text looks where the picture goes.
render::TextStyle text_style(const PictureOptions& options, const PictureStyle& style,
                             const Session& session);
inline render::EdgeLabels edge_labels(const PictureStyle& style) {
  return style.labels ? render::EdgeLabels::chess : render::EdgeLabels::numbers;
}

class PlacementPicture {
 public:
  /// Larger boards are drawn as densities unless asked otherwise: squares below a pixel.
  static constexpr std::uint64_t kUsualBoard = 1000;
  static constexpr std::uint64_t kUsualTextBoard = 100;  ///< lines beyond most terminals

  /// The three must outlive the picture.
  PlacementPicture(const PictureOptions& options, const PictureStyle& style, Session& session);

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
  const PictureStyle& style_;
  Session& session_;
  std::uint64_t max_board_;  ///< most queens that are drawn with their squares
  Placement board_;          ///< up to so many
  render::DensityCounter density_;
  /// The least column so far, which tells whether columns may be counted from 1.
  std::uint64_t leftmost_ = std::numeric_limits<std::uint64_t>::max();
};

}  // namespace nqueens::cli
