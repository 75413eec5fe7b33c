"""Medians, rates and how they are written; tables of them as Markdown."""

import dataclasses
import decimal
import math
import statistics

NBSP = "\u00a0"  # between a number and its unit
SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
# The least value that is written in this unit, its size, its name.
UNITS = {
    "seconds": [(7200, 3600, "h"), (120, 60, "min"), (1, 1, "s"), (1e-3, 1e-3, "ms"),
                (-math.inf, 1e-6, "us")],
    "bytes": [(2**30, 2**30, "GiB"), (2**20, 2**20, "MiB"), (2**10, 2**10, "KiB"), (0, 1, "B")]}


@dataclasses.dataclass(frozen=True)
class Value:
    """A median with the least and the greatest value; or a rate with its interval."""
    middle: float
    low: float
    high: float
    count: int

    @staticmethod
    def of(values):
        return Value(statistics.median(values), min(values), max(values), len(values))


def wilson(successes, trials):
    """The rate with its 95 % interval."""
    z = 1.959964
    rate = successes / trials
    centre = (rate + z * z / (2 * trials)) / (1 + z * z / trials)
    half = (z / (1 + z * z / trials)
            * math.sqrt(rate * (1 - rate) / trials + z * z / (4 * trials * trials)))
    return Value(rate, max(0.0, centre - half), min(1.0, centre + half), trials)


def grouped(runs, *names):
    """Runs by the values of these names, in the order in which they come first."""
    groups = {}
    for run in runs:
        groups.setdefault(tuple(run[name] for name in names), []).append(run)
    return groups


def medians(raw, names, quantity="seconds"):
    """Values of these names -> Value of the quantity, where every run has it."""
    return {key: Value.of([run[quantity] for run in runs])
            for key, runs in grouped(raw.runs, *names).items()
            if all(quantity in run for run in runs)}


def columns(text):
    """Of a Table: "QUANTITY TITLE|..."."""
    return [tuple(reversed(column.split(" ", 1))) for column in text.split("|")]


def threads_text(threads):
    return "1 thread" if threads == 1 else f"{threads} threads"


def power_of_ten(value, digits=5):
    """With this many digits before the power; 0: the power alone."""
    factor, exponent = f"{value:.{max(digits - 1, 0)}e}".split("e")
    power = "10" + str(int(exponent)).translate(SUPERSCRIPTS)
    return f"{factor}{NBSP}×{NBSP}{power}" if digits else power


def significant(value, digits=3):
    """Rounded to this many digits, without an exponent."""
    return f"{decimal.Decimal(f'{value:.{digits - 1}e}'):,f}" if value else "0"


FORMATS = {
    "number": ("", lambda x: f"{int(x):,}" if x == int(x) else f"{x:,.1f}"),
    "rate": (f"{NBSP}%", lambda x: f"{100 * x:.1f}"),
    "percent": (f"{NBSP}%", lambda x: significant(100 * x, 2)),
    "ratio": ("", "{:.2f}".format)}


def written(cell, quantity):
    """A cell and its spread as texts; the spread is empty where there is none."""
    if cell is None or isinstance(cell, str):
        return cell or "–", ""
    if not isinstance(cell, Value):
        cell = Value(cell, cell, cell, 1)
    if quantity in UNITS:
        size, name = next(unit[1:] for unit in UNITS[quantity] if cell.middle >= unit[0])
        unit, text = NBSP + name, lambda number: significant(number / size)
    else:
        unit, text = FORMATS[quantity]
    low, middle, high = text(cell.low), text(cell.middle), text(cell.high)
    return middle + unit, "" if low == high == middle else f"{low} to {high}"


@dataclasses.dataclass
class Table:
    columns: list  # of (title, quantity): "text" or what `written` knows
    rows: list  # of lists: Value, number, text or None

    def markdown(self, spread=True):
        """Without columns of zeros; the row of this program is bold."""
        shown = [i for i, (_, quantity) in enumerate(self.columns)
                 if quantity == "text" or any(getattr(row[i], "high", row[i]) for row in self.rows)]

        def line(cells, mark=""):
            return f"| {' | '.join(f'{mark}{cells[i]}{mark}' for i in shown)} |\n"
        text = line([title for title, _ in self.columns])
        text += line(["---" if quantity == "text" else "---:" for _, quantity in self.columns])
        for row in self.rows:
            cells = [written(cell, quantity) for cell, (_, quantity) in zip(row, self.columns)]
            text += line([f"{middle} ({around})" if spread and around else middle
                          for middle, around in cells], "**" * (row[0] == "nqueens"))
        return text
