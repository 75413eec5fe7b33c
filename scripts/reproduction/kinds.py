"""The kinds of tables, a class each, and the definitions of tables (results/tables.toml)."""

import csv
import json
import random
import statistics
import sys
import tempfile
import tomllib

from .measuring import STOPPED
from .raw import ROOT, Refused, read_newest
from .tables import Table, Value, grouped, medians, numbers, threads_text, wilson

COUNTED = ("engine", "threads", "board_size")
SOLVED = ("algorithm", "threads", "board_size")


def rounds(cases, name, number):
    """Every case once in each round: what slows the machine for a while slows all of them."""
    return [case | {name: i} for i in range(1, number + 1) for case in cases]


def thread_numbers(given, processors):
    """[1, "all"], or "powers": 1, 2, 4, ... and all."""
    if given == "powers":
        given = [2**i for i in range(processors.bit_length())] + ["all"]
    return sorted({processors if threads == "all" else threads for threads in given})


class Kind:
    method = None  # what the series of the definition name: engine or algorithm

    def __init__(self, definition):
        self.given = definition

    def cases(self, processors):
        """What is measured on a machine with this many processors, in order: small flat records."""
        cases = self.given.get("case", [{}])
        if self.method:
            cases = [{self.method: series[self.method], "board_size": size, "threads": threads}
                     for series in self.given["series"] for size in self.given["sizes"]
                     if series.get("min", 0) <= size <= series.get("max", size)
                     for threads in thread_numbers(series.get("threads", [1]), processors)]
        for name in ("repetition", "seed"):
            if f"{name}s" in self.given:
                cases = rounds(cases, name, self.given[f"{name}s"])
        return cases

    def measure(self, program, case, folder):
        """What is kept of a case beside the case itself: a record or a list of them."""
        raise NotImplementedError

    def table(self, raw):
        """The Table of raw figures; None where there is none."""

    def published(self, run):
        """What others published for this algorithm and board, or None."""
        for source in self.given.get("source", []):
            if all(source[name] == run[name] for name in ("algorithm", "board_size")):
                return source["says"]
        return None


class Counts(Kind):
    """Whole commands `nqueens count N`, every size of every series several times."""
    method = "engine"

    def measure(self, program, case, folder):
        said, seconds = program.measured("count", case["board_size"], "--engine", case["engine"],
                                         "--threads", case["threads"], "--check")
        if "solutions" not in said:
            return said
        return {"solutions": said["solutions"], "used": said["engine"], "seconds": seconds}

    def table(self, raw):
        cells = medians(raw, COUNTED)
        series = list(dict.fromkeys(key[:2] for key in cells))
        solutions = {run["board_size"]: run["solutions"] for run in raw.runs if "solutions" in run}
        columns = numbers("N", "solutions")
        columns += [(f"{engine}, {threads_text(threads)}", "seconds") for engine, threads in series]
        return Table(columns, [[size, int(solutions[size]), *(cells.get((*key, size))
                                                              for key in series)]
                               for size in sorted(solutions)])


