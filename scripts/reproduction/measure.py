"""Runs the program as a definition says and keeps what it printed: the raw figures. Interprets
nothing; what is measured is on the program's side of the pipe."""

import base64
import datetime
import json
import os
import pathlib
import subprocess
import tempfile
import time

from .definitions import thread_numbers
from .raw import SCHEMA_VERSION

STOPPED = 75  # by its time limit
REFUSED = 2
# Not of interest, large, or the same in every run: the head of the raw file has them.
LEFT_OUT = ("host", "build", "solutions_list", "columns", "schema_version", "output", "format")


class Failed(Exception):
    """The program did not do what it was asked for."""


class Program:
    def __init__(self, path, log):
        self.path = str(path)
        self.log = log
        self.info = self.record(["info", "--json"])
        self.processors = self.info["host"]["usable_processors"]

    def run(self, words, accepted=(0,)):
        """Standard output, exit code and seconds of one run."""
        environment = {name: value for name, value in os.environ.items()
                       if name != "NQUEENS_THREADS"}
        begin = time.perf_counter()
        done = subprocess.run([self.path, *words], stdin=subprocess.DEVNULL, capture_output=True,
                              env=environment, check=False)
        seconds = time.perf_counter() - begin
        said = done.stderr.decode(errors="replace").strip()[-500:]
        # A machine without the memory for the largest boards still has all other figures.
        is_too_large = done.returncode == REFUSED in accepted and "memory" in said
        if done.returncode not in accepted or done.returncode == REFUSED and not is_too_large:
            raise Failed(f"nqueens {' '.join(words)} ended with {done.returncode}: {said}")
        return done.stdout, done.returncode, seconds

    def record(self, words):
        return json.loads(self.run(words)[0])

    def measured(self, words, case):
        output, code, seconds = self.run([*words, "--json", "-q"], accepted=(0, STOPPED, REFUSED))
        run = {"case": case, "command": "nqueens " + " ".join(words),
               "process_seconds": round(seconds, 6)}
        if code != 0:
            run["stopped" if code == STOPPED else "too_large"] = True
            return run
        record = json.loads(output)
        if isinstance(record.get("solutions"), list):
            del record["solutions"]
        run["result"] = {name: value for name, value in record.items() if name not in LEFT_OUT}
        return run


def _cases(definition, name, processors):
    for series in definition["series"]:
        for size in definition["sizes"]:
            if not series.get("least", 0) <= size <= series.get("most", size):
                continue
            for threads in thread_numbers(series.get("threads", [1]), processors):
                yield {name: series[name], "board_size": size, "threads": threads}


def _rounds(program, rounds, cases):
    """Every case once in each round: whatever slows the machine for a while slows all alike."""
    for number in range(1, rounds + 1):
        program.log(f"round {number} of {rounds}, {len(cases)} runs each")
        for case in cases:
            yield number, case


def _solve(program, definition):
    limit = ["--time-limit", str(definition["time_limit"])] if "time_limit" in definition else []
    cases = list(_cases(definition, "algorithm", program.processors))
    for seed, case in _rounds(program, definition["seeds"], cases):
        words = ["solve", str(case["board_size"]), "--algorithm", case["algorithm"],
                 "--threads", str(case["threads"]), "--seed", str(seed), "--stats",
                 "--format", "binary", "--output", "/dev/null", *limit]
        yield program.measured(words, case | {"seed": seed})


def _count(program, definition):
    cases = list(_cases(definition, "engine", program.processors))
    for number, case in _rounds(program, definition["repetitions"], cases):
        words = ["count", str(case["board_size"]), "--engine", case["engine"],
                 "--threads", str(case["threads"]), "--check"]
        yield program.measured(words, case | {"repetition": number})


def _success(program, definition):
    for case in _cases(definition, "algorithm", program.processors):
        words = ["list", str(case["board_size"]), "--by", case["algorithm"],
                 "--restarts", str(definition["starts"]), "--threads", str(case["threads"]),
                 "--seed", "1"]
        yield program.measured(words, case)


def _scaling(program, definition):
    words = ["bench", "scaling", *definition["arguments"]]
    yield program.measured(words, {})


def _boards(program, definition):
    for board in definition["board"]:
        make = board["make"]
        command = "nqueens " + " ".join(make)
        output = program.run(make)[0]
        if "draw" in board:
            with tempfile.TemporaryDirectory() as folder:
                file = pathlib.Path(folder) / "placement"
                file.write_bytes(output)
                output = program.run(["draw", str(file), *board["draw"]])[0]
            command += " | nqueens draw - " + " ".join(board["draw"])
        is_png = output.startswith(b"\x89PNG")
        yield {"case": {"caption": board["caption"]}, "command": command,
               "result": {"media": "image/png" if is_png else "image/svg+xml",
                          "base64": base64.b64encode(output).decode()}}


KINDS = {"solve": _solve, "count": _count, "success": _success, "scaling": _scaling,
         "boards": _boards}


def measure(program, definition, commit, command, quick):
    """The raw figures of one table."""
    raw = {
        "schema_version": SCHEMA_VERSION,
        "table": definition["id"],
        "quick": quick,
        "date": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d %H:%M UTC"),
        "commit": commit,
        "command": command,
        "definition": definition,
        "info": {name: program.info[name] for name in ("host", "build")},
        "load_before": [round(load, 2) for load in os.getloadavg()],
    }
    begin = time.perf_counter()
    runs = list(KINDS[definition["kind"]](program, definition))
    raw["seconds"] = round(time.perf_counter() - begin, 1)
    raw["load_after"] = [round(load, 2) for load in os.getloadavg()]
    raw["runs"] = runs
    return raw
