"""Charts by matplotlib in one style, as SVG for light and dark pages. One series stands out, two
more are coloured, the rest are grey; each line is named at its end."""

import csv
import io
import re

import matplotlib
from matplotlib import pyplot

from .pages import core_seconds, programs
from .raw import RESULTS
from .tables import NBSP, UNITS, Value, grouped, power_of_ten

INK, GREY, RULE, PAPER = "#24292f", "#737b84", "#d8dde2", "#fffffe"
COLOURS = ("#c8470a", "#1a66b8", "#0e8272")
DARK = dict(zip((INK, GREY, RULE, PAPER, *COLOURS),
                ("#e6e9ec", "#98a1ab", "#343b43", "#0d1117", "#ff9350", "#6cb2f5", "#4cc9b0")))
OURS = ("nqueens", "pairs")  # the series that stand out
matplotlib.use("Agg")
pyplot.rcParams.update({
    "figure.figsize": (4.8, 3.1), "figure.constrained_layout.use": True, "font.size": 9.5,
    "figure.titlesize": 10, "figure.titleweight": "bold", "axes.titlesize": 9.5, "axes.grid": True,
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
    text = re.sub(r"(\d\.\d\d)\d+", r"\1", text)  # hundredths of a point are small enough
    light = re.sub("[ \n]+", " ", text).replace(" <g ", "\n<g ") + "\n"
    return light, re.sub("|".join(DARK), lambda found: DARK[found[0]], light)


def seconds_text(value, _):
    return next(f"{value / size:,.0f}{NBSP}{name}" for least, size, name in UNITS["seconds"][2:]
                if value >= 0.99 * least)


def _axes(title, text):
    axes = pyplot.figure().subplots()
    axes.figure.suptitle(title, x=0.01, ha="left")
    axes.set(xlabel="queens (N)", yscale="log")
    axes.xaxis.get_major_locator().set_params(integer=True)
    axes.yaxis.set_major_formatter(text)
    return axes


def _lines(axes, series, left=0.4):
    """A line for each of up to three names through x -> Value, with a band for the spread. `left`:
    which part of the axes is the left."""
    names = sorted((name for name in series if series[name]), key=lambda name: name not in OURS)
    styles = dict(zip(names, zip(COLOURS, "oDs")))
    ends = []
    for name in filter(series.get, series):
        points, (colour, marker) = series[name], styles[name]
        xs = sorted(points)
        axes.plot(xs, [points[x].middle for x in xs], color=colour, marker=marker)
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
        if x < left:
            axes.annotate(name, end, (0, 9), textcoords="offset points", ha="right", **look)
            continue
        highest = min(y + height / 2, highest) - height
        axes.annotate(name, end, (1.04, highest + height / 2), textcoords="axes fraction", **look,
                      arrowprops={"arrowstyle": "-", "color": colour, "linewidth": 0.5,
                                  "relpos": (0, 0.5), "shrinkA": 2, "shrinkB": 4})
    return axes


def beside_others(counting, peers):
    """This program beside the two fastest others."""
    return _lines(_axes("Counting all solutions: time on one thread", seconds_text), {
        name.replace("/", "/\n"): points for name, _, points in programs(counting, peers)[:3]})


SPANS = {"1 s": 1, "1 min": 60, "1 h": 3600, "1 day": 86400, "1 month": 2629800,
         "1 year": 31557600, "100 years": 3155760000}


def _published(axes, quantity, unit):
    """A line, or a mark a little beside the one before it, of each kind of devices, hollow where
    nobody has counted; names at the top, in the order of the marks."""
    with open(RESULTS / "records.csv", newline="", encoding="utf-8") as file:
        found = grouped([it for it in csv.DictReader(file) if it[quantity]], "by", "devices").items()
    for place, ((by, devices), records) in enumerate(sorted(
            found, key=lambda it: -float(it[1][len(it[1]) // 2][quantity]))):
        colour, beside = (COLOURS[2], 0) if len(records) > 1 else (COLOURS[1], 0.2 * (place % 2))
        marks = [(int(it["queens"]) + beside, float(it[quantity]) * unit) for it in records]
        axes.plot(*zip(*marks), "D-", color=colour)
        if records[-1]["status"] == "projected":
            axes.plot(*marks[-1], "D", color=colour, mfc=PAPER)
        axes.annotate(f"{devices}, {by}, {records[0]['date'][:4]}", marks[len(marks) // 2],
                      (0.02, 0.95 - 0.085 * place), "data", "axes fraction", va="center",
                      color=colour, arrowprops={"arrowstyle": "-", "color": colour, "shrinkA": 1,
                                                "linewidth": 0.5, "relpos": (1, 0.5)})


def records(counting, large, tasks):
    """Two scales, since times of cores and of other devices cannot be compared."""
    counted, forecast = core_seconds(counting, large, tasks)
    plots = pyplot.figure(figsize=(7.6, 3.4)).subplots(1, 2, sharex=True)
    plots[0].plot(*zip(*sorted(it for it in counted.items() if it[0] > 15)), "o-", color=COLOURS[0])
    plots[0].text(0.46, 0.12, "nqueens", weight="bold", color=COLOURS[0], transform=plots[0].transAxes)
    for size, (seconds, error) in forecast.items():
        plots[0].errorbar(size, seconds, error, fmt="o", mfc=PAPER, color=COLOURS[0])
    for axes, title, of in zip(plots, ("Time of one core", "Time that passed, on many devices"),
                               (("core_hours", 3600), ("days", 86400))):
        _published(axes, *of)
        axes.set(title=title, yscale="log", xlabel="queens (N); hollow: forecast")
        low, high = axes.get_ylim()
        axes.set_yticks(list(SPANS.values()), list(SPANS))
        axes.set_ylim(low, 10 * high)
        axes.xaxis.get_major_locator().set_params(integer=True)
    return plots[0]


def steps(raw):
    names = {"bitmask": "queens tried by backtracking", "colour-join": "pairs"}
    series = {names[engine]: {run["board_size"]: Value.of([run["steps"]]) for run in runs}
              for (engine,), runs in grouped(raw.runs, "engine").items()}
    series["solutions"] = {run["board_size"]: Value.of([run["solutions"]]) for run in raw.runs}
    axes = _axes("Counting N queens: steps and solutions", lambda value, _: power_of_ten(value, 0))
    return _lines(axes, series, 0.8)


# What draws a chart, of the raw figures of which tables, and what it shows.
CHARTS = {"programs": (beside_others, ["counting", "peers"], "Time to count all solutions"),
          "records": (records, ["counting", "whole-boards", "tasks"], "Who counted how many queens"),
          "steps": (steps, ["steps"], "Steps and solutions of N queens")}