class WholeBoards(Kind):
    """Large boards counted once, with a journal, so that the run may be stopped and started again.
    For boards in `keep` the complete journal stays in results/journals, and the given number of its
    tasks is counted again."""

    def cases(self, processors):
        return [{"board_size": size, "threads": processors} for size in self.given["sizes"]]

    def measure(self, program, case, folder):
        size, threads = case["board_size"], ["--threads", case["threads"]]
        # What a stopped run leaves lies beside the raw figures and is no result.
        journal = folder / f"unfinished-{size}.nqj"
        said, seconds = program.measured("count", size, *threads, "--check", "--journal", journal,
                                         "--resume")
        run = {"solutions": said["solutions"], "engine": said["engine"], "tasks": said["tasks"],
               "resumed": said["tasks_resumed"], "seconds": seconds}
        sample = self.given.get("keep", {}).get(str(size))
        if sample is not None:
            said = program.record("audit", journal, "--sample", sample, *threads)
            run |= {"audited": said["recounted"], "agreed": said["agreed"]}
            # Another release may have cut the board into other tasks: its journal is replaced.
            complete = folder.parents[1] / "journals" / f"{size}.nqj"
            complete.parent.mkdir(exist_ok=True)
            program.run("merge", journal, "--check", "--output", complete)
        journal.unlink()
        return run

    def table(self, raw):
        columns = [*numbers("N", "solutions"), ("engine", "text"), *numbers("threads"),
                   ("time", "seconds"), *numbers("tasks"), ("audited tasks", "text")]
        rows = []
        for run in sorted(raw.runs, key=lambda run: run["board_size"]):
            audit = f"{run['agreed']} of {run['audited']} agree" if "audited" in run else None
            rows.append([run["board_size"], int(run["solutions"]), run["engine"], run["threads"],
                         "resumed" if run.get("resumed") else run["seconds"], run["tasks"], audit])
        return Table(columns, rows)


class Solves(Kind):
    """`nqueens solve`, every size of every series with several seeds: what the program reports of
    the search. `seconds` are those of the search alone, `verify_seconds` of the verification."""
    method = "algorithm"
    not_random = ("explicit", "max-free")
    titles = {
        "initial_conflicts": ("initial conflicts", "number"), "seconds": ("time", "seconds"),
        "verify_seconds": ("verification", "seconds"), "moves": ("iterations", "number"),
        "exchanges": ("exchanges", "number"), "restarts": ("restarts", "number"),
        "evaluations": ("evaluations", "number"), "memory_bytes": ("memory", "bytes"),
        "moved_bytes": ("bytes moved", "bytes"),
    }

    def measure(self, program, case, folder):
        size, algorithm = case["board_size"], case["algorithm"]
        seed = [] if algorithm in self.not_random else ["--seed", case["seed"]]
        said, _ = program.measured(
            "solve", size, "--algorithm", algorithm, "--threads", case["threads"], *seed, "--stats",
            "--format", "npy", "--output", "/dev/null", "--time-limit", self.given["time_limit"])
        if "statistics" not in said:
            return said
        known = said["statistics"] | {
            "memory_bytes": said["memory_bytes"],
            "moved_bytes": round(self.given.get("moved_bytes_per_queen", 0) * size),
            "seconds": round(said["seconds"] - said["statistics"]["verify_seconds"], 9)}
        return {name: known[name] for name in self.given["columns"]}

    def cell(self, name, runs):
        """A median of those runs that were fast enough would deceive."""
        if all("seconds" in run for run in runs):
            return Value.of([run[name] for run in runs])
        if name != "seconds":
            return None
        if any("too_large" in run for run in runs):
            return "not enough memory"
        done = sum("seconds" in run for run in runs)
        return f"{done} of {len(runs)} within {self.given['time_limit']} s"

    def table(self, raw):
        names = self.given["columns"]
        has_threads = len({run["threads"] for run in raw.runs}) > 1
        has_source = "source" in self.given
        columns = [("algorithm", "text"), *numbers("threads")[:has_threads], *numbers("N"),
                   *(self.titles[name] for name in names), *[("published", "text")] * has_source]
        order = [series["algorithm"] for series in self.given["series"]]
        rows = []
        for (algorithm, threads, size), runs in sorted(
                grouped(raw.runs, *SOLVED).items(),
                key=lambda item: (order.index(item[0][0]), *item[0][1:])):
            rows.append([algorithm, *[threads] * has_threads, size,
                         *(self.cell(name, runs) for name in names),
                         *[self.published(runs[0])] * has_source])
        return Table(columns, rows)


