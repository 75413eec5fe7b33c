"""Tables of searches, also on restricted boards; and the pictures of solutions."""

import random
import statistics

from .measuring import STOPPED, Kind
from .tables import Table, Value, columns, grouped, wilson


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
        groups = sorted(grouped(raw.runs, "algorithm", "threads", "board_size").items(),
                        key=lambda item: (order.index(item[0][0]), *item[0][1:]))
        titles = f"text algorithm|number threads|number N|{self.given['columns']}"
        return Table(columns(titles), [[algorithm, threads if has_threads else None, size,
                                        *(self.cell(name, runs) for name in self.given["kept"])]
                                       for (algorithm, threads, size), runs in groups])


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
