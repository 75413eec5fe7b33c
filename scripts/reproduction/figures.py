"""Charts by matplotlib in one style, as SVG for light and dark pages. One series stands out, two
more are coloured, the rest are grey; each line is named at its end."""

import io
import re
import statistics

import matplotlib
from matplotlib import pyplot, ticker

from .kinds import COUNTED, SOLUTIONS, SOLVED, Peers
from .pages import programs, whole_boards
from .tables import (NBSP, UNITS, Value, grouped, medians, power_of_ten, significant, threads_text,
                     wilson, written)

INK, GREY, RULE = "#24292f", "#737b84", "#d8dde2"
COLOURS = ("#c8470a", "#1a66b8", "#0e8272")
DARK = dict(zip((INK, GREY, RULE, *COLOURS),
                ("#e6e9ec", "#98a1ab", "#343b43", "#ff9350", "#6cb2f5", "#4cc9b0")))
OURS = ("nqueens", "auto", "windowed")  # the series that stand out
matplotlib.use("Agg")
pyplot.rcParams.update({
    "figure.figsize": (4.8, 3.1), "figure.constrained_layout.use": True, "font.size": 9.5,
    "figure.titlesize": 10, "figure.titleweight": "bold", "axes.grid": True,
    "axes.axisbelow": True, "axes.spines.top": False, "axes.spines.right": False,
    "axes.spines.left": False, "axes.edgecolor": GREY, "axes.labelcolor": GREY, "grid.color": RULE,
    "text.color": INK, "xtick.color": GREY, "ytick.color": GREY, "xtick.minor.size": 0,
    "ytick.major.size": 0, "ytick.minor.size": 0, "lines.linewidth": 1.6, "lines.markersize": 4,
    "savefig.transparent": True, "svg.fonttype": "none",
    "svg.hashsalt": "nqueens"})  # the same bytes every time


def svgs(axes):
    """The drawing for light pages and for dark ones, in the letters that boards have too."""
    output = io.StringIO()
    axes.figure.savefig(output, format="svg", metadata={"Date": None})
    pyplot.close(axes.figure)
    text = re.sub(r"<\?xml.*?(?=<svg)|<!--.*?-->|<metadata>.*?</metadata>", "", output.getvalue(),
                  flags=re.DOTALL)
    text = re.sub("'DejaVu Sans'.*?sans-serif", "Helvetica, Arial, sans-serif", text)
    light = re.sub("[ \n]+", " ", text).replace(" <g ", "\n<g ") + "\n"
    return light, re.sub("|".join(DARK), lambda found: DARK[found[0]], light)


# How values are written along an axis: its scale, and of a value its text.
SECONDS = ("log", lambda value, _: next(f"{value / size:,.0f}{NBSP}{name}" for least, size, name
                                        in UNITS["seconds"][2:] if value >= 0.99 * least))
POWERS = ("log", lambda value, _: power_of_ten(value, 0))
PERCENT = ("linear", lambda rate, _: f"{100 * rate:.0f}{NBSP}%")
DIFFERENCE = ("linear", lambda ratio, _: f"{100 * (ratio - 1):+.1f}{NBSP}%")


def _axes(title, below="queens (N)", **forms):
    axes = pyplot.figure().subplots()
    axes.figure.suptitle(title, x=0.01, ha="left")
    axes.set(label=title, xlabel=below)
    axes.xaxis.get_major_locator().set_params(integer=True)
    for name, (scale, text) in forms.items():
        axes.set(**{f"{name}scale": scale})
        getattr(axes, f"{name}axis").set_major_formatter(text)
    return axes


