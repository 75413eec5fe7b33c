"""Median and spread of runs, rates with their interval, and how they are written."""

import dataclasses
import math
import statistics


@dataclasses.dataclass(frozen=True)
class Value:
    """A median with the least and the greatest value; or a rate with its interval."""
    middle: float
    low: float
    high: float
    count: int = 1

    @staticmethod
    def of(values):
        return Value(statistics.median(values), min(values), max(values), len(values))

    @property
    def has_spread(self):
        return self.low != self.high


def one(value):
    """A value without a spread."""
    return Value(value, value, value)


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


def seconds_of(raw, names, label):
    """A label made of the values of these names -> seconds of the runs that have them."""
    return {label(*key): [run["seconds"] for run in runs if "seconds" in run]
            for key, runs in grouped(raw.runs, *names).items()}


def threads_text(threads):
    return "1 thread" if threads == 1 else f"{threads} threads"


def significant(value, digits=3):
    """Three significant digits, no exponent; whole numbers in full."""
    if value == 0:
        return "0"
    places = digits - 1 - math.floor(math.log10(abs(value)))
    rounded = round(value, places)
    # Rounding may have made it longer: 9.999 is 10.0.
    places = digits - 1 - math.floor(math.log10(abs(rounded)))
    return f"{rounded:,.{max(0, places)}f}"


UNITS = {
    "seconds": [(1e-6, "us"), (1e-3, "ms"), (1, "s"), (60, "min"), (3600, "h")],
    "bytes": [(1, "B"), (2**10, "KiB"), (2**20, "MiB"), (2**30, "GiB")],
}
# Of the other quantities: the unit, and how a number is written.
FORMATS = {
    "number": ("", lambda x: f"{x:,.0f}" if x == int(x) else f"{x:,.1f}"),
    "rate": (" %", lambda x: f"{100 * x:.1f}"),
    "percent": (" %", lambda x: significant(100 * x, 2)),
    "ratio": ("", "{:.2f}".format),
}


def unit_for(value, quantity):
    """The largest unit of which there is at least one; minutes and hours only from two on."""
    chosen = UNITS[quantity][0]
    for factor, name in UNITS[quantity]:
        if abs(value) >= (2 * factor if name in ("min", "h") else factor):
            chosen = (factor, name)
    return chosen


def written(value, quantity):
    """The middle and the spread as texts; the spread is empty where there is none."""
    numbers = (value.low, value.middle, value.high)
    if quantity in UNITS:
        factor, name = unit_for(value.middle, quantity)
        unit = f" {name}"
        low, middle, high = (significant(number / factor) for number in numbers)
    else:
        unit, text = FORMATS[quantity]
        low, middle, high = map(text, numbers)
    spread = "" if low == high == middle else f"{low} to {high}"
    return middle + unit, spread
