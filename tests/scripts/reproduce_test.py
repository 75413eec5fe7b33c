#!/usr/bin/env python3
"""Runs scripts/reproduce on small made-up raw figures: tables, figures and page come from them
alone, two files can be compared, bad input is one line and exit code 2. A stand-in for the program
shows what is measured and kept."""

import base64
import copy
import csv
import html.parser
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))
sys.dont_write_bytecode = True

from reproduction.definitions import thread_numbers  # noqa: E402  (the path comes first)
from reproduction.summary import Value, significant, wilson, written  # noqa: E402

# As scripts/reproduce does: packages of Debian serve no other.
PYTHON = "/usr/bin/python3" if os.access("/usr/bin/python3", os.X_OK) else sys.executable
HAS_MATPLOTLIB = subprocess.run([PYTHON, "-c", "import matplotlib"], capture_output=True,
                                check=False).returncode == 0

INFO = {"host": {"name": "h", "system": "Linux", "processor": "A <processor>", "processors": 2,
                 "usable_processors": 2, "memory_bytes": 8 * 2**30},
        "build": {"version": "0.1.0", "compiler": "g++ 12", "build_type": "Release"}}


def raw(table, kind, runs, **definition):
    return {"schema_version": 1, "table": table, "quick": False, "date": "2026-01-01 00:00 UTC",
            "commit": "abc", "command": "scripts/reproduce", "info": INFO,
            "load_before": [0, 0, 0], "load_after": [1, 1, 1], "seconds": 1,
            "definition": {"id": table, "title": f"Title of {table}", "note": "A note.",
                           "kind": kind, **definition}, "runs": runs}


def solve_run(algorithm, size, seed, seconds, **statistics):
    return {"case": {"algorithm": algorithm, "board_size": size, "threads": 1, "seed": seed},
            "command": "nqueens solve",
            "result": {"seconds": seconds + 1, "memory_bytes": 1024,
                       "statistics": {"initial_conflicts": size, "moves": 2 * seed, "exchanges": 0,
                                      "restarts": 0, "evaluations": 10, "verify_seconds": 1,
                                      **statistics}}}


SOLVE = raw("searches", "solve",
            [solve_run("alpha", size, seed, seconds * size / 8)
             for size in (8, 100) for seed, seconds in ((1, 0.002), (2, 0.001), (3, 0.004))]
            + [solve_run("beta", 8, 1, 0.1),
               {"case": {"algorithm": "beta", "board_size": 8, "threads": 1, "seed": 2},
                "command": "nqueens solve", "stopped": True}],
            columns=["initial_conflicts", "seconds", "moves", "evaluations"], time_limit=60,
            series=[{"algorithm": "alpha"}, {"algorithm": "beta"}],
            source=[{"algorithm": "alpha", "board_size": 100, "seconds": 64, "says": "64 s"}])
COUNT = raw("counts", "count",
            [{"case": {"engine": engine, "board_size": size, "threads": threads, "repetition": r},
              "command": "nqueens count", "result": {"solutions": "92", "seconds": seconds}}
             for engine, threads in (("e", 1), ("e", 2), ("f", 1)) for size in (8, 9)
             for r, seconds in ((1, 0.5), (2, 1.5)) if (engine, size) != ("f", 9)])
SCALING = raw("scales", "scaling",
              [{"case": {}, "command": "nqueens bench scaling", "result": {"rows": [
                  {"scaling": scaling, "work": work, "method": "m", "board_size": 10,
                   "pinning": pinning, "threads": threads, "threads_used": threads,
                   "work_units": 1, "seconds": [1.0 / threads], "median_seconds": 1.0 / threads,
                   "speedup": 0.9 * threads, "efficiency": 0.9}
                  for scaling in ("strong", "weak") for work in ("count", "solve")
                  for pinning in ("none", "cores") for threads in (1, 2, 64)]}}])
