#!/usr/bin/env python3
"""Runs scripts/reproduce on small made-up raw figures and with a stand-in for the program: what is
measured and kept, what a stopped run resumes, tables, report and README made of raw figures alone,
and that those of the repository are made of results/."""

import html.parser
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))
sys.dont_write_bytecode = True

from reproduction.headlines import BLOCK  # noqa: E402  (the path comes first)

# As scripts/reproduce does: packages of Debian serve no other.
PYTHON = "/usr/bin/python3" if os.access("/usr/bin/python3", os.X_OK) else sys.executable
HAS_MATPLOTLIB = subprocess.run([PYTHON, "-c", "import matplotlib"], capture_output=True,
                                check=False).returncode == 0
needs_matplotlib = unittest.skipUnless(
    HAS_MATPLOTLIB, "matplotlib is not installed: scripts/bootstrap figures")

HOST = {"name": "h", "system": "Linux", "processor": "A <processor>", "usable_processors": 2,
        "memory_bytes": 8 * 2**30}
HEAD = {"program": "p", "quick": False, "date": "2026-01-01 00:00 UTC", "commit": "abc",
        "compiler": "g++ 12", "load_before": [0, 0, 0]}
END = {"measured_seconds": 1.0, "load_after": [1, 1, 1]}
PICTURE = "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'><title>queens</title></svg>"


def definitions_of(texts):
    """A file of tables, each with what its kind needs."""
    return "".join(f'[[table]]\nid = "{name}"\ntitle = "t"\nnote = "A note with `code`."\n{text}\n'
                   for name, text in texts.items())


DEFINITIONS = definitions_of({
    "counting": """kind = "counts"
sizes = [8, 16]
repetitions = 2
series = [{ engine = "reference" }, { engine = "auto", threads = "powers" }]
peers_measured = "once, by A"
[[table.peer]]
program = "other"
method = "m"
commit = "abc1234, 2020"
command = "a && ./b N < c"
seconds = { 8 = 2.5 }""",
    "searches": """kind = "solves"
columns = ["initial_conflicts", "seconds", "moves", "evaluations"]
time_limit = 60
sizes = [8, 100]
seeds = 3
series = [{ algorithm = "alpha" }, { algorithm = "beta", max = 8 }]
source = [{ algorithm = "alpha", board_size = 100, seconds = 64, says = "64 s" }]""",
    "scaling": 'kind = "scaling"\narguments = []',
    "rates": """kind = "success"
sizes = [8]
starts = 1000
series = [{ algorithm = "a" }]
source = [{ algorithm = "a", board_size = 8, rate = 0.14, says = "about 14 %" }]""",
    "whole-boards": 'kind = "whole-boards"\nsizes = [20]',
    "exclusions": """kind = "exclusions"
boards = [[8, 5]]
threads = [1]
seeds = 3
time_limit = 9""",
    "estimates": """kind = "estimates"
series = [{ sizes = [20], seconds = 10, seeds = 3 }, { sizes = [28], seconds = 60, seeds = 1 }]
solutions = { 20 = "39029188884" }""",
    "tasks": 'kind = "tasks"\nboard = [{ size = 20, plans = ["0:all"] }]',
    "simulation": """kind = "simulation"
cores = [64]
uneven = [0, 0.05]
board = [{ size = 26, depths = [8, 12] }]""",
    "boards": 'kind = "pictures"\npicture = []'})

