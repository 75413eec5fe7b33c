"""How good starts are: `nqueens list N --by ALGORITHM`, the part of random starts that ends in a
solution, and how many different solutions they find."""

from ..tables import Column, Table
from ..values import wilson
from .series import published, series_cases

REQUIRED = {"sizes", "starts", "series"}
OPTIONAL = {"source"}


def cases(definition, processors):
    return series_cases(definition, "algorithm", processors)


def measure(program, definition, case, _folder):
    said, _ = program.measured("list", case["board_size"], "--by", case["algorithm"], "--restarts",
                               definition["starts"], "--threads", case["threads"], "--seed", 1)
    return [{"starts": said["starts"], "solved": said["solved"], "found": int(said["listed"]),
             "of": int(said["of"])}]


def table(definition, raw):
    columns = [Column("algorithm"), Column("N", "number"), Column("starts", "number"),
               Column("solved", "number"), Column("rate", "rate"),
               Column("different solutions", "number"), Column("of all", "number"),
               Column("published")]
    rows = []
    for run in raw.runs:
        source = published(definition, run)
        rows.append([run["algorithm"], run["board_size"], run["starts"], run["solved"],
                     wilson(run["solved"], run["starts"]), run["found"], run["of"],
                     source["says"] if source else None])
    return Table(columns, rows, group=1)


def figures(definition, raw):
    from .. import drawing
    figure, axes = drawing.axes("N", "starts that end in a solution, 95 % interval", log_x=False,
                                log_y=False)
    for place, algorithm in enumerate(dict.fromkeys(run["algorithm"] for run in raw.runs)):
        line = [(run["board_size"], wilson(run["solved"], run["starts"])) for run in raw.runs
                if run["algorithm"] == algorithm]
        drawing.plot(axes, place, algorithm, line)
    for source in definition.get("source", []):
        drawing.mark(axes, source["board_size"], source["rate"],
                     f"{source['algorithm']}, published")
    drawing.percent_axis(axes)
    drawing.legend(axes)
    yield raw.table, "Success rate", figure


def points(raw):
    return {f"{run['algorithm']}, N = {run['board_size']}": [run["solved"] / run["starts"]]
            for run in raw.runs}
