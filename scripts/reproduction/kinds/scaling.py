"""Strong and weak scaling over threads: `nqueens bench scaling`."""

from ..tables import Column, Table
from ..values import Value, one, threads_text

REQUIRED = {"arguments"}
KEPT = ("scaling", "command", "method", "board_size", "pinning", "threads", "threads_used", "work",
        "seconds", "speedup", "efficiency")
SPEEDUP = {"strong": "speedup", "weak": "scaled speedup"}


def cases(_definition, _processors):
    return [{}]


def measure(program, definition, _case, _folder):
    said, _ = program.measured("bench", "scaling", *definition["arguments"])
    return [{name: row[name] for name in KEPT} for row in said["rows"]]


def table(_definition, raw):
    columns = [Column("scaling"), Column("command"), Column("method"),
               Column("pinning", heading="pinning {}".format), Column("N", "number"),
               Column("threads", "number"), Column("work"), Column("time", "seconds"),
               Column("speedup (weak: scaled speedup)", "ratio"), Column("efficiency", "rate")]
    rows = [[run["scaling"], run["command"], run["method"], run["pinning"], run["board_size"],
             run["threads"], f"{run['work']:.3g}x", Value.of(run["seconds"]), one(run["speedup"]),
             one(run["efficiency"])] for run in raw.runs]
    rows.sort(key=lambda row: (row[0], row[1], row[3] == "cores", row[5]))
    return Table(columns, rows, group=4)


def _figure(raw, scaling):
    from .. import drawing
    runs = [run for run in raw.runs if run["scaling"] == scaling]
    figure, axes = drawing.axes("threads", f"{scaling} scaling: {SPEEDUP[scaling]}", log_y=False)
    threads = sorted({run["threads"] for run in runs})
    drawing.threads_axis(axes, threads)
    lines = sorted({(run["command"], run["pinning"] == "cores", run["pinning"]) for run in runs})
    for place, (command, is_pinned, pinning) in enumerate(lines):
        line = [(run["threads"], one(run["speedup"])) for run in runs
                if (run["command"], run["pinning"]) == (command, pinning)]
        bound = {"none": "not pinned", "auto": "by node", "cores": "pinned"}[pinning]
        drawing.plot(axes, place, f"{command}, {bound}", line, dashed=is_pinned)
    drawing.ideal_speedup(axes, threads)
    drawing.legend(axes)
    return figure


def figures(_definition, raw):
    if len({run["threads"] for run in raw.runs}) < 3:
        return  # two points show no more than the table
    for scaling in ("strong", "weak"):
        yield f"{raw.table}-{scaling}", f"{scaling} scaling: {SPEEDUP[scaling]}", _figure(raw, scaling)


def points(raw):
    return {f"{run['scaling']} {run['command']}, {threads_text(run['threads'])}, pinning "
            f"{run['pinning']}, N = {run['board_size']:,}": run["seconds"] for run in raw.runs}
