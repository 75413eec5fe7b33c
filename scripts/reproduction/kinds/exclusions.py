"""Random boards with excluded diagonals (problem 079 of CSPLib): `nqueens solve` completes each, or
shows that it has no completion. Seed s draws d of the 2 (2 N - 1) diagonals and antidiagonals."""

import random
import statistics

from ..program import STOPPED
from ..tables import Column, Table
from ..values import grouped, one, seconds_of, threads_text
from .series import rounds, thread_numbers

REQUIRED = {"boards", "threads", "seeds", "time_limit"}
BY = ("board_size", "excluded", "threads")
COMPLETED, NONE = 0, 1  # exit codes


def cases(definition, processors):
    one = [{"board_size": size, "excluded": excluded, "threads": threads}
           for size, excluded in definition["boards"]
           for threads in thread_numbers(definition["threads"], processors)]
    return rounds(one, "seed", definition["seeds"])


def excluded_diagonals(size, number, seed):
    lines = [f"d:{k}" for k in range(1 - size, size)] + [f"a:{k}" for k in range(2 * size - 1)]
    return random.Random(seed).sample(lines, number)


def measure(program, definition, case, _folder):
    lines = excluded_diagonals(case["board_size"], case["excluded"], case["seed"])
    _, code, seconds = program.run(
        "solve", case["board_size"], "--exclude", ",".join(lines), "--threads", case["threads"],
        "--seed", case["seed"], "--time-limit", definition["time_limit"], "--quiet",
        accepted=(COMPLETED, NONE, STOPPED))
    if code == STOPPED:
        return [{"stopped": True}]
    return [{"completed": code == COMPLETED, "seconds": round(seconds, 6)}]


def table(definition, raw):
    columns = [Column("N", "number"), Column("excluded", "number"), Column("threads", "number"),
               Column("boards", "number"), Column("completed", "number"),
               Column("no completion", "number"), Column("not decided", "number"),
               Column("time, mean", "seconds"), Column("median", "seconds"),
               Column("longest", "seconds")]
    rows = []
    for (size, excluded, threads), runs in grouped(raw.runs, *BY).items():
        done = [run for run in runs if "seconds" in run]
        completed = sum(run["completed"] for run in done)
        times = [run["seconds"] for run in done]
        means = [one(statistics.mean(times)), one(statistics.median(times)),
                 one(max(times))] if times else [None] * 3
        rows.append([size, excluded, threads, len(runs), completed, len(done) - completed,
                     len(runs) - len(done)] + means)
    return Table(columns, rows)


def points(raw):
    return seconds_of(raw, BY, lambda size, excluded, threads:
                      f"N = {size}, {excluded} excluded, {threads_text(threads)}")
