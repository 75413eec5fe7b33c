"""Whole commands `nqueens count N`, every size of every series several times."""

from ..tables import Column, Table
from ..values import medians, seconds_of, threads_text
from .series import rounds, series_cases

REQUIRED = {"sizes", "repetitions", "series"}
OPTIONAL = {"peer", "peers_measured"}
PEER = {"program", "method", "commit", "command", "seconds"}
BY = ("engine", "threads", "board_size")


def cases(definition, processors):
    return rounds(series_cases(definition, "engine", processors), "repetition",
                  definition["repetitions"])


def measure(program, _definition, case, _folder):
    said, seconds = program.measured("count", case["board_size"], "--engine", case["engine"],
                                     "--threads", case["threads"], "--check")
    if "solutions" not in said:
        return [said]
    return [{"solutions": said["solutions"], "used": said["engine"], "seconds": seconds}]


def table(_definition, raw):
    cells = medians(raw, BY)
    series = list(dict.fromkeys(key[:2] for key in cells))
    solutions = {run["board_size"]: run["solutions"] for run in raw.runs if "solutions" in run}
    columns = [Column("N", "number"), Column("solutions", "number")]
    columns += [Column(f"{engine}, {threads_text(threads)}", "seconds")
                for engine, threads in series]
    return Table(columns, [[size, int(solutions[size])] + [cells.get((*key, size))
                                                           for key in series]
                           for size in sorted(solutions)])


def figures(_definition, raw):
    from .. import drawing
    figure, axes = drawing.axes("N", "time of the command, median and range", log_x=False)
    cells = medians(raw, BY)
    engines = list(dict.fromkeys(key[0] for key in cells))
    # Of a large machine only one thread and all of them: more lines could not be told apart.
    largest = max(key[1] for key in cells)
    for engine, threads in dict.fromkeys(key[:2] for key in cells):
        if threads in (1, largest):
            line = sorted((key[2], value) for key, value in cells.items()
                          if key[:2] == (engine, threads))
            drawing.plot(axes, engines.index(engine), f"{engine}, {threads_text(threads)}", line,
                         dashed=threads > 1)
    drawing.seconds_axis(axes)
    drawing.whole_numbers(axes)
    drawing.legend(axes)
    yield raw.table, "Time", figure


def points(raw):
    return seconds_of(raw, BY, lambda engine, threads, size:
                      f"{engine}, {threads_text(threads)}, N = {size}")