def _lines(axes, series):
    """A line for each name through x -> Value, with a band for the spread; what follows "," in a
    name tells lines of one colour apart."""
    series = {name: points for name, points in series.items() if points}
    bases = dict.fromkeys(sorted((name.split(",")[0] for name in series),
                                 key=lambda base: base not in OURS))
    styles = dict(zip(bases, [*zip(COLOURS, "oDs", (1.6,) * 3)] + [(GREY, "", 1)] * len(bases)))
    ends = []
    for name, points in series.items():
        base, xs = name.split(",")[0], sorted(points)
        colour, marker, width = styles[base]
        axes.plot(xs, [points[x].middle for x in xs], color=colour, linewidth=width, zorder=width,
                  marker=marker if len(xs) > 1 else "x",
                  linestyle="--" if name.endswith("threads")
                  and sum(other.startswith(f"{base},") for other in series) > 1 else "-")
        axes.fill_between(xs, [points[x].low for x in xs], [points[x].high for x in xs],
                          color=colour, alpha=0.18, linewidth=0)
        ends.append([xs[-1], points[xs[-1]].middle, name, colour, 0.066 * (1 + name.count("\n"))])
    # Names stand at the right, apart from each other and below the title, and a thin line leads to
    # each; those of lines that end at the left stand there.
    axes.get_ylim()  # brings the limits up to date
    to_axes = axes.transScale + axes.transLimits
    places = [to_axes.transform(end[:2]) for end in ends]
    highest = 1.02
    for (x, y), (*end, name, colour, height) in sorted(zip(places, ends), key=lambda it: -it[0][1]):
        look = {"color": colour, "fontsize": 9, "va": "center",
                "fontweight": "bold" if colour == COLOURS[0] else "normal"}
        if x < 0.4:
            axes.annotate(name, end, (0, 9), textcoords="offset points",
                          ha="left" if x < 0.2 else "right", **look)
            continue
        highest = min(y + height / 2, highest) - height
        axes.annotate(name, end, (1.04, highest + height / 2), textcoords="axes fraction", **look,
                      arrowprops={"arrowstyle": "-", "color": colour, "linewidth": 0.5,
                                  "relpos": (0, 0.5), "shrinkA": 2, "shrinkB": 4})
    return axes


def _bars(axes, bars, ends=None):
    """(name, length, what stands at its end or at `ends`, colour) each."""
    for place, (name, length, says, colour) in enumerate(bars):
        axes.barh(place, length, color=colour, height=0.66)
        axes.annotate(says, (ends or length, place), (5, 0), "data", "offset points", va="center")
    axes.set_yticks(range(len(bars)), [bar[0] for bar in bars], color=INK)
    axes.invert_yaxis()
    axes.grid(axis="y", visible=False)
    axes.spines.bottom.set_visible(False)
    return axes


def beside_others(counting, peers, number=None):
    """This program beside that many others, beside all."""
    shown = programs(counting, peers)[:number and 1 + number]
    return _lines(_axes("Counting all solutions: time on one thread", y=SECONDS), {
        name.replace("/", "/\n") if number else name.split(" (")[0]: points
        for name, _, points in shown})


def slower(counting, peers):
    (_, _, ours), *others = programs(counting, peers)
    size = Peers.common_size(others)
    bars = [("nqueens", 1, written(ours[size].middle, "seconds")[0], COLOURS[0])]
    for name, _, points in others:
        if size in points:
            longer = points[size].middle / ours[size].middle
            bars.append((name.split(" (")[0], longer, f"{significant(longer, 2)}{NBSP}×",
                         (*COLOURS, *[GREY] * len(bars))[len(bars)]))
    axes = _bars(_axes(f"N = {size}, one thread: times as long as nqueens", ""), bars)
    axes.set(xscale="log", xlim=(0.8, 2.2 * max(bar[1] for bar in bars)))
    axes.xaxis.set_major_formatter(f"{{x:,.0f}}{NBSP}×")
    return axes


def beside_gpus(counting, large):
    table, _ = whole_boards(counting, large)
    series = {}
    for i, (title, _) in enumerate(table.columns[2:], 2):
        title = title.removesuffix(", published").replace("time on", "nqueens,")
        series[title.replace(" on ", "\non ")] = {
            int(str(row[0]).rstrip(f"{NBSP}†")): Value.of([getattr(row[i], "middle", row[i])])
            for row in table.rows if row[i]}
    return _lines(_axes("Large boards: time, beside published GPU times", y=SECONDS), series)


def times(raw):
    """Of one thread and, of what others choose, of all: more could not be told apart."""
    cells = medians(raw, COUNTED if raw.definition["kind"] == "counts" else SOLVED)
    wide = {"x": POWERS} if any(size > 100 for _, _, size in cells) else {}
    axes = _axes(f"{raw.definition['title']}: time", y=SECONDS, **wide)
    largest, series = max((threads for _, threads, _ in cells), default=1), {}
    for (method, threads, size), value in cells.items():
        if threads == 1 or threads == largest and method in OURS:
            series.setdefault(f"{method}, {threads_text(threads)}", {})[size] = value
    # Those first that get farthest, and there fastest.
    return _lines(axes, dict(sorted(series.items(), key=lambda it: (
        -max(it[1]), it[1][max(it[1])].middle))))


