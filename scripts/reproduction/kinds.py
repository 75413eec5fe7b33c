"""The kinds of tables, a class each, and the definitions of tables in results/tables.toml."""

import csv
import heapq
import json
import math
import random
import re
import shlex
import statistics
import sys
import tempfile
import tomllib
from collections import Counter

from .measuring import STOPPED
from .raw import ROOT, Failed, Refused, read_newest
from .simulate_cluster import simulate
from .tables import NBSP, Table, Value, columns, grouped, medians, power_of_ten, threads_text, wilson

# Of N = 0 to 27, as published: OEIS A000170.
SOLUTIONS = (
    1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2_680, 14_200, 73_712, 365_596, 2_279_184, 14_772_512,
    95_815_104, 666_090_624, 4_968_057_848, 39_029_188_884, 314_666_222_712, 2_691_008_701_644,
    24_233_937_684_440, 227_514_171_973_736, 2_207_893_435_808_352, 22_317_699_616_364_044,
    234_907_967_154_122_528)
COUNTED = ("engine", "threads", "board_size")
SOLVED = ("algorithm", "threads", "board_size")
UNTIMED = ("success", "steps", "simulation", "breaks", "pictures")  # kinds for which load does not matter


def rounds(cases, name, number):
    """Every case once in each round: what slows the machine for a while slows all of them."""
    return [case | {name: i} for i in range(1, number + 1) for case in cases]


def thread_numbers(given, processors):
    """[1, "all"], or "powers": 1, 2, 4, ... and all."""
    powers = [2**i for i in range(processors.bit_length())] + ["all"]
    return sorted({processors if threads == "all" else threads
                   for threads in (powers if given == "powers" else given)})


class Kind:
    """`cases` of a machine with this many processors are small flat records. `measure` runs one and
    gives what is kept beside the case itself, a record or a list of them. `rows` are those of a
    table of the columns given."""
    method = None  # what the series of the definition name: engine or algorithm
    rows = None

    def __init__(self, definition):
        self.given = definition

    def table(self, raw):
        """The Table of raw figures; None where there is none."""
        return Table(columns(self.given["columns"]), list(self.rows(raw))) if self.rows else None

    def cases(self, processors):
        given = self.given
        if self.method:
            cases = [{self.method: series[self.method], "board_size": size, "threads": threads}
                     for series in given["series"] for size in given["sizes"]
                     if series.get("min", 0) <= size <= series.get("max", size)
                     for threads in thread_numbers(series.get("threads", [1]), processors)]
        else:
            cases = [{"board_size": size} for size in given.get("sizes", [])] + given.get("case", [])
        if "threads" in given:
            cases = [case | {"threads": threads} for case in cases
                     for threads in thread_numbers(given["threads"], processors)]
        for name in ("repetition", "seed"):
            if f"{name}s" in given:
                cases = rounds(cases or [{}], name, given[f"{name}s"])
        return cases


class Counts(Kind):
    """Whole commands `nqueens count N`."""
    method = "engine"

    def measure(self, program, case, folder):
        said, seconds = program.measured("count", case["board_size"], "--engine", case["engine"],
                                         "--threads", case["threads"], "--check")
        return said if "solutions" not in said else {
            "solutions": said["solutions"], "used": said["engine"], "seconds": seconds}

    def table(self, raw):
        cells = medians(raw, COUNTED)
        series = dict.fromkeys(key[:2] for key in cells)
        solutions = {run["board_size"]: int(run["solutions"])
                     for run in raw.runs if "solutions" in run}
        return Table(columns("number N|number solutions") + [
            (f"{engine}, {threads_text(threads)}", "seconds") for engine, threads in series],
            [[size, number, *(cells.get((*key, size)) for key in series)]
             for size, number in sorted(solutions.items())])


