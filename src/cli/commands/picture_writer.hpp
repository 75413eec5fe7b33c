// Pictures of every command: their options, and where, in which format and size they are written.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "cli/options/option.hpp"
#include "cli/options/values.hpp"
#include "cli/program.hpp"
#include "draw/pictures.hpp"
#include "nqueens/board.hpp"

namespace nqueens::cli {

struct PictureOptions {
  std::optional<int> size;
  std::string style = "auto";  ///< "board", "density", or by the size of the board
  drawing::EdgeLabels labels = drawing::EdgeLabels::automatic;

  int pixels() const { return size.value_or(kDefaultSize); }

  static constexpr int kDefaultSize = 800;
  static constexpr int kMinSize = 64;
  static constexpr int kMaxSize = 16384;
  /// More lines than most terminals have.
  static constexpr std::uint64_t kMaxDefaultTextBoard = 100;
};

namespace option {
Option picture_format(std::optional<std::string>& to, const std::string& more = "");
Option picture_size(PictureOptions& to);
}  // namespace option

/// Writes pictures and says on standard error what they show. The session must outlive it.
class PictureWriter {
 public:
  /// A `format` that is none of pictures is text. Throws InvalidArgument or IoError for a picture
  /// that could not be written: PNG to a terminal, a size for text, a file in a missing folder.
  PictureWriter(PictureOptions options, std::optional<std::string> output, std::string format,
                Session& session);

  bool is_text() const { return format_ != "svg" && format_ != "png"; }

  void write(const drawing::Scene& scene);
  void write(const drawing::MarkedBoard& board);
  /// Writes a sheet, or as text one board after the other.
  void write(std::span<const drawing::MarkedBoard> boards);
  /// Names what was counted `input` in errors. Throws InvalidPlacement for a column off the board.
  void write(const drawing::Density& density, const std::string& input);

  /// Tells whether a placement on the board is drawn as a density: above the largest drawing, and
  /// plain boards above the usual one of their format. Throws InvalidArgument where the options ask
  /// for what is not possible then: its squares, or labels.
  bool is_density(const Board& board) const;
  drawing::Density empty_density(std::uint64_t rows) const;
  /// Writes a placement, or its density. Precondition: its columns are on the board.
  void write(const Board& board, std::span<const Column> columns, const std::string& input);

 private:
  std::string text_of(const drawing::MarkedBoard& board) const;

  PictureOptions options_;
  std::optional<std::string> output_;
  std::string format_;
  Session& session_;
};

}  // namespace nqueens::cli
