// Where a picture goes, in which format and size: the options that drawing commands share. Knows no
// picture's content.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "cli/options.hpp"
#include "cli/session.hpp"
#include "render/scene.hpp"

namespace nqueens::cli {

enum class PictureFormat { text, svg, png };

struct PictureOptions {
  std::optional<std::string> format;
  std::optional<std::string> output;
  std::optional<std::uint64_t> size;

  /// As --format says, else as the name of the file ends, else text.
  PictureFormat picture_format() const;
  int pixels() const { return static_cast<int>(size.value_or(kUsualSize)); }

  static constexpr std::uint64_t kUsualSize = 800;
  static constexpr std::uint64_t kLeastSize = 64;
  static constexpr std::uint64_t kMostSize = 16384;
};

/// --format, --output and --size.
void add_picture_options(OptionAdder& add, PictureOptions& options);

/// Throws InvalidArgument, IoError for what could not be written in the end: a PNG file on a
/// terminal, a size for a text, a file in a missing folder.
void check_picture_options(const PictureOptions& options, const Session& session);

/// Writes to the file, or to standard output.
void write_picture(const PictureOptions& options, Session& session, std::string_view bytes);

/// The scene in that format, svg or png.
std::string encode(const render::Scene& scene, PictureFormat format);

/// Whether the text goes to a terminal whose locale has chess pieces and shades.
bool shows_unicode(const Session& session);

}  // namespace nqueens::cli