class Peers(Kind):
    """Other programs that count. Each `peer` is built anew for each board size, in a copy of the commit
    of its repository, of the `files` that it needs (all, if none is named), and is run in the folder
    `where`; N is the board size, at most `max`."""
    def cases(self, processors):
        return [{"program": peer["program"], "board_size": size}
                for peer in self.given["peer"] for size in self.given["sizes"]
                if size <= peer["max"]]

    def measure(self, program, case, folder):
        peer = next(it for it in self.given["peer"] if it["program"] == case["program"])
        build, command = (re.sub(r"\bN\b", str(case["board_size"]), peer[name])
                          for name in ("build", "run"))
        clone = shlex.quote(str(program.peers / peer["repository"].split("/")[1]))
        archive = f"git -C {clone} archive {peer['commit']} {peer.get('files', '')}"
        with tempfile.TemporaryDirectory(prefix="nqueens-peer-") as copy:
            where = shlex.quote(f"{copy}/{peer.get('where', '')}")
            unpack = f"{archive} | tar --extract --directory {shlex.quote(copy)}"
            program.run("-ec", f"{unpack}; cd {where}; {build}", name="/bin/bash")
            runs = []
            while len(runs) < 3 and not (runs and runs[0]["seconds"] > 10):
                said, _, seconds = program.run("-c", f"cd {where}; {command}", name="/bin/bash")
                runs.append({"seconds": seconds})
        solutions = str(SOLUTIONS[case["board_size"]])
        if solutions not in re.findall(r"\d+", re.sub(r"(?<=\d)[,.'](?=\d{3})", "", said.decode())):
            raise Failed(f"{peer['program']} did not print {solutions}: {said.decode()[-500:]}")
        return runs

    def programs(self, raw):
        """Name, method, and board size -> the shortest time; the fastest first, by the largest board
        that more than half of the programs have."""
        cells = medians(raw, ("program", "board_size"))
        programs = [(peer["program"], peer["method"],
                     {size: Value.of([value.low]) for (name, size), value in cells.items()
                      if name == peer["program"]}) for peer in self.given["peer"]]
        sizes = [size for _, _, times in programs for size in times]
        size = max(size for size in sizes if 2 * sizes.count(size) > len(programs))
        return sorted(programs, key=lambda it: it[2][size].middle if size in it[2] else math.inf)

    @staticmethod
    def beside_each_other(programs):
        sizes = sorted({size for _, _, times in programs for size in times})
        titles = [f"|seconds N{NBSP}={NBSP}{size}" for size in sizes]
        return Table(columns("text program|text method" + "".join(titles)),
                     [[name, method, *map(times.get, sizes)] for name, method, times in programs])

    def table(self, raw):
        return self.beside_each_other(self.programs(raw))


class WholeBoards(Kind):
    """Large boards counted once, with a journal; `audited` of its tasks are recounted. A `peer` has
    published figures, shown beside ours."""
    def measure(self, program, case, folder):
        size, threads = case["board_size"], ["--threads", case["threads"]]
        # What a stopped run leaves lies beside the raw figures and is no result.
        journal = folder / f"unfinished-{size}.nqj"
        said, seconds = program.measured("count", size, *threads, "--check", "--journal", journal)
        audit = program.record("audit", journal, "--sample", self.given["audited"], *threads)
        journal.unlink()
        return {"solutions": said["solutions"], "engine": said["engine"], "tasks": said["tasks"],
                "resumed": said["tasks_resumed"], "seconds": seconds,
                "audited": audit["recounted"], "agreed": audit["agreed"]}

    def rows(self, raw):
        for run in sorted(raw.runs, key=lambda run: run["board_size"]):
            yield [run["board_size"], int(run["solutions"]), run["engine"], run["threads"],
                   "resumed" if run.get("resumed") else run["seconds"], run["tasks"],
                   f"{run['agreed']} of {run['audited']} agree"]


class Forecasts(Kind):
    """The forecast of a count, and at once the count. `sizes` are whole boards; each `case` is the
    first of its number of shards of a board."""
    def measure(self, program, case, folder):
        shard = ["--shard", f"1/{case['shards']}"] if "shards" in case else []
        words = ["count", case["board_size"], "--threads", case["threads"], *shard]
        forecast = program.record(*words, "--dry-run").get("forecast")
        check = [] if shard else ["--check"]
        with tempfile.TemporaryDirectory(dir=folder) as fresh:  # has no journal to resume
            seconds = program.run(*words, *check, "--journal", f"{fresh}/run.nqj", "-q")[2]
        return {"forecast": forecast, "seconds": seconds}

    def rows(self, raw):
        for run in raw.runs:
            seconds, forecast = run["seconds"], run["forecast"]
            first = [run["board_size"], f"1/{run['shards']}" if "shards" in run else "all"]
            if not forecast:
                yield [*first, "none", None, seconds, None, None]
                continue
            ratio, error, least = seconds / forecast["seconds"], 2 * forecast["error"], forecast["is_least"]
            yield [*first, forecast["seconds"], "at least" if least else error, seconds, ratio,
                   "yes" if 1 - error <= ratio and (least or ratio <= 1 + error) else "no"]