class Scaling(Kind):
    """Strong and weak scaling over threads: `nqueens bench scaling`."""

    def measure(self, program, case, folder):
        return program.measured("bench", "scaling", *self.given["arguments"])[0]["rows"]

    def table(self, raw):
        names = ("scaling", "command", "method", "pinning")
        columns = [*((name, "text") for name in names), *numbers("N", "threads"), ("work", "text"),
                   ("time", "seconds"), ("speedup (weak: scaled speedup)", "ratio"),
                   ("efficiency", "rate")]
        rows = [[*(run[name] for name in names), run["board_size"], run["threads"],
                 f"{run['work']:.3g}x", Value.of(run["seconds"]), run["speedup"], run["efficiency"]]
                for run in raw.runs]
        return Table(columns, sorted(rows, key=lambda row: (*row[:2], row[3] == "cores", row[5])))


class Success(Kind):
    """How good starts are: `nqueens list N --by ALGORITHM`, the part of random starts that ends in
    a solution, and how many different solutions they find."""
    method = "algorithm"

    def measure(self, program, case, folder):
        said, _ = program.measured(
            "list", case["board_size"], "--by", case["algorithm"], "--starts",
            self.given["starts"], "--threads", case["threads"], "--seed", 1)
        return {"starts": said["starts"], "solved": said["solved"], "found": int(said["listed"]),
                "of": int(said["of"])}

    def table(self, raw):
        columns = [("algorithm", "text"), *numbers("N", "starts", "solved"), ("rate", "rate"),
                   *numbers("different solutions", "of all"), ("published", "text")]
        return Table(columns, [[run["algorithm"], run["board_size"], run["starts"], run["solved"],
                                wilson(run["solved"], run["starts"]), run["found"], run["of"],
                                self.published(run)] for run in raw.runs])


class Exclusions(Kind):
    """Random boards with excluded diagonals (problem 079 of CSPLib): `nqueens solve` completes them
    or shows that it is impossible. A seed draws from all diagonals and antidiagonals."""

    def cases(self, processors):
        boards = [{"board_size": size, "excluded": excluded, "threads": threads}
                  for size, excluded in self.given["boards"]
                  for threads in thread_numbers(self.given["threads"], processors)]
        return rounds(boards, "seed", self.given["seeds"])

    def measure(self, program, case, folder):
        size, seed = case["board_size"], case["seed"]
        lines = [f"d:{k}" for k in range(1 - size, size)] + [f"a:{k}" for k in range(2 * size - 1)]
        excluded = random.Random(seed).sample(lines, case["excluded"])
        _, code, seconds = program.run(
            "solve", size, "--exclude", ",".join(excluded), "--threads", case["threads"], "--seed",
            seed, "--time-limit", self.given["time_limit"], "--quiet", accepted=(0, 1, STOPPED))
        if code == STOPPED:
            return {"stopped": True}
        return {"completed": code == 0, "seconds": seconds}

    def table(self, raw):
        columns = numbers("N", "excluded", "threads", "boards", "completed", "no completion",
                          "not decided")
        columns += [("time, mean", "seconds"), ("median", "seconds"), ("longest", "seconds")]
        rows = []
        for key, runs in grouped(raw.runs, "board_size", "excluded", "threads").items():
            done = [run for run in runs if "seconds" in run]
            completed = sum(run["completed"] for run in done)
            times = [run["seconds"] for run in done]
            rows.append([*key, len(runs), completed, len(done) - completed, len(runs) - len(done),
                         *(of(times) if times else None
                           for of in (statistics.mean, statistics.median, max))])
        return Table(columns, rows)


