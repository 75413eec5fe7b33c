// Pictures of every command: their options, and where, in which format and size they are written.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cli/options/option.hpp"
#include "cli/options/values.hpp"
#include "cli/program.hpp"
#include "draw/pictures.hpp"
#include "nqueens/board.hpp"

namespace nqueens::cli {

enum class PictureFormat { text, svg, png };

struct PictureOptions {
  std::optional<std::string> format;
  std::optional<std::string> output;  ///< none: standard output
  std::optional<int> size{};
  std::string style = "auto";  ///< "board", "density", or by the size of the board
  drawing::EdgeLabels labels = drawing::EdgeLabels::automatic;

  std::vector<std::string> formats = {"text", "svg", "png"};  ///< a command may have more

  /// That of --format, which must agree with the name of the file, else that of the name, else
  /// text. Throws InvalidArgument.
  std::string format_name() const;
  PictureFormat picture_format() const;
  bool is_text() const { return picture_format() == PictureFormat::text; }
  int pixels() const { return size.value_or(kUsualSize); }

  static constexpr int kUsualSize = 800;
  static constexpr int kMinSize = 64;
  static constexpr int kMaxSize = 16384;
  static constexpr std::uint64_t kUsualTextBoard = 100;  ///< lines beyond most terminals
};

namespace option {
/// `more` ends the help.
Option picture_format(PictureOptions& to, const std::string& more = "");
Option picture_size(PictureOptions& to);
}  // namespace option

/// Throws InvalidArgument or IoError, before any work, for a picture that could not be written: PNG
/// to a terminal, a size for text, a file in a missing folder.
void check_picture_options(const PictureOptions& options, const Session& session);

/// Writes pictures in the format of the options, and says on standard error what they show. Options
/// and session must outlive it.
class PictureWriter {
 public:
  PictureWriter(const PictureOptions& options, Session& session)
      : options_(options), session_(session) {}

  /// In a format other than text.
  void write(const drawing::Scene& scene);
  void write(const drawing::MarkedBoard& board);
  /// A sheet, or as text one board after the other.
  void write(std::span<const drawing::MarkedBoard> boards);
  /// `input` is the name of what was counted, for errors. Throws InvalidPlacement for a column
  /// that is not on the board.
  void write(const drawing::Density& density, const std::string& input);

  /// Whether a placement on the board is drawn as a density: above the largest drawing, and plain
  /// boards above the usual one of their format. Throws InvalidArgument where the options ask for
  /// what is not possible then: its squares, or labels.
  bool is_density(const Board& board) const;
  drawing::Density empty_density(std::uint64_t rows) const;
  /// A placement on its board, or its density. Precondition: its columns are on the board.
  void write(const Board& board, std::span<const Column> columns, const std::string& input);

 private:
  std::string text_of(const drawing::MarkedBoard& board) const;

  const PictureOptions& options_;
  Session& session_;
};

}  // namespace nqueens::cli