class Solves(Kind):
    """Searches. `seconds` are those of the search alone, `verify_seconds` of the verification; `kept`
    says what is kept of each run, in the order of the last columns."""
    method = "algorithm"

    def measure(self, program, case, folder):
        size, algorithm = case["board_size"], case["algorithm"]
        seed = [] if algorithm in ("explicit", "max-free") else ["--seed", case["seed"]]
        said, _ = program.measured(
            "solve", size, "--algorithm", algorithm, "--threads", case["threads"], *seed, "--stats",
            "--format", "npy", "--output", "/dev/null", "--time-limit", self.given["time_limit"])
        if "statistics" not in said:
            return said
        known = said["statistics"] | {
            "memory_bytes": said["memory_bytes"],
            "seconds": round(said["seconds"] - said["statistics"]["verify_seconds"], 9)}
        return {name: known[name] for name in self.given["kept"]}

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
        has_threads = len({run["threads"] for run in raw.runs}) > 1
        order = [series["algorithm"] for series in self.given["series"]]
        groups = sorted(grouped(raw.runs, *SOLVED).items(),
                        key=lambda item: (order.index(item[0][0]), *item[0][1:]))
        titles = f"text algorithm|number threads|number N|{self.given['columns']}"
        return Table(columns(titles), [[algorithm, threads if has_threads else None, size,
                                        *(self.cell(name, runs) for name in self.given["kept"])]
                                       for (algorithm, threads, size), runs in groups])


class Scaling(Kind):
    """Runs `nqueens bench scaling -- words`, `runs` times for each of `pinnings`, on machines with at
    least `processors` processors."""
    kept = ("scaling", "threads", "work", "seconds", "board_size", "efficiency", "speedup")

    def cases(self, processors):
        return [series | {"pinning": pinning}
                for series in self.given["series"] if processors >= series.get("processors", 1)
                for pinning in series.get("pinnings", ["none"])]

    def measure(self, program, case, folder):
        """A row for each number of threads."""
        processors = program.host["usable_processors"]
        numbers = thread_numbers(case.get("threads", "powers"), processors)
        threads = ",".join(str(number) for number in numbers if number <= processors)
        queens = ["--queens", case["size"]] if "QUEENS" in case["words"] else []
        said = program.run("bench", "scaling", "--runs", case["runs"], "--threads", threads, "--pin",
                           case["pinning"], *queens, "--json", "--", *case["words"].split())[0]
        return [{name: row[name] for name in self.kept} for row in json.loads(said)["rows"]]

    def rows(self, raw):
        names = ("scaling", "command", "method", "pinning", "board_size", "threads")
        runs = sorted(raw.runs, key=lambda run: (run["scaling"], run["command"], run.get("size", 0),
                                                 run["pinning"] == "cores", run["threads"]))
        return [[*(run[name] for name in names), f"{run['work']:.3g}x", Value.of(run["seconds"]),
                 run["speedup"], run["efficiency"]] for run in runs]


class Success(Kind):
    """How often a random start ends in a solution."""
    method = "algorithm"

    def measure(self, program, case, folder):
        said, _ = program.measured(
            "list", case["board_size"], "--by", case["algorithm"], "--starts",
            self.given["starts"], "--threads", case["threads"], "--seed", 1)
        return {"starts": said["starts"], "solved": said["solved"], "found": int(said["listed"]),
                "of": int(said["of"])}

    def rows(self, raw):
        return [[run["algorithm"], run["board_size"], run["starts"], run["solved"],
                 wilson(run["solved"], run["starts"]), run["found"], run["of"]] for run in raw.runs]


class Exclusions(Kind):
    """Random boards with excluded diagonals (problem 079 of CSPLib): completed, or shown to have no
    completion."""
    def measure(self, program, case, folder):
        size, seed = case["board_size"], case["seed"]
        lines = [f"d:{k}" for k in range(1 - size, size)] + [f"a:{k}" for k in range(2 * size - 1)]
        excluded = random.Random(seed).sample(lines, case["excluded"])
        _, code, seconds = program.run(
            "solve", size, "--exclude", ",".join(excluded), "--threads", case["threads"], "--seed",
            seed, "--time-limit", self.given["time_limit"], "--quiet", accepted=(0, 1, STOPPED))
        return {"stopped": True} if code == STOPPED else {
            "completed": code == 0, "seconds": seconds}

    def rows(self, raw):
        for key, runs in grouped(raw.runs, "board_size", "excluded", "threads").items():
            times = [run["seconds"] for run in runs if "seconds" in run]
            completed = sum(run.get("completed", False) for run in runs)
            yield [*key, len(runs), completed, len(times) - completed, len(runs) - len(times),
                   *(of(times) if times else None
                     for of in (statistics.mean, statistics.median, max))]