SUCCESS = raw("rates", "success",
              [{"case": {"algorithm": "a", "board_size": 8, "threads": 1}, "command": "nqueens list",
                "result": {"starts": 1000, "solved": 140, "listed": "80", "of": "92"}}],
              source=[{"algorithm": "a", "board_size": 8, "rate": 0.14, "says": "about 14 %"}])
PICTURE = b"<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'><title>queens</title></svg>"
BOARDS = raw("pictures", "boards",
             [{"case": {"caption": "Eight & more"}, "command": "nqueens solve 8 | nqueens draw -",
               "result": {"media": "image/svg+xml", "base64": base64.b64encode(PICTURE).decode()}}])


def run_script(*words):
    """The Python part: nothing is installed or built."""
    return subprocess.run([PYTHON, "-m", "reproduction", *words], text=True,
                          env={**os.environ, "PYTHONPATH": str(ROOT / "scripts"),
                               "PYTHONDONTWRITEBYTECODE": "1"},
                          capture_output=True, check=False, stdin=subprocess.DEVNULL)


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

    def write(self, name, content):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(content if isinstance(content, str) else json.dumps(content),
                        encoding="utf-8")
        return str(path)

    def refuse(self, said, *words):
        done = run_script(*words)
        self.assertEqual((done.returncode, done.stdout), (2, ""), (words, done.stderr))
        self.assertRegex(done.stderr, r"\Areproduce: [^\n]+: [^\n]*; [^\n]+\n\Z", words)
        self.assertIn(said, done.stderr)


class Figures(Reproduce):
    def test_numbers_as_they_are_written(self):
        for value, text in ((0.9999, "1.00"), (9.999, "10.0"), (1234.5, "1,230"), (0.01234, "0.0123"),
                            (999.6, "1,000")):
            self.assertEqual(significant(value), text)
        self.assertEqual(written(Value(0.0025, 0.002, 0.003), "seconds"),
                         ("2.50 ms", "2.00 to 3.00"))
        self.assertEqual(written(Value(90, 90, 90), "seconds"), ("90.0 s", ""))
        self.assertEqual(written(Value(180, 180, 180), "seconds"), ("3.00 min", ""))
        self.assertEqual(written(Value.of([1, 2]), "number"), ("1.5", "1 to 2"))
        self.assertEqual(written(Value(3 * 2**30, 3 * 2**30, 3 * 2**30), "bytes"), ("3.00 GiB", ""))

    def test_interval_of_a_rate(self):
        rate = wilson(140, 1000)
        self.assertEqual(rate.middle, 0.14)
        self.assertAlmostEqual(rate.low, 0.1199, places=4)
        self.assertAlmostEqual(rate.high, 0.1629, places=4)
        self.assertEqual(wilson(0, 10).low, 0)
        self.assertAlmostEqual(wilson(10, 10).high, 1)

    def test_thread_numbers(self):
        self.assertEqual(thread_numbers([1, "all"], 1), [1])
        self.assertEqual(thread_numbers([1, "all"], 128), [1, 128])
        self.assertEqual(thread_numbers("powers", 2), [1, 2])
        self.assertEqual(thread_numbers("powers", 12), [1, 2, 4, 8, 12])


