#include "cli/picture_output.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdlib>

#include "base/file.hpp"
#include "cli/output_check.hpp"
#include "nqueens/error.hpp"
#include "placements/output_file.hpp"
#include "render/formats.hpp"

namespace nqueens::cli {

namespace {

bool goes_to_file(const PictureOptions& options) {
  return options.output && *options.output != "-";
}

bool ends_with(std::string name, std::string_view end) {
  std::transform(name.begin(), name.end(), name.begin(),
                 [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
  return name.ends_with(end);
}

}  // namespace

PictureFormat PictureOptions::picture_format() const {
  if (format) {
    if (*format == "svg") return PictureFormat::svg;
    return *format == "png" ? PictureFormat::png : PictureFormat::text;
  }
  if (output && ends_with(*output, ".svg")) return PictureFormat::svg;
  return output && ends_with(*output, ".png") ? PictureFormat::png : PictureFormat::text;
}

void add_picture_options(OptionAdder& add, PictureOptions& options) {
  add.choice("--format", options.format, "format", {"text", "svg", "png"},
             "default: as the name of the file ends, else text");
  add.text("--output", options.output, "FILE", "write the picture to this file");
  add.whole("--size", options.size, "size", PictureOptions::kLeastSize, PictureOptions::kMostSize,
            "PIXELS",
            fmt::format("about how wide an SVG or PNG picture is, {} to {}; default: {}",
                        PictureOptions::kLeastSize, PictureOptions::kMostSize,
                        PictureOptions::kUsualSize));
}

void check_picture_options(const PictureOptions& options, const Session& session) {
  const PictureFormat format = options.picture_format();
  if (format == PictureFormat::text && options.size) {
    throw InvalidArgument(fmt::format(
        "size does not apply to text: {}; give --format svg or png too", *options.size));
  }
  if (goes_to_file(options)) {
    require_writable(*options.output, 0);
  } else if (format == PictureFormat::png && session.output.is_terminal()) {
    throw InvalidArgument(
        "format is not for a terminal: png; give --output FILE, or redirect the output");
  }
}

void write_picture(const PictureOptions& options, Session& session, std::string_view bytes) {
  if (!goes_to_file(options)) {
    session.output.write(bytes);
    session.output.flush();
    return;
  }
  placements::OutputFile file(*options.output);
  base::write_all(file.descriptor(), file.name(), bytes);
  file.commit();
}

std::string encode(const render::Scene& scene, PictureFormat format) {
  return format == PictureFormat::svg ? render::to_svg(scene)
                                      : render::to_png(render::rasterise(scene));
}

bool shows_unicode(const Session& session) {
  if (!session.output.is_terminal()) return false;
  for (const char* const name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char* const value = std::getenv(name);
    if (value == nullptr || *value == '\0') continue;
    // The first that is set decides: en_GB.UTF-8, C.utf8.
    const std::string_view locale(value);
    return locale.find("UTF-8") != locale.npos || locale.find("utf8") != locale.npos ||
           locale.find("utf-8") != locale.npos;
  }
  return false;
}

}  // namespace nqueens::cli