class Estimates(Kind):
    """How good estimates are: `nqueens estimate N --time-limit S` with many seeds; how often the
    interval contains the published number, and how wide it is."""

    def cases(self, processors):
        return [case for series in self.given["series"]
                for case in rounds([{"board_size": size, "limit": series["seconds"]}
                                    for size in series["sizes"]], "seed", series["seeds"])]

    def measure(self, program, case, folder):
        said, _ = program.measured("estimate", case["board_size"], "--time-limit", case["limit"],
                                   "--seed", case["seed"])
        if "estimate" not in said:
            return said
        return {name: said.get(name) for name in
                ("estimate", "low", "high", "samples", "population", "threads", "seconds")}

    def table(self, raw):
        columns = [("N", "text"), ("time", "seconds"), ("runs", "number"),
                   ("number in the interval", "text"), ("error", "percent"),
                   ("mean of the estimates", "text"), ("published", "text")]
        rows = []
        contained = of = 0
        for (size, limit), runs in grouped(raw.runs, "board_size", "limit").items():
            row = [str(size), limit, len(runs), None, None, None, None]
            done = [run for run in runs if run.get("low") is not None]
            if done:
                row[4] = Value.of([(run["high"] - run["low"]) / (2 * run["estimate"])
                                   for run in done])
                row[5] = f"{statistics.mean(run['estimate'] for run in done):.5g}"
            if str(size) in self.given["solutions"]:
                solutions = int(self.given["solutions"][str(size)])
                inside = sum(run["low"] <= solutions <= run["high"] for run in done)
                contained, of = contained + inside, of + len(runs)
                row[3], row[6] = f"{inside} of {len(runs)}", f"{solutions:.5g}"
            rows.append(row)
        return Table(columns, [*rows, ["all", None, of, f"{contained} of {of}", None, None, None]])


class Tasks(Kind):
    """Single tasks beside what plans predict, by bench/measure_tasks: bench/simulate_cluster.py
    scatters times by them. The figures of each board are in tasks/N.csv beside the raw file."""

    def measure(self, program, case, folder):
        output = program.run(case["board_size"], *case["plans"], name="measure_tasks")[0]
        file = folder / "tasks" / f"{case['board_size']}.csv"
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(output)
        return {"file": f"tasks/{file.name}"}

    def table(self, raw):
        columns = [*numbers("N", "depth", "tasks", "measured"), ("time of a task", "seconds"),
                   ("time / predicted", "ratio"), ("spread", "rate"),
                   ("first in a process", "rate")]
        tasks = []
        for run in raw.runs:
            with open(raw.folder / run["file"], newline="", encoding="utf-8") as file:
                tasks += [{name: float(row[name]) for name in row} for row in csv.DictReader(file)]
        rows = []
        for key, plan in grouped(tasks, "board", "depth", "tasks").items():
            def total(name):  # each task stands for others of the plan
                return sum(task["stands_for"] * task[name] for task in plan)
            seconds, predicted = total("seconds"), total("predicted_seconds")
            pace = seconds / predicted
            variance = sum(task["stands_for"] * task["predicted_seconds"] * (
                task["seconds"] / task["predicted_seconds"] - pace)**2 for task in plan) / predicted
            rows.append([*key, len(plan), seconds / sum(task["stands_for"] for task in plan), pace,
                         variance**0.5 / pace, total("first_seconds") / seconds - 1])
        return Table(columns, rows)


class Simulation(Kind):
    """Counts on clusters by bench/simulate_cluster.py: predicted seconds of all tasks, as
    measure_tasks lists them, scattered as those of the newest raw figures of single tasks."""
    ways = {"shards": "shards", "array": "job array", "ranges": "nqueens-mpi"}

    def measure(self, program, case, folder):
        tasks = read_newest(folder.parents[1], {"tasks": {}})["tasks"].folder / "tasks"
        listed = program.run(case["board_size"], *case["depths"], name="measure_tasks")[0]
        words = [word for name in ("cores", "uneven")
                 for word in (f"--{name}", ",".join(map(str, self.given[name])))]
        output = program.run(ROOT / "bench" / "simulate_cluster.py", *words,
                             tasks / f"{case['board_size']}.csv", "-", name=sys.executable,
                             given=listed)[0]
        runs = {}
        for row in csv.DictReader(output.decode().splitlines()):
            run = {name: int(row[name]) for name in ("depth", "tasks", "cores")}
            run = runs.setdefault(tuple(run.values()), run | {"at_best": float(row["at_best"])})
            # For each unevenness, in the order of the definition.
            run.setdefault(row["way"], []).append(float(row["seconds"]))
        return list(runs.values())

    def table(self, raw):
        columns = [*numbers("N", "depth", "tasks", "cores"), ("at best", "seconds")]
        columns += [(name + (f", {100 * uneven:g} %" if uneven else ""), "rate")
                    for uneven in self.given["uneven"] for name in self.ways.values()]
        rows = []
        for run in raw.runs:
            rows.append([run[name] for name in ("board_size", "depth", "tasks", "cores", "at_best")]
                        + [run["at_best"] / run[way][place] if way in run else None
                           for place in range(len(self.given["uneven"])) for way in self.ways])
        return Table(columns, sorted(rows, key=lambda row: (row[0], row[3], row[1])))


