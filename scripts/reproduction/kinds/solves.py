"""`nqueens solve`, every size of every series with several seeds: what the program reports of the
search. Its first column of time is the search alone, `verify_seconds` the verification."""

from ..tables import Column, Table
from ..values import Value, grouped, medians, seconds_of, threads_text
from .series import published, rounds, series_cases

REQUIRED = {"sizes", "seeds", "series", "columns"}
OPTIONAL = {"source", "time_limit", "goal_seconds", "moved_bytes_per_queen"}
NOT_RANDOM = ("explicit", "max-free")
BY = ("algorithm", "threads", "board_size")
COLUMNS = {
    "initial_conflicts": Column("initial conflicts", "number"),
    "seconds": Column("time", "seconds"),
    "verify_seconds": Column("verification", "seconds"),
    "moves": Column("iterations", "number"),
    "exchanges": Column("exchanges", "number"),
    "restarts": Column("restarts", "number"),
    "evaluations": Column("evaluations", "number"),
    "memory_bytes": Column("memory", "bytes"),
    "moved_bytes": Column("bytes moved", "bytes"),
}


def cases(definition, processors):
    return rounds(series_cases(definition, "algorithm", processors), "seed", definition["seeds"])


def measure(program, definition, case, _folder):
    limit = ["--time-limit", definition["time_limit"]] if "time_limit" in definition else []
    seed = [] if case["algorithm"] in NOT_RANDOM else ["--seed", case["seed"]]
    said, _ = program.measured(
        "solve", case["board_size"], "--algorithm", case["algorithm"], "--threads", case["threads"],
        *seed, "--stats", "--format", "npy", "--output", "/dev/null", *limit)
    if "statistics" not in said:
        return [said]
    known = said["statistics"] | {
        "memory_bytes": said["memory_bytes"],
        "moved_bytes": round(definition.get("moved_bytes_per_queen", 0) * case["board_size"]),
        "seconds": round(said["seconds"] - said["statistics"]["verify_seconds"], 9)}
    return [{name: known[name] for name in definition["columns"]}]


def _missing(definition, runs):
    if any("too_large" in run for run in runs):
        return "not enough memory"
    done = sum("seconds" in run for run in runs)
    return f"{done} of {len(runs)} within {definition.get('time_limit')} s"


def table(definition, raw):
    many = len({run["threads"] for run in raw.runs}) > 1
    columns = [Column("algorithm")] + ([Column("threads", "number", threads_text)] if many else [])
    columns += [Column("N", "number")] + [COLUMNS[name] for name in definition["columns"]]
    columns += [Column("published")] if "source" in definition else []
    rows = []
    for (algorithm, threads, size), runs in grouped(raw.runs, *BY).items():
        row = [algorithm] + ([threads] if many else []) + [size]
        is_done = all("seconds" in run for run in runs)
        for name in definition["columns"]:
            if is_done:
                row.append(Value.of([run[name] for run in runs]))
            else:  # a median of those that were fast enough would deceive
                row.append(_missing(definition, runs) if name == "seconds" else None)
        if "source" in definition:
            source = published(definition, runs[0])
            row.append(source["says"] if source else None)
        rows.append(row)
    order = [series["algorithm"] for series in definition["series"]]
    rows.sort(key=lambda row: (order.index(row[0]), row[1:2 + many]))
    return Table(columns, rows, group=1 + many)


def _figure(definition, raw, name, title):
    from .. import drawing
    figure, axes = drawing.axes("N, queens", title)
    cells = medians(raw, BY, name)
    methods = list(dict.fromkeys(key[0] for key in cells))
    many = len({key[1] for key in cells}) > 1
    for method, threads in dict.fromkeys(key[:2] for key in cells):
        line = sorted((key[2], value) for key, value in cells.items() if key[:2] == (method, threads))
        label = f"{method}, {threads_text(threads)}" if many else method
        drawing.plot(axes, methods.index(method), label, line, dashed=threads > 1)
    if name == "seconds":
        drawing.seconds_axis(axes)
        for source in definition.get("source", []):
            place = methods.index(source["algorithm"]) if source["algorithm"] in methods else 7
            drawing.mark(axes, source["board_size"], source["seconds"],
                         f"{source['algorithm']}, published", place)
        if "goal_seconds" in definition:
            drawing.goal(axes, definition["goal_seconds"])
    else:
        drawing.numbers_axis(axes)
    drawing.legend(axes)
    return figure


def figures(definition, raw):
    yield raw.table, "Time", _figure(definition, raw, "seconds", "time, median and range")
    for name, short in (("initial_conflicts", "conflicts"), ("evaluations", "iterations")):
        if name in definition["columns"]:
            shown = "moves" if name == "evaluations" else name
            title = COLUMNS[shown].title
            yield (f"{raw.table}-{short}", title.capitalize(),
                   _figure(definition, raw, shown, f"{title}, median and range"))


def points(raw):
    return seconds_of(raw, BY, lambda algorithm, threads, size:
                      f"{algorithm}, {threads_text(threads)}, N = {size:,}")
