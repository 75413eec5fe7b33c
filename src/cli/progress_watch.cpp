#include "cli/progress_watch.hpp"

#include "cli/progress_line.hpp"

namespace nqueens::cli {

ProgressCallback watch_progress(Session& session, const CommonOptions& common,
                                const std::string& label) {
  const bool shown = !common.no_progress && !common.quiet && session.messages.can_show_progress();
  session.stopped.how_far = label + ", no task done";
  return [&session, label, shown](const Progress& progress) {
    session.stopped.how_far = label + ", " + describe_progress(progress);
    if (!shown) return;
    const std::size_t width = session.messages.terminal_width() - 1;
    session.messages.show_progress(
        format_progress(label, progress, width, session.messages.paint()));
  };
}

}  // namespace nqueens::cli
