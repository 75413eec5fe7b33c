"""Single tasks beside what plans predict, by bench/measure_tasks: what bench/simulate_cluster.py
scatters times by. The figures of each board are in tasks/N.csv beside the raw file."""

import csv

from ..tables import Column, Table
from ..values import one

REQUIRED = {"board"}


def cases(definition, _processors):
    return [{"board_size": board["size"], "plans": board["plans"]} for board in definition["board"]]


def measure(program, _definition, case, folder):
    output = program.run(case["board_size"], *case["plans"], name="measure_tasks")[0]
    (folder / "tasks").mkdir(exist_ok=True)
    (folder / "tasks" / f"{case['board_size']}.csv").write_bytes(output)
    return [{"file": f"tasks/{case['board_size']}.csv"}]


def _plans(raw):
    """(board, depth) -> rows of numbers."""
    plans = {}
    for run in raw.runs:
        with open(raw.folder / run["file"], newline="", encoding="utf-8") as file:
            for row in csv.DictReader(file):
                plans.setdefault((int(row["board"]), int(row["depth"])), []).append(
                    {name: float(row[name]) for name in row})
    return plans


def table(_definition, raw):
    columns = [Column("N", "number"), Column("depth", "number"), Column("tasks", "number"),
               Column("measured", "number"), Column("time of a task", "seconds"),
               Column("time / predicted", "ratio"), Column("spread", "rate"),
               Column("first in a process", "rate")]
    rows = []
    for (board, depth), tasks in _plans(raw).items():
        def total(value):  # each task stands for others of the plan
            return sum(task["stands_for"] * value(task) for task in tasks)
        seconds = total(lambda task: task["seconds"])
        predicted = total(lambda task: task["predicted_seconds"])
        pace = seconds / predicted
        variance = total(lambda task: task["predicted_seconds"] * (
            task["seconds"] / task["predicted_seconds"] - pace)**2) / predicted
        rows.append([board, depth, int(tasks[0]["tasks"]), len(tasks),
                     one(seconds / total(lambda _: 1)), one(pace), one(variance**0.5 / pace),
                     one(total(lambda task: task["first_seconds"]) / seconds - 1)])
    return Table(columns, rows)


def points(raw):
    return {f"N = {board}, depth {depth}": [task["seconds"] for task in tasks]
            for (board, depth), tasks in _plans(raw).items()}
