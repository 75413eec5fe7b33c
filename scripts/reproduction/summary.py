"""From runs to figures: median and spread of each case, rates with their interval, and how they
are written. Knows no file and no format of tables."""

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


def wilson(successes, trials):
    """The rate with its 95 % interval."""
    z = 1.959964
    rate = successes / trials
    centre = (rate + z * z / (2 * trials)) / (1 + z * z / trials)
    half = (z / (1 + z * z / trials)
            * math.sqrt(rate * (1 - rate) / trials + z * z / (4 * trials * trials)))
    return Value(rate, max(0.0, centre - half), min(1.0, centre + half), trials)


def solve_value(run, column):
    """One column of one run of `nqueens solve --stats --json`."""
    result = run["result"]
    if column == "seconds":  # of the search: the verification has a column of its own
        return result["seconds"] - result["statistics"]["verify_seconds"]
    if column == "memory_bytes":
        return result["memory_bytes"]
    return result["statistics"][column]


def grouped(runs, *names):
    """Runs by the values of these names of their cases, in the order in which they come first."""
    groups = {}
    for run in runs:
        groups.setdefault(tuple(run["case"][name] for name in names), []).append(run)
    return groups


def points(raw):
    """The comparable figures of a raw file: a label, and the values of its repetitions."""
    kind = raw["definition"]["kind"]
    found = {}
    if kind == "solve":
        for key, runs in grouped(raw["runs"], "algorithm", "threads", "board_size").items():
            values = [solve_value(run, "seconds") for run in runs if "result" in run]
            if values:
                found[f"{key[0]}, {threads_text(key[1])}, N = {key[2]:,}"] = values
    elif kind == "count":
        for key, runs in grouped(raw["runs"], "engine", "threads", "board_size").items():
            found[f"{key[0]}, {threads_text(key[1])}, N = {key[2]}"] = [
                run["result"]["seconds"] for run in runs if "result" in run]
    elif kind == "scaling":
        for row in raw["runs"][0]["result"]["rows"]:
            found[f"{row['scaling']} {row['work']}, {threads_text(row['threads'])}, pinning "
                  f"{row['pinning']}, N = {row['board_size']:,}"] = row["seconds"]
    elif kind == "success":
        for run in raw["runs"]:
            case, result = run["case"], run["result"]
            found[f"{case['algorithm']}, N = {case['board_size']}"] = [
                result["solved"] / result["starts"]]
    return found


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
    "seconds": [(1e-6, "us"), (1e-3, "ms"), (1, "s"), (60, "min")],
    "bytes": [(1, "B"), (2**10, "KiB"), (2**20, "MiB"), (2**30, "GiB")],
}


def unit_for(value, quantity):
    """The largest unit of which there is at least one; minutes only from two on."""
    chosen = UNITS[quantity][0]
    for factor, name in UNITS[quantity]:
        if abs(value) >= (120 if name == "min" else factor):
            chosen = (factor, name)
    return chosen


def written(value, quantity):
    """The middle and the spread as texts; the spread is empty where there is none."""
    if quantity == "number":
        def text(x):
            return f"{x:,.0f}" if x == int(x) else f"{x:,.1f}"
        unit = ""
    elif quantity == "rate":
        def text(x):
            return f"{100 * x:.1f}"
        unit = " %"
    elif quantity == "ratio":
        def text(x):
            return f"{x:.2f}"
        unit = ""
    else:
        factor, name = unit_for(value.middle, quantity)

        def text(x):
            return significant(x / factor)
        unit = f" {name}"
    middle = text(value.middle)
    low, high = text(value.low), text(value.high)
    spread = "" if low == high == middle else f"{low} to {high}"
    return middle + unit, spread
