"""Tables of work on many processors: scaling, and the simulation with what was measured for it."""

import csv
import heapq
import json
import math
import statistics

from .measuring import Kind, thread_numbers
from .raw import Refused, read_newest
from .simulate_cluster import simulate
from .tables import Value, grouped


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