@unittest.skipUnless(HAS_MATPLOTLIB, "matplotlib is not installed: scripts/bootstrap figures")
class Rendering(Reproduce):
    @classmethod
    def setUpClass(cls):
        """Drawn once: it takes seconds."""
        folder = tempfile.TemporaryDirectory(prefix="nqueens-reproduce-")
        cls.addClassCleanup(folder.cleanup)
        cls.raw = pathlib.Path(folder.name) / "raw"
        cls.made = pathlib.Path(folder.name) / "made"
        cls.raw.mkdir()
        for figures in (SOLVE, COUNT, SCALING, SUCCESS, BOARDS):
            (cls.raw / f"{figures['table']}.json").write_text(json.dumps(figures),
                                                              encoding="utf-8")
        cls.done = run_script("--report", str(cls.raw), "--output", str(cls.made))

    def setUp(self):
        super().setUp()
        self.assertEqual(self.done.returncode, 0, self.done.stderr)

    def table(self, name):
        markdown = (self.made / "tables" / f"{name}.md").read_text(encoding="utf-8")
        with open(self.made / "tables" / f"{name}.csv", newline="", encoding="utf-8") as file:
            return markdown, list(csv.DictReader(file))

    def test_tables(self):
        markdown, rows = self.table("searches")
        self.assertIn("| algorithm | N | initial conflicts | time | iterations | evaluations | "
                      "published |\n", markdown)
        self.assertIn("| alpha | 8 | 8 | 2.00 ms (1.00 to 4.00) | 4 (2 to 6) | 10 | – |", markdown)
        self.assertIn("| alpha | 100 | 100 | 25.0 ms (12.5 to 50.0) | 4 (2 to 6) | 10 | 64 s |",
                      markdown)
        # A median of the fast ones would deceive.
        self.assertIn("| beta | 8 | – | 1 of 2 within 60 s | – | – | – |", markdown)
        self.assertIn("commit abc", markdown)
        self.assertAlmostEqual(float(rows[0]["seconds"]), 0.002)
        self.assertAlmostEqual(float(rows[0]["seconds_high"]), 0.004)

        markdown, rows = self.table("counts")
        self.assertIn("| 8 | 92 | 1.00 s (0.500 to 1.50) | 1.00 s (0.500 to 1.50) | "
                      "1.00 s (0.500 to 1.50) |", markdown)
        self.assertEqual(rows[1]["f_1"], "")
        markdown, _ = self.table("scales")
        self.assertIn("| strong | count | m | cores | 10 | 64 | 15.6 ms | 57.60 | 90.0 % |", markdown)
        markdown, _ = self.table("rates")
        self.assertIn("| a | 8 | 1,000 | 140 | 14.0 % (12.0 to 16.3) | 80 | 92 | about 14 % |",
                      markdown)

    def test_figures(self):
        names = {path.stem for path in (self.made / "figures").iterdir()}
        self.assertEqual(names, {"searches", "searches-conflicts", "searches-iterations", "counts",
                                 "rates", "scales-strong-speedup", "scales-strong-efficiency",
                                 "scales-weak-speedup", "scales-weak-efficiency"})
        for name in names:
            xml.etree.ElementTree.parse(self.made / "figures" / f"{name}.svg")
            self.assertTrue((self.made / "figures" / f"{name}.png").read_bytes()
                            .startswith(b"\x89PNG"))

    def test_the_same_raw_figures_give_the_same_files(self):
        before = {path.name: path.read_bytes() for path in self.made.rglob("*.*")}
        run_script("--report", str(self.raw), "--output", str(self.made))
        for path in self.made.rglob("*.*"):
            self.assertEqual(before[path.name], path.read_bytes(), path)

    def test_page(self):
        text = (self.made / "report.html").read_text(encoding="utf-8")
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
        self.assertEqual(page.tags.count("table"), 4)
        self.assertEqual(page.tags.count("svg"), 9)
        self.assertIn("currentColor", text)
        self.assertIn("A &lt;processor&gt;", text)
        self.assertIn("Eight &amp; more", text)
        self.assertIn(base64.b64encode(PICTURE).decode(), text)

    def test_raw_figures_that_lack_something(self):
        bad = copy.deepcopy(SOLVE)
        del bad["runs"][0]["result"]["statistics"]
        self.write("bad/searches.json", bad)
        self.refuse("raw figures lack what the table needs: searches; KeyError", "--report",
                    str(self.folder / "bad"), "--output", str(self.made))


