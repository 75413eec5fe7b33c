"""Drawing by matplotlib: SVG for the report, which takes the colours of text and paper from the page.
Small drawings with large letters: they must be read on a phone."""

import io
import re

import matplotlib

matplotlib.use("Agg")
from matplotlib import pyplot, ticker  # noqa: E402  (the backend comes first)

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


def axes(x, title, log_x=True, log_y=True):
    figure, made = pyplot.subplots()
    if log_x:
        made.set_xscale("log")
        made.xaxis.set_major_formatter(ticker.FuncFormatter(_size))
        made.xaxis.set_minor_formatter(ticker.NullFormatter())
    if log_y:
        made.set_yscale("log")
    made.set_xlabel(x)
    made.set_title(title, loc="left")
    return figure, made


def seconds_axis(made):
    made.yaxis.set_major_formatter(ticker.FuncFormatter(_seconds))


def numbers_axis(made):
    """Zeros stand on the ground line instead of nowhere."""
    made.set_yscale("symlog", linthresh=1)
    made.yaxis.set_major_formatter(ticker.FuncFormatter(_size))


def percent_axis(made):
    made.yaxis.set_major_formatter(ticker.PercentFormatter(1))
    made.set_ylim(0, 1.03)


def whole_numbers(made):
    made.xaxis.set_major_locator(ticker.MaxNLocator(integer=True))


def threads_axis(made, threads):
    made.set_xscale("log", base=2)
    made.set_xticks(threads, [str(number) for number in threads])
    made.minorticks_off()


def ideal_speedup(made, threads):
    made.plot(threads, threads, color=INK, linewidth=1, linestyle=":", label="ideal")
    if threads[-1] > 8:
        made.set_yscale("log", base=2)
        made.set_yticks(threads, [str(number) for number in threads])
    else:
        made.set_ylim(bottom=0)


def goal(made, seconds):
    made.axhline(seconds, color=INK, linewidth=1, linestyle=":")
    made.annotate(_seconds(seconds), (0.01, seconds), xycoords=("axes fraction", "data"), va="top",
                  fontsize=9.5)


def mark(made, x, y, label, place=None):
    """A cross: what others published."""
    made.plot([x], [y], marker="x", markersize=8, markeredgewidth=2, linestyle="none",
              color=INK if place is None else COLOURS[place], label=label)


def plot(made, place, label, points, dashed=False, width=None):
    """A line through (x, Value) points with a band for the spread."""
    colour, marker = COLOURS[place % len(COLOURS)], MARKERS[place % len(MARKERS)]
    xs, values = [x for x, _ in points], [value for _, value in points]
    made.plot(xs, [value.middle for value in values], marker=marker, color=colour, label=label,
              linestyle="--" if dashed else "-", linewidth=width)
    if any(value.has_spread for value in values):
        made.fill_between(xs, [value.low for value in values], [value.high for value in values],
                          color=colour, alpha=0.18, linewidth=0)


def legend(made):
    """Below the axes, which keep their height: the drawing grows with the rows of the legend."""
    handles, labels = made.get_legend_handles_labels()
    rows = (len(labels) + 1) // 2
    made.figure.set_figheight(3.0 + 0.22 * rows)
    made.legend(handles, labels, loc="upper center", bbox_to_anchor=(0.5, -0.18), ncols=2)


def svg(name, title, figure):
    """As part of a page: one line, no fixed size, names of its own, colours of the page."""
    output = io.StringIO()
    with pyplot.rc_context({"svg.fonttype": "none"}):
        figure.savefig(output, format="svg", metadata={"Date": None, "Creator": None},
                       transparent=True)
    pyplot.close(figure)
    text = output.getvalue()
    text = " ".join(text[text.index("<svg "):].split())
    text = re.sub(r"<metadata>.*?</metadata>", "", text)
    text = re.sub(r'(<svg [^>]*?)\swidth="[^"]*"', r"\1", text, count=1)
    text = re.sub(r'(<svg [^>]*?)\sheight="[^"]*"', r"\1", text, count=1)
    text = text.replace("<svg ", f'<svg role="img" aria-label="{title}" ', 1)
    text = re.sub(r'\bid="([^"]+)"', rf'id="{name}-\1"', text)
    text = re.sub(r'href="#([^"]+)"', rf'href="#{name}-\1"', text)
    text = re.sub(r"url\(#([^)]+)\)", rf"url(#{name}-\1)", text)
    return text.replace(INK, "currentColor")
