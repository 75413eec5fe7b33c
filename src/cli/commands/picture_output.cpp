#include "cli/commands/picture_output.hpp"

#include <fmt/format.h>

#include <cstdlib>

#include "base/file.hpp"
#include "base/numbers.hpp"
#include "cli/terminal/output.hpp"
#include "nqueens/error.hpp"

namespace nqueens::cli {

namespace {

constexpr base::Word<PictureFormat> kFormats[] = {
    {PictureFormat::text, "text"}, {PictureFormat::svg, "svg"}, {PictureFormat::png, "png"}};

}  // namespace

std::string PictureOptions::format_name() const {
  return choose_format(format, output, suffixes, "text");
}

PictureFormat PictureOptions::picture_format() const {
  return base::find_word(kFormats, format_name()).value_or(PictureFormat::text);
}

Option option::picture_format(PictureOptions& to) {
  return {.name = "--format",
          .to = &to.format,
          .help =
              "format of the picture; default: as the name of the file ends (.svg, .png), else "
              "text",
          .words = base::texts_of(kFormats)};
}

Option option::picture_output(PictureOptions& to) {
  return {.name = "--output",
          .short_name = "-o",
          .to = &to.output,
          .value = "FILE",
          .help = "write the picture to this file"};
}

Option option::picture_size(PictureOptions& to) {
  return {.name = "--size",
          .to = &to.size,
          .value = "PIXELS",
          .help = fmt::format(
              "about the width of a picture that is not text, {} to {}; squares are "
              "whole pixels wide; default: {}",
              PictureOptions::kMinSize, PictureOptions::kMaxSize, PictureOptions::kUsualSize),
          .min = PictureOptions::kMinSize,
          .max = PictureOptions::kMaxSize};
}

void check_picture_options(const PictureOptions& options, const Session& session) {
  const PictureFormat format = options.picture_format();
  if (format == PictureFormat::text && options.size) {
    throw InvalidArgument(fmt::format(
        "--size {} does not apply to text; give --format svg or png too", *options.size));
  }
  if (options.has_file()) {
    require_writable(*options.output, 0);
  } else if (format == PictureFormat::png && session.output.is_terminal()) {
    throw InvalidArgument(
        "a PNG picture is not for a terminal; give --output FILE, or redirect the output");
  }
}

void write_picture(const PictureOptions& options, Session& session,
                   const std::function<void(const render::Sink&)>& write) {
  if (!options.has_file()) {
    write([&](std::string_view bytes) { session.output.write(bytes); });
    session.output.flush();
    return;
  }
  base::OutputFile file(*options.output);
  write([&](std::string_view bytes) { base::write_all(file.descriptor(), file.name(), bytes); });
  file.commit();
}

void write_scene(const PictureOptions& options, Session& session, const render::Scene& scene) {
  write_picture(options, session, [&](const render::Sink& sink) {
    if (options.picture_format() == PictureFormat::svg) return render::write_svg(scene, sink);
    render::write_png(render::rasterise(scene), sink);
  });
}

void write_raster(const PictureOptions& options, Session& session, const render::Raster& raster,
                  const std::string& title) {
  write_picture(options, session, [&](const render::Sink& sink) {
    if (options.picture_format() == PictureFormat::svg) {
      return render::write_svg(raster, title, sink);
    }
    render::write_png(raster, sink);
  });
}

bool shows_unicode(const Session& session) {
  if (!session.output.is_terminal()) return false;
  for (const char* const name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
    const char* const value = std::getenv(name);
    if (value == nullptr || *value == '\0') continue;
    // The first variable that is set decides: en_GB.UTF-8, C.utf8.
    const std::string_view locale(value);
    return locale.find("UTF-8") != locale.npos || locale.find("utf8") != locale.npos ||
           locale.find("utf-8") != locale.npos;
  }
  return false;
}

}  // namespace nqueens::cli