class Compare(Reproduce):
    def test_ratio_of_medians(self):
        slower = copy.deepcopy(SOLVE)
        for run in slower["runs"]:
            if "result" in run and run["case"]["board_size"] == 8:
                run["result"]["seconds"] = 1 + 5 * (run["result"]["seconds"] - 1)
        slower["commit"] = "def"
        done = run_script("--compare", self.write("a.json", SOLVE),
                               self.write("b.json", slower))
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        lines = done.stdout.splitlines()
        self.assertRegex(lines[1], r"\Aalpha, 1 thread, N = 8 +2\.00 ms +10\.0 ms +5\.000  more\Z")
        self.assertRegex(lines[2], r"\Aalpha, 1 thread, N = 100 +25\.0 ms +25\.0 ms +1\.000\Z")
        self.assertRegex(lines[3], r"\Abeta, 1 thread, N = 8 .* 5\.000\Z")
        self.assertIn("searches: abc (2026-01-01 00:00 UTC) and def", lines[4])

    def test_every_kind(self):
        for figures in (COUNT, SCALING, SUCCESS):
            file = self.write(f"{figures['table']}.json", figures)
            done = run_script("--compare", file, file)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertIn(" 1.000", done.stdout)

    def test_refusals(self):
        good = self.write("good.json", SOLVE)
        self.refuse("cannot read raw figures: ", "--compare", good, str(self.folder / "none.json"))
        self.refuse("raw figures are not JSON: ", "--compare", good, self.write("x.json", "{"))
        self.refuse("not raw figures of a table: ", "--compare", good, self.write("y.json", "[]"))
        self.refuse("not raw figures of a table: ", "--compare", good,
                    self.write("z.json", {"schema_version": 1}))
        self.refuse("raw figures of another version: ", "--compare", good,
                    self.write("v.json", {**SOLVE, "schema_version": 2}))
        self.refuse("raw figures of different tables: searches and counts", "--compare", good,
                    self.write("counts.json", COUNT))
        self.refuse("nothing to compare: searches", "--compare", good,
                    self.write("empty.json", {**SOLVE, "runs": []}))
        self.refuse("nothing to compare: pictures", "--compare",
                    *[self.write("boards.json", BOARDS)] * 2)


class Arguments(Reproduce):
    def test_refusals(self):
        self.refuse("bad arguments: unrecognized arguments: --qick", "--qick")
        self.refuse("bad arguments: argument --compare", "--compare", "one.json")
        self.refuse("unknown table: nonsense; one of hill-climbing, ", "--only", "nonsense")
        self.refuse("no raw figures: ", "--report", str(self.folder))
        self.refuse("no program to measure", "--quick", "--output", str(self.folder))
        self.refuse("not a program: ", "--program", str(self.folder / "none"))

    def test_bad_definitions(self):
        def definitions(text):
            return "--list", "--definitions", self.write("tables.toml", text)
        head = '[[table]]\nid = "a"\ntitle = "t"\nnote = "n"\n'
        self.refuse("cannot read the definitions: ", "--list", "--definitions",
                    str(self.folder / "none"))
        self.refuse("definitions are not TOML: ", *definitions("[["))
        self.refuse("no table, or one twice: ", *definitions(""))
        self.refuse("unknown kind of table: x", *definitions(head + 'kind = "x"\n'))
        self.refuse("table a lacks an entry: arguments", *definitions(head + 'kind = "scaling"\n'))
        self.refuse("unknown entry of table a: sees",
                    *definitions(head + 'kind = "scaling"\narguments = []\nsees = 1\n'))
        self.refuse("table without title: b", *definitions('[[table]]\nid = "b"\nkind = "count"\n'
                                                           'note = ""\n'))

    def test_the_definitions_of_the_repository(self):
        for words in ((), ("--quick",)):
            done = run_script("--list", *words)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertEqual([line.split()[0] for line in done.stdout.splitlines()],
                             ["hill-climbing", "three-million", "counting", "scaling",
                              "large-boards", "success-rates", "boards"])


