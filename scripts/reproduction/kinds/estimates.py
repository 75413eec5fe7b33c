"""How good estimates are: `nqueens estimate N --time-limit S` with many seeds; how often the interval
contains the published number, and how wide it is."""

import statistics

from ..tables import Column, Table
from ..values import Value, grouped, one
from .series import rounds

REQUIRED = {"series"}
OPTIONAL = {"solutions"}
BY = ("board_size", "limit")


def cases(definition, _processors):
    return [case for series in definition["series"]
            for case in rounds([{"board_size": size, "limit": series["seconds"]}
                                for size in series["sizes"]], "seed", series["seeds"])]


def measure(program, _definition, case, _folder):
    said, _ = program.measured("estimate", case["board_size"], "--time-limit", case["limit"],
                               "--seed", case["seed"])
    if "estimate" not in said:
        return [said]
    return [{name: said.get(name) for name in ("estimate", "low", "high", "samples", "population",
                                               "threads", "seconds")}]


def published(definition, size):
    """The number of solutions, or None."""
    text = definition.get("solutions", {}).get(str(size))
    return int(text) if text else None


def half_width(run):
    """Of the interval, as a part of the estimate."""
    return (run["high"] - run["low"]) / (2 * run["estimate"])


def table(definition, raw):
    columns = [Column("N"), Column("time", "seconds"), Column("runs", "number"),
               Column("number in the interval"), Column("error", "percent"),
               Column("mean of the estimates"), Column("published")]
    rows = []
    contained = of = 0
    for (size, limit), runs in grouped(raw.runs, *BY).items():
        done = [run for run in runs if run.get("low") is not None]
        solutions = published(definition, size)
        hits = None
        if solutions is not None:
            inside = sum(run["low"] <= solutions <= run["high"] for run in done)
            contained, of = contained + inside, of + len(runs)
            hits = f"{inside} of {len(runs)}"
        mean = f"{statistics.mean(run['estimate'] for run in done):.5g}" if done else None
        rows.append([str(size), one(limit), len(runs), hits,
                     Value.of([half_width(run) for run in done]) if done else None, mean,
                     f"{solutions:.5g}" if solutions is not None else None])
    if of:
        rows.append(["all", None, of, f"{contained} of {of}", None, None, None])
    return Table(columns, rows)


def points(raw):
    return {f"N = {size}, {limit} s": [half_width(run) for run in runs
                                       if run.get("low") is not None]
            for (size, limit), runs in grouped(raw.runs, *BY).items()}