class Estimates(Kind):
    """How often the interval contains the published number, and how wide it is."""
    def cases(self, processors):
        return [case for series in self.given["series"]
                for case in rounds([{"board_size": size, "limit": series["seconds"]}
                                    for size in series["sizes"]], "seed", series["seeds"])]

    def measure(self, program, case, folder):
        said, _ = program.measured("estimate", case["board_size"], "--time-limit", case["limit"],
                                   "--seed", case["seed"])
        return said if "estimate" not in said else {name: said.get(name) for name in (
            "estimate", "low", "high", "samples", "population", "threads", "seconds")}

    def rows(self, raw):
        known, results = dict(enumerate(SOLUTIONS)), []
        for (size, limit), runs in grouped(raw.runs, "board_size", "limit").items():
            row = [str(size), limit, len(runs), None, None, None, None]
            if done := [run for run in runs if run.get("low") is not None]:
                row[4] = Value.of([(run["high"] - run["low"]) / (2 * run["estimate"]) for run in done])
                row[5] = power_of_ten(statistics.mean(run["estimate"] for run in done))
            if size in known:
                inside = [run in done and run["low"] <= known[size] <= run["high"] for run in runs]
                row[3], row[6] = f"{sum(inside)} of {len(inside)}", power_of_ten(known[size])
                results += inside
            yield row
        yield ["all", None, len(results), f"{sum(results)} of {len(results)}"] + [None] * 3


class Tasks(Kind):
    """Single tasks of plans, for the simulation."""
    def measure(self, program, case, folder):
        output = program.run("tasks", case["board_size"], *case["plans"], name="measure")[0]
        file = folder / "tasks" / f"{case['board_size']}.csv"
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(output)
        return {"file": f"tasks/{file.name}"}

    @staticmethod
    def plans(raw):
        """(board size, depth, number of tasks) -> those that were measured."""
        tasks = []
        for run in raw.runs:
            with open(raw.folder / run["file"], newline="", encoding="utf-8") as file:
                tasks += [{name: float(row[name]) for name in row} for row in csv.DictReader(file)]
        return grouped(tasks, "board", "depth", "tasks")

    @staticmethod
    def whole_board(plan):
        """Core seconds of all tasks of a plan and their standard error, by a sample of them."""
        shares = [task["stands_for"] * task["seconds"] for task in plan]
        return sum(shares), math.sqrt(len(shares)) * statistics.stdev(shares)

    def rows(self, raw):
        for key, plan in self.plans(raw).items():
            def total(name):  # each task stands for others of the plan
                return sum(task["stands_for"] * task[name] for task in plan)
            (seconds, error), predicted = self.whole_board(plan), total("predicted_seconds")
            pace = seconds / predicted
            variance = sum(task["stands_for"] * task["predicted_seconds"] * (
                task["seconds"] / task["predicted_seconds"] - pace)**2 for task in plan) / predicted
            yield [*key, len(plan), seconds / sum(task["stands_for"] for task in plan), seconds,
                   error / seconds, pace, variance**0.5 / pace, total("first_seconds") / seconds - 1]


class Steps(Kind):
    """Whole boards: queens that are tried, pairs that are found. Not timed."""
    method = "engine"

    def measure(self, program, case, folder):
        said = program.run("steps", case["engine"], case["board_size"], name="measure")[0]
        return dict(zip(("solutions", "steps"), map(int, said.split())))

    def rows(self, raw):
        for (size,), runs in grouped(raw.runs, "board_size").items():
            steps = {run["engine"]: run["steps"] for run in runs}
            yield [size, steps.get("bitmask"), steps["colour-join"], runs[0]["solutions"],
                   runs[0]["solutions"] / steps["colour-join"]]