class Breaks(Kind):
    """What was tried to break the program, and how often: tests/crash/break_test.py, a run for each
    seed. A run that finds a wrong total, a crash or more than one line of error fails."""
    programs = {"NQUEENS": "nqueens", "NQUEENS_PLANT_RECORD": "nqueens_plant_record",
                "NQUEENS_MPI": "nqueens-mpi"}

    def measure(self, program, case, folder):
        with tempfile.NamedTemporaryFile("r", encoding="utf-8") as figures:
            settings = {setting: program.folder / name for setting, name in self.programs.items()
                        if (program.folder / name).exists()}
            settings |= {"NQUEENS_BREAK_SECONDS": self.given["seconds"],
                         "NQUEENS_BREAK_KILLS": self.given["kills"],
                         "NQUEENS_BREAK_SEED": case["seed"], "NQUEENS_BREAK_FIGURES": figures.name}
            program.run(ROOT / "tests" / "crash" / "break_test.py", name=sys.executable,
                        settings={key: str(value) for key, value in settings.items()})
            return json.load(figures)

    @staticmethod
    def sums(raw):
        """How often each thing was done, over all runs."""
        names = sorted({name for run in raw.runs for name in run["did"]})
        return {name: sum(run["did"].get(name, 0) for run in raw.runs) for name in names}

    def table(self, raw):
        return Table([("tried", "text"), ("times", "number")], list(self.sums(raw).items()))


class Pictures(Kind):
    """Boards and tours, drawn by the program into results/pictures."""

    def measure(self, program, case, folder):
        command = " ".join(["nqueens", *case["make"]])
        output = program.run(*case["make"])[0]
        if "draw" in case:
            command += " ".join([" | nqueens draw -", *case["draw"]])
            output = program.run("draw", "-", *case["draw"], given=output)[0]
        file = folder.parents[1] / "pictures" / case["file"]
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(output)
        return {"command": command}


KINDS = {"counts": Counts, "whole-boards": WholeBoards, "solves": Solves, "scaling": Scaling,
         "success": Success, "exclusions": Exclusions, "estimates": Estimates, "tasks": Tasks,
         "simulation": Simulation, "breaks": Breaks, "pictures": Pictures}


def read_definitions(path, quick=False):
    """Table -> its definition, in the order of the file; of the quick run where asked for."""
    try:
        with open(path, "rb") as file:
            tables = tomllib.load(file)["table"]
    except (OSError, tomllib.TOMLDecodeError, KeyError) as error:
        raise Refused(f"cannot read the tables of {path}: {error!r}") from error
    for table in tables:
        quick_entries = table.pop("quick", {})
        table |= quick_entries if quick else {}
        if not {"id", "title", "note"} <= table.keys() or table.get("kind") not in KINDS:
            raise Refused(f"a table of {path} needs id, title, note and a kind: {', '.join(KINDS)}")
        try:
            KINDS[table["kind"]](table).cases(processors=1)
        except KeyError as error:
            raise Refused(f"table {table['id']} of {path} lacks {error}") from error
    return {table["id"]: table for table in tables}