STAND_IN = """#!{python}
import json, sys
words = sys.argv[1:]
if "--seed" in words and words[words.index("--seed") + 1] == "2":
    sys.exit(75)
if words[0] == "count":
    sys.exit("nqueens: something broke")
if words[:2] == ["solve", "7"]:
    print("nqueens: not enough memory: 8; take a smaller board", file=sys.stderr)
    sys.exit(2)
if words[:2] == ["solve", "6"]:
    print("nqueens: unknown algorithm: x; give another", file=sys.stderr)
    sys.exit(2)
info = {info}
print(json.dumps({{**info, "schema_version": 1, "words": words, "columns": [1], "seconds": 1.0,
                  "solutions": [[1]], "memory_bytes": 1, "statistics": {{"verify_seconds": 0.5}}}}))
"""


class Measuring(Reproduce):
    def setUp(self):
        super().setUp()
        self.program = self.write("nqueens", STAND_IN.format(python=PYTHON, info=repr(INFO)))
        os.chmod(self.program, 0o755)

    def measure(self, definition):
        file = self.write("tables.toml", definition)
        return run_script("--program", self.program, "--definitions", file, "--output",
                               str(self.folder / "made"))

    @unittest.skipUnless(HAS_MATPLOTLIB, "matplotlib is not installed: scripts/bootstrap figures")
    def test_what_is_run_and_kept(self):
        done = self.measure(
            '[[table]]\nid = "a"\ntitle = "t"\nnote = "n"\nkind = "solve"\nseeds = 2\n'
            'sizes = [8, 9]\ntime_limit = 5\ncolumns = ["seconds"]\n'
            'series = [{ algorithm = "x", threads = [1, "all"], most = 8 },'
            ' { algorithm = "y", least = 9 }]\n'
            '[[table]]\nid = "b"\ntitle = "t"\nnote = "n"\nkind = "solve"\nseeds = 1\n'
            'sizes = [7]\ncolumns = ["seconds"]\nseries = [{ algorithm = "x" }]\n')
        self.assertEqual(done.returncode, 0, done.stderr)
        (file,) = (self.folder / "made" / "raw").glob("*/tables/a.json")
        kept = json.loads(file.read_text(encoding="utf-8"))
        self.assertEqual([run["case"] for run in kept["runs"]],
                         [{"algorithm": name, "board_size": size, "threads": threads, "seed": seed}
                          for seed in (1, 2)
                          for name, size, threads in (("x", 8, 1), ("x", 8, 2), ("y", 9, 1))])
        first = kept["runs"][0]
        self.assertEqual(first["result"]["words"],
                         "solve 8 --algorithm x --threads 1 --seed 1 --stats --format binary "
                         "--output /dev/null --time-limit 5 --json -q".split())
        for name in ("host", "columns", "solutions"):
            self.assertNotIn(name, first["result"])
        self.assertIs(kept["runs"][-1]["stopped"], True)
        self.assertEqual(kept["info"]["host"], INFO["host"])
        text = (self.folder / "made" / "tables" / "a.md").read_text(encoding="utf-8")
        self.assertIn("| x | 2 | 8 | 1 of 2 within 5 s |", text)
        text = (self.folder / "made" / "tables" / "b.md").read_text(encoding="utf-8")
        self.assertIn("| x | 7 | not enough memory |", text)

    def test_a_program_that_fails(self):
        done = self.measure('[[table]]\nid = "a"\ntitle = "t"\nnote = "n"\nkind = "count"\n'
                            'repetitions = 1\nsizes = [8]\nseries = [{ engine = "e" }]\n')
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertRegex(done.stderr, r"reproduce: nqueens count 8 [^\n]* ended with 1: nqueens: "
                                      r"something broke\n\Z")
        done = self.measure('[[table]]\nid = "a"\ntitle = "t"\nnote = "n"\nkind = "solve"\n'
                            'columns = []\nseeds = 1\nsizes = [6]\n'
                            'series = [{ algorithm = "x" }]\n')
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertIn("ended with 2: nqueens: unknown algorithm: x", done.stderr)


if __name__ == "__main__":
    unittest.main()