RUNS = {
    "counting": [{"engine": engine, "board_size": size, "threads": threads, "repetition": number,
                  "solutions": "92", "used": engine, "seconds": seconds}
                 for engine, threads in (("reference", 1), ("auto", 1), ("auto", 2))
                 for size in (8, 16) for number, seconds in ((1, 0.5), (2, 1.5))
                 if (engine, size) != ("reference", 16)],
    "searches": [{"algorithm": "alpha", "board_size": size, "threads": 1, "seed": seed,
                  "initial_conflicts": size, "seconds": seconds * size / 8, "moves": 2 * seed,
                  "evaluations": 10}
                 for size in (8, 100) for seed, seconds in ((1, 0.002), (2, 0.001), (3, 0.004))]
    + [{"algorithm": "beta", "board_size": 8, "threads": 1, "seed": 1, "initial_conflicts": 8,
        "seconds": 0.1, "moves": 2, "evaluations": 10},
       {"algorithm": "beta", "board_size": 8, "threads": 1, "seed": 2, "stopped": True}],
    "scaling": [{"scaling": scaling, "command": command, "method": "m", "board_size": 10,
                 "pinning": pinning, "threads": threads, "threads_used": threads, "work": work,
                 "seconds": [work / threads], "speedup": 0.9 * threads, "efficiency": 0.9}
                for scaling in ("strong", "weak") for command in ("count", "solve")
                for pinning in ("none", "cores") for threads in (1, 2, 64)
                for work in [threads if scaling == "weak" else 1]],
    "rates": [{"algorithm": "a", "board_size": 8, "threads": 1, "starts": 1000, "solved": 140,
               "found": 80, "of": 92}],
    "whole-boards": [{"board_size": 20, "threads": 2, "solutions": "39029188884", "engine": "e",
                      "tasks": 5, "resumed": 0, "seconds": 4.5, "audited": 20, "agreed": 20}],
    "exclusions": [{"board_size": 8, "excluded": 5, "threads": 1, "seed": seed} | result
                   for seed, result in ((1, {"completed": True, "seconds": 0.25}),
                                        (2, {"completed": False, "seconds": 0.75}),
                                        (3, {"stopped": True}))],
    "estimates": [{"board_size": size, "limit": limit, "seed": seed, "estimate": value, "low": low,
                   "high": high, "samples": 12, "population": 256}
                  for size, limit, seed, value, low, high in (
                      (20, 10, 1, 4e10, 3.8e10, 4.2e10), (20, 10, 2, 4.2e10, 4e10, 4.4e10),
                      (28, 60, 1, 2.5e18, 2.4e18, 2.6e18))]
    + [{"board_size": 20, "limit": 10, "seed": 3, "stopped": True}],
    "tasks": [{"board_size": 20, "plans": ["0:all"], "file": "tasks/20.csv"}],
    "simulation": [{"board_size": 26, "depths": [8, 12], "tasks": tasks, "cores": 64, "at_best": 100.0,
                    "depth": depth, "shards": [seconds, 2 * seconds], "ranges": [125.0, 200.0]} | array
                   for depth, tasks, seconds, array in ((8, 100, 400.0, {}),
                                                        (12, 1000, 200.0, {"array": [250.0, 400.0]}))],
    "boards": [{"file": "a.svg", "caption": "Eight & more", "command": "nqueens solve 8"},
               {"file": "density-a.svg", "caption": "Many", "command": "nqueens solve 1e6"}],
}
TASKS = ("board,depth,tasks,task,stands_for,predicted_seconds,first_seconds,seconds\n"
         "20,0,2,0,1,1,4,3\n20,0,2,1,1,1,2,1\n")


def run_script(*words):
    return subprocess.run([PYTHON, "-m", "reproduction", *map(str, words)], text=True,
                          env={**os.environ, "PYTHONPATH": str(ROOT / "scripts"),
                               "PYTHONDONTWRITEBYTECODE": "1"},
                          capture_output=True, check=False, stdin=subprocess.DEVNULL)


def write_raw(folder, name, runs, end=END, **head):
    lines = [{"table": name} | HEAD | head, *runs] + ([end] if end else [])
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}.jsonl"
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


class Page(html.parser.HTMLParser):
    """Which tags and names there are, and what would be loaded."""

    def __init__(self):
        super().__init__()
        self.names, self.loads, self.tags = [], [], []

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        for name, value in attrs:
            if name == "id":
                self.names.append(value)
            if name in ("src", "href", "xlink:href"):
                self.loads.append(value)

    handle_startendtag = handle_starttag


