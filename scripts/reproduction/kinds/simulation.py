"""Counts on clusters by bench/simulate_cluster.py: predicted seconds of all tasks as measure_tasks
lists them, scattered as those of the newest raw figures of single tasks."""

import csv
import subprocess
import sys

from .. import Failed
from ..tables import Column, Table
from ..values import one

REQUIRED = {"board", "cores", "uneven"}
WAYS = {"shards": "shards", "array": "job array", "ranges": "nqueens-mpi"}


def cases(definition, _processors):
    return [{"board_size": board["size"], "depths": board["depths"]}
            for board in definition["board"]]


def measure(program, definition, case, folder):
    from ..program import ROOT
    from ..raw import read_newest
    (tasks,) = read_newest(folder.parents[1], ["tasks"])
    listed = program.run(case["board_size"], *case["depths"], name="measure_tasks")[0]
    measured = tasks.folder / "tasks" / f"{case['board_size']}.csv"
    words = ["--cores", ",".join(map(str, definition["cores"])),
             "--uneven", ",".join(map(str, definition["uneven"])), measured, "-"]
    done = subprocess.run([sys.executable, ROOT / "bench" / "simulate_cluster.py", *words],
                          input=listed, capture_output=True, check=False)
    if done.returncode:
        raise Failed(f"simulate_cluster.py ended with {done.returncode}: "
                     f"{done.stderr.decode(errors='replace').strip()[-500:]}")
    runs = {}
    for row in csv.DictReader(done.stdout.decode().splitlines()):
        number = {name: int(row[name]) for name in ("depth", "tasks", "cores")}
        run = runs.setdefault(tuple(number.values()), number | {"at_best": float(row["at_best"])})
        # For each unevenness, in the order of the definition.
        run.setdefault(row["way"], []).append(float(row["seconds"]))
    return list(runs.values())


def table(definition, raw):
    columns = [Column("N", "number"), Column("depth", "number"), Column("tasks", "number"),
               Column("cores", "number"), Column("at best", "seconds")]
    columns += [Column(WAYS[way] + (f", {100 * uneven:g} %" if uneven else ""), "rate")
                for uneven in definition["uneven"] for way in WAYS]
    rows = []
    for run in sorted(raw.runs, key=lambda run: (run["board_size"], run["cores"], run["depth"])):
        rows.append([run["board_size"], run["depth"], run["tasks"], run["cores"],
                     one(run["at_best"])]
                    + [one(run["at_best"] / run[way][place]) if way in run else None
                       for place in range(len(definition["uneven"])) for way in WAYS])
    return Table(columns, rows)


def best(raw):
    """For each board and number of cores, at best and by each way with the depth that is best."""
    columns = [Column("N", "number"), Column("cores", "number"), Column("at best", "seconds")]
    for name in WAYS.values():
        columns += [Column(f"`--depth` for {name}", "number"), Column("time", "seconds"),
                    Column("efficiency", "rate")]
    rows = {}
    for run in raw.runs:
        rows.setdefault((run["board_size"], run["cores"]), []).append(run)
    cells = []
    for key, runs in sorted(rows.items()):
        row = [*key, one(runs[0]["at_best"])]
        for way in WAYS:
            run = min((run for run in runs if way in run), key=lambda run: run[way][0])
            row += [run["depth"], one(run[way][0]), one(run["at_best"] / run[way][0])]
        cells.append(row)
    return Table(columns, cells)


def points(raw):
    return {f"N = {run['board_size']}, depth {run['depth']}, {run['cores']:,} cores, {WAYS[way]}":
            run[way] for run in raw.runs for way in WAYS if way in run}
