// Where a picture goes, in which format and size: the options that drawing commands share.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/options/option.hpp"
#include "cli/options/values.hpp"
#include "cli/program.hpp"
#include "render/scene.hpp"

namespace nqueens::cli {

enum class PictureFormat { text, svg, png };

struct PictureOptions {
  std::optional<std::string> format;
  std::optional<std::string> output;
  std::optional<int> size;

  /// How the names of files end; a command may have more of them.
  std::vector<Suffix> suffixes = {{".txt", "text"}, {".svg", "svg"}, {".png", "png"}};

  /// As --format says, else as the name of the file ends, else text. Throws InvalidArgument.
  std::string format_name() const;
  PictureFormat picture_format() const;
  /// Whether the picture goes to a file, not to standard output.
  bool has_file() const { return output && *output != "-"; }
  int pixels() const { return size.value_or(kUsualSize); }

  static constexpr int kUsualSize = 800;
  static constexpr int kMinSize = 64;
  static constexpr int kMaxSize = 16384;
};

namespace option {
Option picture_format(PictureOptions& to);
Option picture_output(PictureOptions& to);
Option picture_size(PictureOptions& to);
}  // namespace option

/// Throws InvalidArgument or IoError, before any work, for a picture that could not be written: PNG
/// to a terminal, a size for text, a file in a missing folder.
void check_picture_options(const PictureOptions& options, const Session& session);

/// Calls `write` with a sink for the bytes of the file, or of standard output.
void write_picture(const PictureOptions& options, Session& session,
                   const std::function<void(const render::Sink&)>& write);

/// Writes the scene, or the pixels, in the format of the options, which is not text.
void write_scene(const PictureOptions& options, Session& session, const render::Scene& scene);
void write_raster(const PictureOptions& options, Session& session, const render::Raster& raster,
                  const std::string& title);

/// Whether the text goes to a terminal whose locale has chess pieces and shades.
bool shows_unicode(const Session& session);

}  // namespace nqueens::cli