class Reproduce(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="nqueens-reproduce-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def refuse(self, said, *words, code=2):
        done = run_script(*words)
        self.assertEqual((done.returncode, done.stdout), (code, ""), (words, done.stderr))
        self.assertRegex(done.stderr, r"\Areproduce: [^\n]+\n\Z", words)
        self.assertIn(said, done.stderr)


class MadeUp(Reproduce):
    """With raw figures of every kind in self.folder."""

    def setUp(self):
        super().setUp()
        self.raw = self.folder / "raw" / "h"
        for name, runs in RUNS.items():
            write_raw(self.raw, name, runs)
        self.write("raw/h/host.json", json.dumps(HOST))
        self.write("raw/h/tasks/20.csv", TASKS)
        self.write("pictures/a.svg", PICTURE)
        self.write("pictures/density-a.svg", PICTURE)
        self.definitions = self.write("tables.toml", DEFINITIONS)

    def report(self, *words):
        return run_script("--output", self.folder, "--definitions", self.definitions, *words)


@needs_matplotlib
class Rendering(MadeUp):
    def test_everything(self):
        """Drawn once: it takes seconds."""
        done = self.report("--report")
        self.assertEqual(done.returncode, 0, done.stderr)
        for part in (self.tables, self.page, self.check_sees_a_change,
                     self.the_newest_figures_of_each_table_count, self.raw_figures_that_lack_something):
            with self.subTest(part.__name__):
                part()

    def tables(self):
        def lines(name):
            return (self.folder / "tables" / f"{name}.md").read_text(encoding="utf-8").splitlines()
        searches = lines("searches")
        self.assertIn("| algorithm | N | initial conflicts | time | iterations | evaluations | "
                      "published |", searches)
        self.assertIn("| alpha | 8 | 8 | 2.00 ms (1.00 to 4.00) | 4 (2 to 6) | 10 | – |", searches)
        self.assertIn("| alpha | 100 | 100 | 25.0 ms (12.5 to 50.0) | 4 (2 to 6) | 10 | 64 s |",
                      searches)
        # A median of the fast ones would deceive.
        self.assertIn("| beta | 8 | – | 1 of 2 within 60 s | – | – | – |", searches)
        self.assertIn("commit abc, 2026-01-01 00:00 UTC, load 0 before and 1 after", searches[-1])
        self.assertIn("| 16 | 92 | – | 1.00 s (0.500 to 1.50) | 1.00 s (0.500 to 1.50) |",
                      lines("counting"))
        self.assertEqual(lines("counting")[-5:],
                         ["## Other programs", "", "Measured by hand: once, by A. The last command of "
                          "a line is timed, in the folder of the program; N is the board size.", "",
                          "- other, abc1234, 2020: `a && ./b N < c`"])
        self.assertIn("| strong | count | m | cores | 10 | 64 | 1x | 15.6 ms | 57.60 | 90.0 % |",
                      lines("scaling"))
        self.assertIn("| weak | count | m | cores | 10 | 64 | 64x | 1.00 s | 57.60 | 90.0 % |",
                      lines("scaling"))
        self.assertIn("| a | 8 | 1,000 | 140 | 14.0 % (12.0 to 16.3) | 80 | 92 | about 14 % |",
                      lines("rates"))
        self.assertIn("| 20 | 39,029,188,884 | e | 2 | 4.50 s | 5 | 20 of 20 agree |",
                      lines("whole-boards"))
        self.assertIn("| 8 | 5 | 1 | 3 | 1 | 1 | 1 | 500 ms | 500 ms | 750 ms |",
                      lines("exclusions"))
        self.assertIn("| 20 | 10.0 s | 3 | 1 of 3 | 4.9 % (4.8 to 5.0) | 4.1e+10 | 3.9029e+10 |",
                      lines("estimates"))
        self.assertIn("| 28 | 60.0 s | 1 | – | 4.0 % | 2.5e+18 | – |", lines("estimates"))
        self.assertIn("| all | – | 3 | 1 of 3 | – | – | – |", lines("estimates"))
        self.assertIn("| 20 | 0 | 2 | 2 | 2.00 s | 2.00 | 50.0 % | 50.0 % |", lines("tasks"))

        self.assertIn("| 26 | 12 | 1,000 | 64 | 100 s | 50.0 % | 40.0 % | 80.0 % | 25.0 % | 25.0 % | "
                      "50.0 % |", lines("simulation"))
        self.assertIn("| 26 | 8 | 100 | 64 | 100 s | 25.0 % | – | 80.0 % | 12.5 % | – | 50.0 % |",
                      lines("simulation"))

    def page(self):
        text = (self.folder / "report.html").read_text(encoding="utf-8")
        page = Page()
        page.feed(text)
        self.assertEqual(len(page.names), len(set(page.names)))
        for target in page.loads:
            self.assertRegex(target, r"\A(#|data:image/)", "the page loads something")
            if target.startswith("#"):
                self.assertIn(target[1:], page.names)
        self.assertNotRegex(text, r"@import|url\((?!#)")
        self.assertNotIn("<script", text)
        for names in re.findall(r"url\(#([^)]+)\)", text):
            self.assertIn(names, page.names)
        self.assertEqual(page.tags.count("table"), 2 + 9)  # headlines first
        self.assertEqual(page.tags.count("svg"), 1 + 1 + 3 + 2 + 1)
        self.assertLess(text.index("<b>57.60 times</b> as fast on 64 threads as on one"),
                        text.index('id="counting"'))
        self.assertEqual(text.count('width="1" height="1" alt="Eight &amp; more"'), 2)
        self.assertIn("<tr class=group><th colspan=6>strong, count, m, pinning cores</th></tr>", text)
        self.assertIn("currentColor", text)
        self.assertIn("A &lt;processor&gt;", text)
        self.assertIn("Eight &amp; more", text)
        self.assertIn("<li>other, abc1234, 2020: <code>a &amp;&amp; ./b N &lt; c</code></li>", text)
        self.assertIn("<code>code</code>", text)

    def check_sees_a_change(self):
        self.assertEqual(self.report("--check").returncode, 0)
        table = self.folder / "tables" / "rates.md"
        table.write_text(table.read_text(encoding="utf-8").replace("140", "141"), encoding="utf-8")
        done = self.report("--check")
        self.assertEqual(done.returncode, 1)
        self.assertIn("rates.md; run scripts/reproduce --report", done.stderr)

    def the_newest_figures_of_each_table_count(self):
        newer = self.folder / "raw" / "other"
        write_raw(newer, "rates", [RUNS["rates"][0] | {"solved": 500}], date="2026-02-01 00:00 UTC")
        (newer / "host.json").write_text(json.dumps(HOST | {"processor": "B"}), encoding="utf-8")
        self.assertEqual(self.report("--report").returncode, 0)
        text = (self.folder / "tables" / "rates.md").read_text(encoding="utf-8")
        self.assertIn("| 500 | 50.0 %", text)
        self.assertIn("\nB, 2 processors", text)

    def raw_figures_that_lack_something(self):
        write_raw(self.raw, "searches", [{"algorithm": "alpha"}])
        self.refuse("raw figures of searches lack what the table needs (KeyError", "--output",
                    self.folder, "--definitions", self.definitions, "--report")


class HeadlinesOfPages(Reproduce):
    def test_the_pages_of_the_repository_are_made_of_its_results(self):
        done = run_script("--check")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertTrue(BLOCK.search((ROOT / "README.md").read_text(encoding="utf-8")))


class Compare(MadeUp):
    def test_ratio_of_medians(self):
        slower = [run | ({"seconds": 5 * run["seconds"]}
                         if run["board_size"] == 8 and "seconds" in run else {})
                  for run in RUNS["searches"]]
        done = self.report("--compare", self.raw / "searches.jsonl",
                           write_raw(self.folder / "b", "searches", slower, commit="def"))
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        lines = done.stdout.splitlines()
        self.assertRegex(lines[1], r"\Aalpha, 1 thread, N = 8 +2\.00 ms +10\.0 ms +5\.000  more\Z")
        self.assertRegex(lines[2], r"\Aalpha, 1 thread, N = 100 +25\.0 ms +25\.0 ms +1\.000\Z")
        self.assertRegex(lines[3], r"\Abeta, 1 thread, N = 8 .* 5\.000\Z")
        self.assertIn("searches: abc (2026-01-01 00:00 UTC) and def", lines[4])

    def test_every_kind(self):
        for name in set(RUNS) - {"boards"}:
            file = self.raw / f"{name}.jsonl"
            done = self.report("--compare", file, file)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertIn(" 1.000", done.stdout)

    def test_refusals(self):
        good = self.raw / "searches.jsonl"
        for said, other in (
                ("cannot read raw figures: ", self.folder / "none"),
                ("raw figures are not JSON: ", self.write("x", "{\n{}\n")),
                ("is not a file of scripts/reproduce", self.write("y", "[]\n")),
                ("is not a file of scripts/reproduce", self.write("z", '{"table": "a"}\n')),
                ("cannot compare searches with rates", self.raw / "rates.jsonl"),
                ("have nothing in common", write_raw(self.folder / "e", "searches", []))):
            self.refuse(said, "--definitions", self.definitions, "--compare", good, other)


class Arguments(Reproduce):
    def test_refusals(self):
        self.refuse("unrecognized arguments: --qick; scripts/reproduce --help", "--qick")
        self.refuse("argument --compare", "--compare", "one.jsonl")
        self.refuse("unknown table: nonsense; one of counting, ", "nonsense")
        self.refuse("give tables or --all, not both", "--all", "counting")
        self.refuse("nothing to do", "--output", self.folder)
        self.refuse("no raw figures below ", "--check", "--output", self.folder)

    def test_bad_definitions(self):
        def bad(said, text):
            self.refuse(said, "--list", "--definitions", self.write("tables.toml", text))
        scaling = 'kind = "scaling"\narguments = []'
        self.refuse("cannot read ", "--list", "--definitions", self.folder / "none")
        bad("is not TOML: ", "[[")
        bad("no table in ", "")
        bad("two tables are called a", 2 * definitions_of({"a": scaling}))
        for said, text in (("unknown kind of table: x", 'kind = "x"'),
                           ("table a has no arguments", 'kind = "scaling"'),
                           ("table a has an unknown entry sees", scaling + "\nsees = 1"),
                           ("table a has an unknown entry peer", scaling + "\npeer = []")):
            bad(said, definitions_of({"a": text}))
        for said, old, new in (("table counting has no peers_measured",
                                'peers_measured = "once, by A"', ""),
                               ("peer other of table counting has no command",
                                'command = "a && ./b N < c"', ""),
                               ("peer other of table counting has an unknown entry date",
                                'method = "m"', 'method = "m"\ndate = "d"')):
            bad(said, DEFINITIONS.replace(old, new))
        bad("table b has no title", '[[table]]\nid = "b"\nkind = "counts"\nnote = ""\n')

    def test_the_definitions_of_the_repository(self):
        for words in ((), ("--quick",)):
            done = run_script("--list", *words)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual([line.split()[0] for line in done.stdout.splitlines()],
                             ["counting", "whole-boards", "large-boards", "streamed", "scaling",
                              "hill-climbing", "three-million", "success-rates", "exclusions",
                              "estimates", "tasks", "simulation", "breaks", "boards"])


STAND_IN = """#!{python}
import json, os, sys
words = sys.argv[1:]
with open({log!r}, "a") as log:
    print(*words, file=log)
if os.path.exists({log!r} + ".broken") and words[6:8] == ["--seed", "2"]:
    sys.exit("nqueens: something broke")
if "--time-limit" in words and "--seed" in words and words[words.index("--seed") + 1] == "2":
    sys.exit(75)
if words[:2] == ["solve", "7"]:
    print("nqueens: not enough memory: 8; take a smaller board", file=sys.stderr)
    sys.exit(2)
if words[:2] == ["solve", "6"]:
    print("nqueens: unknown algorithm: x; give another", file=sys.stderr)
    sys.exit(2)
if words[0] == "count" and "--journal" in words:
    open(words[words.index("--journal") + 1], "w").write("journal")
if words[0] == "merge":
    open(words[words.index("--output") + 1], "w").write("complete journal")
print(json.dumps({{"host": {host}, "build": {{"compiler": "g++ 12"}}, "seconds": 1.0,
                  "memory_bytes": 1, "statistics": {{"verify_seconds": 0.5}}, "solutions": "92",
                  "engine": "e", "tasks": 3, "tasks_resumed": 0, "recounted": 2, "agreed": 2}}))
"""


@needs_matplotlib
class Measuring(Reproduce):
    def setUp(self):
        super().setUp()
        self.log = self.folder / "log"
        for name in ("src/cli/nqueens", "bench/measure_tasks"):
            program = self.write(f"build/{name}", STAND_IN.format(
                python=PYTHON, host=repr(HOST), log=str(self.log)))
            program.chmod(0o755)

    def measure(self, definitions, *words, code=0):
        file = self.write("tables.toml", definitions_of(definitions))
        done = run_script("--build", self.folder / "build", "--definitions", file, "--output",
                          self.folder / "made", *(words or ("--all",)))
        self.assertEqual((done.returncode, done.stdout), (code, ""), done.stderr)
        return done.stderr

    def kept(self, name, suffix="jsonl"):
        (file,) = (self.folder / "made" / "raw").glob(f"h-*/{name}.{suffix}")
        return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]

    def commands(self):
        lines = self.log.read_text(encoding="utf-8").splitlines()
        self.log.unlink()
        return [line for line in lines if not line.startswith("info")]

    def table(self, name):
        return (self.folder / "made" / "tables" / f"{name}.md").read_text(encoding="utf-8")

    def test_what_is_run_and_kept(self):
        self.measure({"a": 'kind = "solves"\nseeds = 2\nsizes = [8, 9]\ntime_limit = 5\n'
                           'columns = ["seconds"]\nseries = [{ algorithm = "x", '
                           'threads = [1, "all"], max = 8 }, { algorithm = "y", min = 9 }]',
                      "b": 'kind = "solves"\nseeds = 1\nsizes = [7]\ncolumns = ["seconds"]\n'
                           'series = [{ algorithm = "x" }]'})
        head, *runs, end = self.kept("a")
        self.assertEqual(runs, [{"algorithm": name, "board_size": size, "threads": threads,
                                 "seed": seed, **({"seconds": 0.5} if seed == 1 else
                                                  {"stopped": True})}
                                for seed in (1, 2)
                                for name, size, threads in (("x", 8, 1), ("x", 8, 2), ("y", 9, 1))])
        self.assertEqual((head["table"], head["compiler"]), ("a", "g++ 12"))
        self.assertIn("measured_seconds", end)
        self.assertEqual(self.commands()[0], "solve 8 --algorithm x --threads 1 --seed 1 --stats "
                         "--format binary --output /dev/null --time-limit 5 --json -q")
        self.assertIn("| x | 2 | 8 | 1 of 2 within 5 s |", self.table("a"))
        self.assertIn("| x | 7 | not enough memory |", self.table("b"))

    def test_journals_of_whole_boards_are_kept_and_audited(self):
        self.measure({"w": 'kind = "whole-boards"\nsizes = [8, 9]\nkeep = {9 = 2}'})
        commands = self.commands()
        self.assertRegex(commands[0], r"\Acount 8 --threads 2 --check --journal \S+ --json -q\Z")
        self.assertRegex(commands[2], r"\Amerge \S+ --check --output \S+/complete-9\.nqj\Z")
        self.assertRegex(commands[3],
                         r"\Aaudit \S+/complete-9\.nqj --sample 2 --threads 2 --json\Z")
        self.assertEqual([path.name for path in self.folder.glob("made/journals/*.nqj")], ["9.nqj"])
        self.assertIn("| 3 | 2 of 2 agree |", self.table("w"))

    def test_a_stopped_run_goes_on_and_a_finished_one_is_kept(self):
        tables = {"a": 'kind = "solves"\nseeds = 3\nsizes = [8]\ncolumns = ["seconds"]\n'
                       'series = [{ algorithm = "x" }]'}
        broken = self.log.with_name("log.broken")
        broken.touch()
        self.assertIn("something broke", self.measure(tables, code=1))
        self.assertEqual([run["seed"] for run in self.kept("a", "jsonl.part")[1:]], [1])
        broken.unlink()
        self.commands()
        self.measure(tables)
        self.assertEqual([command.split()[7] for command in self.commands()], ["2", "3"])
        self.assertEqual([run["seed"] for run in self.kept("a")[1:-1]], [1, 2, 3])
        self.assertIs(self.kept("a")[-1]["resumed"], True)
        self.assertIn("a is measured already", self.measure(tables))
        self.assertEqual(self.commands(), [])
        self.measure(tables, "a")
        self.assertEqual(len(self.commands()), 3)

    def test_a_program_that_fails(self):
        said = self.measure({"a": 'kind = "solves"\ncolumns = []\nseeds = 1\nsizes = [6]\n'
                                  'series = [{ algorithm = "x" }]'}, code=1)
        self.assertIn("ended with 2: nqueens: unknown algorithm: x", said)
        (self.folder / "build/src/cli/nqueens").unlink()
        self.assertIn("not a program: ", self.measure({"a": 'kind = "scaling"\narguments = []'},
                                                      code=2))


if __name__ == "__main__":
    unittest.main()
