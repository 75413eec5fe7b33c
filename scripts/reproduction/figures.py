"""Figures from raw figures by matplotlib: SVG and PNG files, and SVG for the page, which takes the
colours of text and paper from the page. Small drawings with large letters: they must be read on a
phone. Knows no program."""

import io
import re

import matplotlib

matplotlib.use("Agg")
from matplotlib import pyplot, ticker  # noqa: E402  (the backend comes first)

from .summary import Value, grouped, solve_value, threads_text, wilson  # noqa: E402

INK = "#010203"  # stands for the colour of text until the page is known
# Seen on white and on black.
COLOURS = ["#2f7fc1", "#d9792b", "#2a9d6f", "#a566c9", "#d1495b", "#8f8a3c", "#4aa8b8", "#8a8f98"]
MARKERS = "osD^vP*X"
pyplot.rcParams.update({
    "font.size": 11, "axes.titlesize": 11, "figure.figsize": (4.3, 3.6), "figure.dpi": 100,
    "text.color": INK, "axes.edgecolor": INK, "axes.labelcolor": INK, "xtick.color": INK,
    "ytick.color": INK, "axes.grid": True, "grid.alpha": 0.15, "grid.color": INK,
    "axes.prop_cycle": pyplot.cycler(color=COLOURS), "lines.markersize": 4.5,
    "lines.linewidth": 1.4, "legend.frameon": False, "legend.fontsize": 9.5,
    "legend.handlelength": 1.6, "legend.columnspacing": 1.2, "axes.spines.top": False,
    "axes.spines.right": False, "svg.hashsalt": "nqueens",
    "figure.constrained_layout.use": True,
})


def _seconds(value, _=None):
    if value <= 0:
        return ""
    for factor, unit in ((1, "s"), (1e-3, "ms"), (1e-6, "us")):
        if value >= 0.999 * factor:
            return f"{value / factor:g} {unit}"
    return f"{value * 1e9:g} ns"


def _size(value, _=None):
    """Thousands in full, larger ones as powers where they are."""
    if value < 1e4:
        return f"{value:g}"
    mantissa, exponent = f"{value:.3e}".split("e")
    mantissa = float(mantissa)
    power = f"10$^{{{int(exponent)}}}$"
    return power if mantissa == 1 else f"{mantissa:g}·{power}"


def _axes(x, y, log_x=True, log_y=True):
    figure, axes = pyplot.subplots()
    if log_x:
        axes.set_xscale("log")
        axes.xaxis.set_major_formatter(ticker.FuncFormatter(_size))
        axes.xaxis.set_minor_formatter(ticker.NullFormatter())
    if log_y:
        axes.set_yscale("log")
    axes.set_xlabel(x)
    axes.set_title(y, loc="left")
    return figure, axes


def _legend(axes):
    """Below the axes, which keep their height: the drawing grows with the rows of the legend."""
    handles, labels = axes.get_legend_handles_labels()
    rows = (len(labels) + 1) // 2
    axes.figure.set_figheight(3.0 + 0.22 * rows)
    axes.legend(handles, labels, loc="upper center", bbox_to_anchor=(0.5, -0.18), ncols=2)


def _plot(axes, place, label, xs, values, dashed=False):
    colour, marker = COLOURS[place % len(COLOURS)], MARKERS[place % len(MARKERS)]
    axes.plot(xs, [value.middle for value in values], marker=marker, color=colour, label=label,
              linestyle="--" if dashed else "-")
    if any(value.has_spread for value in values):
        axes.fill_between(xs, [value.low for value in values], [value.high for value in values],
                          color=colour, alpha=0.18, linewidth=0)


def _by_size(raw, name, value_of):
    """(method, threads) -> sizes and values."""
    lines = {}
    for (method, threads, size), runs in grouped(raw["runs"], name, "threads",
                                                 "board_size").items():
        if all("result" in run for run in runs):
            lines.setdefault((method, threads), []).append(
                (size, Value.of([value_of(run) for run in runs])))
    return {key: sorted(line, key=lambda point: point[0]) for key, line in lines.items()}


def _solve_figure(raw, column, title):
    definition = raw["definition"]
    figure, axes = _axes("N, queens", title)
    lines = _by_size(raw, "algorithm", lambda run: solve_value(run, column))
    methods = list(dict.fromkeys(method for method, _ in lines))
    many = len({threads for _, threads in lines}) > 1
    for (method, threads), line in lines.items():
        label = f"{method}, {threads_text(threads)}" if many else method
        _plot(axes, methods.index(method), label, [size for size, _ in line],
              [value for _, value in line], dashed=threads > 1)
    if column == "seconds":
        axes.yaxis.set_major_formatter(ticker.FuncFormatter(_seconds))
        for source in definition.get("source", []):
            place = methods.index(source["algorithm"]) if source["algorithm"] in methods else 7
            axes.plot([source["board_size"]], [source["seconds"]], marker="x", markersize=8,
                      markeredgewidth=2, linestyle="none", color=COLOURS[place],
                      label=f"{source['algorithm']}, published")
        if "goal_seconds" in definition:
            axes.axhline(definition["goal_seconds"], color=INK, linewidth=1, linestyle=":")
            axes.annotate(_seconds(definition["goal_seconds"]), (0.01, definition["goal_seconds"]),
                          xycoords=("axes fraction", "data"), va="top", fontsize=9.5)
    else:
        # Zeros stand on the ground line instead of nowhere.
        axes.set_yscale("symlog", linthresh=1)
        axes.yaxis.set_major_formatter(ticker.FuncFormatter(_size))
    _legend(axes)
    return figure