class Serial(Kind):
    """Measures what one thread does alone in a count. From that follows how much faster the count is
    on each number of threads in `faster_on`."""
    def measure(self, program, case, folder):
        said = json.loads(program.run("serial", case["board_size"], name="measure")[0])
        tasks, alone = said.pop("seconds"), said["start"] + said["locked"] + said["end"]
        times = [alone + self.last_end(tasks, threads) for threads in (1, *self.given["faster_on"])]
        return said | {"tasks": len(tasks), "work": sum(tasks), "longest": max(tasks),
                       "speedups": [round(times[0] / time, 2) for time in times[1:]],
                       "command": min(program.run("count", "1")[2] for _ in range(9))}

    @staticmethod
    def last_end(tasks, threads):
        """Tasks are dealt as a count deals them: a thread that is free takes the next one."""
        ends = [0.0] * threads
        for task in tasks:
            heapq.heapreplace(ends, ends[0] + task)
        return max(ends)

    def rows(self, raw):
        for run in raw.runs:
            yield [*(run[name] for name in ("board_size", "tasks", "work", "command", "start",
                                            "end", "locked", "longest")), *run["speedups"]]


class Simulation(Kind):
    """Counts on clusters: predicted seconds of all tasks, scattered as the newest raw figures of single
    tasks are."""
    ways = {"shards": "shards", "array": "job array", "ranges": "nqueens-mpi"}

    def measure(self, program, case, folder):
        measured = read_newest(folder.parents[1], {"tasks": {}})
        if "tasks" not in measured:
            raise Refused("the simulation needs measured tasks: first scripts/reproduce tasks")
        file = measured["tasks"].folder / "tasks" / f"{case['board_size']}.csv"
        listed = program.run("tasks", case["board_size"], *case["depths"], name="measure")[0].decode()
        lines = [*listed.splitlines(), *file.read_text(encoding="utf-8").splitlines()]
        runs = {}
        for row in simulate(lines, self.given["cores"], self.given["uneven"]):
            run = {name: row[name] for name in ("depth", "tasks", "cores", "at_best")}
            # For each unevenness, in the order of the definition.
            runs.setdefault(tuple(run.values()), run).setdefault(row["way"], []).append(row["seconds"])
        return list(runs.values())

    def rows(self, raw):
        for run in sorted(raw.runs, key=lambda it: (it["board_size"], it["cores"], it["depth"])):
            yield [*(run[name] for name in ("board_size", "depth", "tasks", "cores", "at_best")),
                   *(run["at_best"] / run[way][place] if way in run else None
                     for place in range(len(self.given["uneven"])) for way in self.ways)]


class Breaks(Kind):
    """The crash test, for at least these seconds and kills with each seed."""
    def measure(self, program, case, folder):
        names = ("nqueens", "nqueens_many_processors", "nqueens_plant_record", "nqueens-mpi")
        with tempfile.NamedTemporaryFile("r", encoding="utf-8") as figures:
            settings = {name.upper().replace("-", "_"): program.folder / name for name in names
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
        return dict(sorted(sum((Counter(run["did"]) for run in raw.runs), Counter()).items()))

    def rows(self, raw):
        return self.sums(raw).items()


class Pictures(Kind):
    """What the program draws."""
    def measure(self, program, case, folder):
        output = b""
        for words in case["command"].split(" | "):
            output = program.run(*words.split()[1:], given=output)[0]
        file = folder.parents[1] / "pictures" / case["file"]
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(output)
        return {}


KINDS = {"counts": Counts, "peers": Peers, "whole-boards": WholeBoards, "forecasts": Forecasts,
         "solves": Solves, "scaling": Scaling, "success": Success, "exclusions": Exclusions, "estimates": Estimates,
         "steps": Steps, "serial": Serial, "tasks": Tasks, "simulation": Simulation,
         "breaks": Breaks, "pictures": Pictures}


def read_definitions(path, quick=False):
    """Table -> its definition, in the order of the file; of the quick run where asked for."""
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))["table"]
    except (OSError, tomllib.TOMLDecodeError, KeyError) as error:
        raise Refused(f"cannot read the tables of {path}: {error!r}") from error
    for table in tables:
        quick_entries = table.pop("quick", {})
        table |= quick_entries if quick else {}
        try:
            kind = table.setdefault("kind", table["id"])
            table["title"], table["note"], KINDS[kind](table).cases(1)
        except KeyError as error:
            raise Refused(f"a table of {path} lacks or misspells {error}: it needs id, title, "
                          f"note, what its kind needs, and a kind: {', '.join(KINDS)}") from error
        table["timed"] = table["kind"] not in UNTIMED
    return {table["id"]: table for table in tables}
