"""Charts by matplotlib in one style, as SVG: small drawings with large letters, for phones too."""

import io

import matplotlib
from matplotlib import pyplot, ticker

from .kinds import COUNTED, SOLVED
from .tables import Value, grouped, medians, threads_text, wilson

MARKERS = "osD^vP*X"
matplotlib.use("Agg")
pyplot.rcParams.update({
    "font.size": 11, "axes.titlesize": 11, "axes.titlelocation": "left", "axes.grid": True,
    "axes.spines.top": False, "axes.spines.right": False, "grid.alpha": 0.3,
    "legend.fontsize": 9.5, "legend.frameon": False, "lines.linewidth": 1.4,
    "lines.markersize": 4.5, "figure.constrained_layout.use": True, "svg.fonttype": "none",
    "svg.hashsalt": "nqueens",  # the same bytes every time
})


class Chart:
    """Lines over board sizes. Lines of one name have one colour."""

    def __init__(self, title):
        self.figure, self.axes = pyplot.subplots(figsize=(4.3, 3.6))
        self.axes.set_xlabel("N, queens")
        self.axes.set_title(title)
        self.names = []

    def line(self, name, points, label=None, dashed=False):
        """Through x -> Value, with a band for the spread."""
        if name not in self.names:
            self.names.append(name)
        place, xs = self.names.index(name), sorted(points)
        values = [points[x] for x in xs]
        self.axes.plot(xs, [value.middle for value in values], color=f"C{place}",
                       marker=MARKERS[place % len(MARKERS)], label=label or name,
                       linestyle="--" if dashed else "-")
        self.axes.fill_between(xs, [value.low for value in values],
                               [value.high for value in values],
                               color=f"C{place}", alpha=0.18, linewidth=0)

    def seconds(self):
        self.axes.set_yscale("log")
        self.axes.yaxis.set_major_formatter(ticker.EngFormatter(unit="s"))

    def svg(self):
        """The legend is below: the drawing grows with its rows."""
        handles, labels = self.axes.get_legend_handles_labels()
        self.figure.set_figheight(3.0 + 0.22 * ((len(labels) + 1) // 2))
        self.axes.legend(handles, labels, loc="upper center", bbox_to_anchor=(0.5, -0.18), ncols=2)
        output = io.BytesIO()
        self.figure.savefig(output, format="svg", metadata={"Date": None})
        pyplot.close(self.figure)
        return output.getvalue()


def _times(raw, names, chart):
    """Time by method; of a large machine one thread and all of them alone: more could not be told
    apart."""
    cells = medians(raw, names)
    largest = max((threads for _, threads, _ in cells), default=1)
    for method, threads in dict.fromkeys(key[:2] for key in cells):
        if threads in (1, largest):
            chart.line(method, {key[2]: value for key, value in cells.items()
                                if key[:2] == (method, threads)},
                       f"{method}, {threads_text(threads)}", dashed=threads > 1)
    chart.seconds()
    return chart


def counts(raw):
    return _times(raw, COUNTED, Chart("time of the command, median and range"))


def solves(raw):
    chart = _times(raw, SOLVED, Chart("time, median and range"))
    chart.axes.set_xscale("log")
    return chart


def success(raw):
    chart = Chart("starts that end in a solution, 95 % interval")
    for (algorithm,), runs in grouped(raw.runs, "algorithm").items():
        chart.line(algorithm, {run["board_size"]: wilson(run["solved"], run["starts"])
                               for run in runs})
    chart.axes.yaxis.set_major_formatter(ticker.PercentFormatter(1))
    return chart


def beside_others(counting):
    """Time of this program and of those of others."""
    chart = Chart("time to count all solutions, one thread")
    peers = counting.definition["peer"]
    sizes = {int(size) for peer in peers for size in peer["seconds"]}
    chart.line("nqueens", {size: value for (engine, threads, size), value
                           in medians(counting, COUNTED).items()
                           if (engine, threads) == ("auto", 1) and size in sizes})
    for peer in peers:
        chart.line(peer["program"].split(" (")[0].split("/")[-1],
                   {int(size): Value.of([value]) for size, value in peer["seconds"].items()})
    chart.seconds()
    chart.axes.xaxis.set_major_locator(ticker.MaxNLocator(integer=True))
    return chart


CHARTS = {"counts": counts, "solves": solves, "success": success}