def _solve(raw):
    yield raw["table"], "Time", _solve_figure(raw, "seconds", "time, median and range")
    if "initial_conflicts" in raw["definition"]["columns"]:
        yield (raw["table"] + "-conflicts", "Initial conflicts",
               _solve_figure(raw, "initial_conflicts", "initial conflicts, median and range"))
    if "evaluations" in raw["definition"]["columns"]:
        yield (raw["table"] + "-iterations", "Iterations",
               _solve_figure(raw, "moves", "iterations, median and range"))


def _count(raw):
    figure, axes = _axes("N", "time, median and range", log_x=False)
    lines = _by_size(raw, "engine", lambda run: run["result"]["seconds"])
    engines = list(dict.fromkeys(engine for engine, _ in lines))
    # Of a large machine only one thread and all of them: more lines could not be told apart.
    most = max(threads for _, threads in lines)
    for (engine, threads), line in lines.items():
        if threads in (1, most):
            _plot(axes, engines.index(engine), f"{engine}, {threads_text(threads)}",
                  [size for size, _ in line], [value for _, value in line], dashed=threads > 1)
    axes.yaxis.set_major_formatter(ticker.FuncFormatter(_seconds))
    axes.xaxis.set_major_locator(ticker.MaxNLocator(integer=True))
    _legend(axes)
    yield raw["table"], "Time", figure


def _scaling(raw):
    rows = raw["runs"][0]["result"]["rows"]
    for scaling in ("strong", "weak"):
        for column, title in (("speedup", "speedup"), ("efficiency", "efficiency, 1 is ideal")):
            figure, axes = _axes("threads", f"{scaling} scaling: {title}", log_y=False)
            threads = sorted({row["threads"] for row in rows})
            axes.set_xscale("log", base=2)
            axes.set_xticks(threads, [str(number) for number in threads])
            axes.minorticks_off()
            place = 0
            for work in ("count", "solve"):
                for pinning in ("none", "auto", "cores"):
                    line = [row for row in rows if (row["scaling"], row["work"], row["pinning"])
                            == (scaling, work, pinning)]
                    if not line:
                        continue
                    values = [Value(row[column], row[column], row[column]) for row in line]
                    bound = {"none": "not pinned", "auto": "by node", "cores": "pinned"}[pinning]
                    _plot(axes, place, f"{work}, {bound}", [row["threads"] for row in line],
                          values, dashed=pinning == "cores")
                    place += 1
            if column == "speedup":
                axes.plot(threads, threads, color=INK, linewidth=1, linestyle=":", label="ideal")
                if threads[-1] > 8:
                    axes.set_yscale("log", base=2)
                    axes.set_yticks(threads, [str(number) for number in threads])
                else:
                    axes.set_ylim(bottom=0)
            else:
                axes.axhline(1, color=INK, linewidth=1, linestyle=":")
                axes.set_ylim(0, max(1.1, *(1.05 * row["efficiency"] for row in rows)))
            _legend(axes)
            yield f"{raw['table']}-{scaling}-{column}", f"{scaling} {column}", figure


def _success(raw):
    figure, axes = _axes("N", "starts that end in a solution, 95 % interval", log_x=False,
                         log_y=False)
    algorithms = list(dict.fromkeys(run["case"]["algorithm"] for run in raw["runs"]))
    for place, algorithm in enumerate(algorithms):
        line = [(run["case"]["board_size"], wilson(run["result"]["solved"],
                                                   run["result"]["starts"]))
                for run in raw["runs"] if run["case"]["algorithm"] == algorithm]
        _plot(axes, place, algorithm, [size for size, _ in line], [value for _, value in line])
    for source in raw["definition"].get("source", []):
        axes.plot([source["board_size"]], [source["rate"]], marker="x", markersize=9,
                  markeredgewidth=2, linestyle="none", color=INK,
                  label=f"{source['algorithm']}, published")
    axes.yaxis.set_major_formatter(ticker.PercentFormatter(1))
    axes.set_ylim(0, 1.03)
    _legend(axes)
    yield raw["table"], "Success rate", figure


KINDS = {"solve": _solve, "count": _count, "scaling": _scaling, "success": _success}


def _svg(figure, **settings):
    output = io.StringIO()
    with pyplot.rc_context({"svg.fonttype": "none" if settings.get("transparent") else "path"}):
        figure.savefig(output, format="svg", metadata={"Date": None, "Creator": None}, **settings)
    return output.getvalue()


def _inline(name, title, text):
    """SVG as part of a page: no prolog, no fixed size, names of its own, colours of the page."""
    text = text[text.index("<svg "):]
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.S)
    text = re.sub(r'(<svg [^>]*?)\swidth="[^"]*"', r"\1", text, count=1)
    text = re.sub(r'(<svg [^>]*?)\sheight="[^"]*"', r"\1", text, count=1)
    text = text.replace("<svg ", f'<svg role="img" aria-label="{title}" ', 1)
    text = re.sub(r'\bid="([^"]+)"', rf'id="{name}-\1"', text)
    text = re.sub(r'href="#([^"]+)"', rf'href="#{name}-\1"', text)
    text = re.sub(r"url\(#([^)]+)\)", rf"url(#{name}-\1)", text)
    return text.replace(INK, "currentColor")


def make_figures(raw, folder=None):
    """Writes name.svg and name.png into the folder, where there is one; returns the figures for
    the page: name, title, SVG."""
    made = []
    for name, title, figure in KINDS.get(raw["definition"]["kind"], lambda _: ())(raw):
        made.append((name, title, _inline(name, f"{raw['definition']['title']}: {title}",
                                          _svg(figure, transparent=True))))
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
            (folder / f"{name}.svg").write_text(_svg(figure), encoding="utf-8")
            figure.savefig(folder / f"{name}.png", dpi=200, metadata={"Software": None})
        pyplot.close(figure)
    return made
