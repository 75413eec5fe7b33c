"""What was tried to break the program, and how often: tests/crash/break_test.py, a run for each seed.
A run that finds a wrong total, a crash or more than one line of error has no figures and fails."""

import json
import os
import pathlib
import subprocess
import sys
import tempfile

from .. import Failed
from ..program import ROOT
from ..tables import Column, Table

REQUIRED = {"seeds", "seconds", "kills"}
TEST = ROOT / "tests" / "crash" / "break_test.py"


def cases(definition, _processors):
    return [{"seed": seed} for seed in range(1, definition["seeds"] + 1)]


def measure(program, definition, case, _folder):
    with tempfile.TemporaryDirectory() as temporary:
        figures = pathlib.Path(temporary) / "figures"
        settings = {"NQUEENS": program.path("nqueens"),
                    "NQUEENS_PLANT_RECORD": program.path("nqueens_plant_record"),
                    "NQUEENS_MPI": program.path("nqueens-mpi"),
                    "NQUEENS_BREAK_SECONDS": definition["seconds"],
                    "NQUEENS_BREAK_KILLS": definition["kills"],
                    "NQUEENS_BREAK_SEED": case["seed"], "NQUEENS_BREAK_FIGURES": figures}
        done = subprocess.run([sys.executable, TEST], stdin=subprocess.DEVNULL, capture_output=True,
                              env=os.environ | {key: str(value) for key, value in settings.items()},
                              text=True, check=False)
        if done.returncode:
            raise Failed(f"{TEST.name}: {done.stderr.strip()[-500:]}")
        return [json.loads(figures.read_text(encoding="utf-8"))]


def sums(raw):
    """How often each thing was done, over all runs."""
    did = {}
    for run in raw.runs:
        for name, number in run["did"].items():
            did[name] = did.get(name, 0) + number
    return did


def table(_definition, raw):
    columns = [Column("tried"), Column("times", "number")]
    return Table(columns, sorted(sums(raw).items()))