def success(raw):
    axes = _axes("Starts that end in a solution, 95 % intervals", y=PERCENT)
    return _lines(axes, {algorithm: {run["board_size"]: wilson(run["solved"], run["starts"])
                                     for run in runs}
                         for (algorithm,), runs in grouped(raw.runs, "algorithm").items()})


def _with_interval(estimates):
    return grouped([run for run in estimates.runs if run.get("low") is not None], "board_size")


def growth(estimates):
    """What is known, and estimates with their intervals of what is not."""
    known = dict(enumerate(SOLUTIONS[1:], 1))
    axes = _axes("Q(N), the number of solutions", y=POWERS)
    axes.yaxis.set_major_locator(ticker.LogLocator(1e5))
    axes.plot(*zip(*(point for point in known.items() if point[1])), "D", color=COLOURS[1])
    none = " and ".join(str(size) for size in known if not known[size])
    axes.annotate(f"known to N = {len(known)} (OEIS A000170),\n0 for N = {none}", (17.5, known[14]),
                  color=COLOURS[1], va="center")
    for (size,), runs in _with_interval(estimates).items():
        if size not in known:
            middle = statistics.mean(run["estimate"] for run in runs)
            half = statistics.median((run["high"] - run["low"]) / 2 for run in runs)
            axes.errorbar(size, middle, half, fmt="o", color=COLOURS[0], capsize=3)
            axes.annotate(f"estimate: Q({size}) ≈ {power_of_ten(middle, 4)} ± "
                          f"{100 * half / middle:.2f}{NBSP}%", (size, middle), (-10, 0), ha="right",
                          textcoords="offset points", va="center", color=COLOURS[0], weight="bold")
    return axes


def estimates(raw):
    known = SOLUTIONS[1:]
    axes = _axes("Estimates: error, with 95 % intervals", y=DIFFERENCE)
    for (size,), runs in _with_interval(raw).items():
        for i, run in enumerate(runs if size <= len(known) else []):
            low, middle, high = (run[it] / known[size - 1] for it in ("low", "estimate", "high"))
            axes.errorbar(size + 0.7 * (i + 0.5) / len(runs) - 0.35, middle,
                          [[middle - low], [high - middle]], fmt="o", markersize=2.5, linewidth=1,
                          color=COLOURS[low <= 1 <= high])
    axes.axhline(1, color=INK, linewidth=1)
    return axes


def efficiency(raw):
    """Of threads that are not pinned: lines over threads; bars while one number of threads stands
    beside one thread."""
    runs = [run for run in raw.runs if run["pinning"] == "none"]
    series = {f"{command}, {size if size < 1e6 else power_of_ten(size, 0)}"
              + ", weak" * (scaling == "weak"): runs for (command, size, scaling), runs
              in grouped(runs, "command", "size", "scaling").items()}
    if len({run["threads"] for run in raw.runs}) > 2:
        axes = _axes("Efficiency of threads; ideal: 100 %", "threads", y=PERCENT)
        axes.axhline(1, color=INK, linewidth=1)
        return _lines(axes, {name: {run["threads"]: Value.of([run["efficiency"]]) for run in runs}
                             for name, runs in series.items()})
    threads = threads_text(max(run["threads"] for run in raw.runs))
    axes = _bars(_axes(f"Efficiency of {threads}; ideal: 100 %", "", x=PERCENT), [
        (name, runs[-1]["efficiency"], written(runs[-1]["efficiency"], "rate")[0],
         COLOURS["solve" in name]) for name, runs in series.items()], 1)
    axes.axvline(1, color=INK, linewidth=1)
    return axes


# Of each kind of table; and those that the report opens with, of the raw figures of which tables.
CHARTS = {"counts": times, "solves": times, "success": success, "estimates": estimates,
          "scaling": efficiency}
HEADLINES = ((beside_others, ["counting", "peers"]), (slower, ["counting", "peers"]),
             (beside_gpus, ["counting", "whole-boards"]), (growth, ["estimates"]))
