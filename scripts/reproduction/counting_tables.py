"""Tables of counts and estimates, also of other programs; and what was tried to break counts."""

import json
import math
import re
import shlex
import statistics
import sys
import tempfile
from collections import Counter

from .measuring import Kind, rounds
from .raw import ROOT, Failed
from .tables import NBSP, Table, Value, columns, grouped, medians, power_of_ten, threads_text

# Of N = 0 to 27, as published: OEIS A000170.
SOLUTIONS = (
    1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2_680, 14_200, 73_712, 365_596, 2_279_184, 14_772_512,
    95_815_104, 666_090_624, 4_968_057_848, 39_029_188_884, 314_666_222_712, 2_691_008_701_644,
    24_233_937_684_440, 227_514_171_973_736, 2_207_893_435_808_352, 22_317_699_616_364_044,
    234_907_967_154_122_528)
COUNTED = ("engine", "threads", "board_size")


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
        audit = program.json_of("audit", journal, "--samples", self.given["audited"], *threads)
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
        forecast = program.json_of(*words, "--dry-run").get("forecast")
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


class Estimates(Kind):
    """How often the interval contains the published number, and how wide it is."""
    def cases(self, processors):
        return [case for series in self.given["series"]
                for case in rounds([{"board_size": size, "limit": series["seconds"]}
                                    for size in series["sizes"]], "seed", series["seeds"])]

    def measure(self, program, case, folder):
        said, _ = program.measured("estimate", case["board_size"], "--time", case["limit"],
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
