#!/usr/bin/env python3
"""Runs scripts/reproduce: tables and pages of the repository are made of results/raw; and with a
stand-in for the program: what is measured and kept, and what a stopped run resumes."""

import collections
import csv
import hashlib
import itertools
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import textwrap
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))
from reproduction import kinds, pages, parallel_tables, raw
# As scripts/reproduce does: packages of Debian serve no other.
PYTHON = "/usr/bin/python3" if os.access("/usr/bin/python3", os.X_OK) else sys.executable
needs_figures = unittest.skipIf(
    subprocess.run([PYTHON, "-c", "import matplotlib, markdown"], capture_output=True,
                   check=False).returncode, "packages are missing: scripts/bootstrap figures")
HOST = {"name": "h", "processor": "A", "usable_processors": 2, "caches": [],
        "instruction_sets": ["portable", "avx2"],
        "memory_bytes": 8 * 2**30}
SOLVES = ('kind = "solves"\nkept = ["seconds"]\ncolumns = "seconds time"\ntime_limit = 5\n')


def definitions_of(texts):
    """A file of tables, each with what its kind needs."""
    return "".join(f'[[table]]\nid = "{name}"\ntitle = "t"\nnote = "A note."\n{text}\n'
                   for name, text in texts.items())


class Reproduce(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="nqueens-reproduce-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        # The load is the first word of LOADS, or 0; sleeping leads to the next word.
        self.write("python/sitecustomize.py", "import os, time\n"
                   "loads = list(map(float, os.environ.get('LOADS', '0').split()))\n"
                   "os.getloadavg = lambda: (loads[0], 0, 0)\n"
                   "time.sleep = lambda _: len(loads) > 1 and loads.pop(0)\n")

    def write(self, name, text):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def run_script(self, *words, code=0, **settings):
        environment = {**os.environ, "PYTHONPATH": f"{self.folder}/python:{ROOT}/scripts",
                       "PYTHONDONTWRITEBYTECODE": "1", **settings}
        done = subprocess.run([PYTHON, "-m", "reproduction", *map(str, words)], env=environment,
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, code, (words, done.stderr))
        return done.stdout, done.stderr

    def refuse(self, words, *arguments):
        said = self.run_script(*arguments, code=2)
        self.assertRegex(said[1], r"\Areproduce: [^\n]+\n\Z")
        self.assertIn(words, said[1])


class Packages(Reproduce):
    def test_nothing_is_installed_unasked(self):
        for name, body in (("dpkg-query", "exit 1"), ("apt-get", f"touch {self.folder}/called")):
            self.write(f"bin/{name}", f"#!/bin/sh\n{body}\n").chmod(0o755)
        said = self.run_script("--report", code=2, PATH=f"{self.folder}/bin:{os.environ['PATH']}")[1]
        self.assertRegex(said, r"\Areproduce: packages are missing: .*python3-matplotlib.*; install "
                               r"them, or add --install\n\Z")
        self.assertFalse((self.folder / "called").exists())


class Results(Reproduce):
    def copy_results(self):
        for name in ("raw", "pictures", "tables"):
            shutil.copytree(ROOT / "results" / name, self.folder / name)

    def test_tables_and_pages_are_made_of_the_raw_figures(self):
        self.assertRegex("".join(self.run_script("--check")), r"\A(reproduce: the machine was busy [^\n]*\n)?\Z")

    def test_check_sees_a_change(self):
        self.copy_results()
        table = self.folder / "tables" / "breaks.md"
        table.write_text(table.read_text(encoding="utf-8").replace("| cuts |", "| cut |"), encoding="utf-8")
        said = self.run_script("--check", "--output", self.folder, code=1)[1]
        self.assertIn("breaks.md; run scripts/reproduce --report", said)

    @needs_figures
    def test_the_report(self):
        self.copy_results()
        self.run_script("--report", "--output", self.folder)
        self.run_script("--check", "--output", self.folder)
        text = (self.folder / "report.html").read_text(encoding="utf-8")
        for target in re.findall(r'\b(?:src|href)="([^"]*)"', text):
            self.assertRegex(target, r"\A(#|data:image/)", "the page loads something")
            if target.startswith("#"):
                self.assertEqual(text.count(f'id="{target[1:]}"'), 1)
        self.assertNotRegex(text, r"@import|url\(|<script")
        # What other pages show has three tables, each section one; all are folded.
        self.assertEqual(text.count("<table>"), 3 + len(os.listdir(self.folder / "tables")))
        self.assertEqual(text.count("<summary>Table</summary>"), text.count("<table>"))
        self.assertEqual(text.count("<picture>"), 3)
        self.assertGreater(text.count("<figcaption>"), 7)
        self.assertEqual(text.count("<img "), text.count("<picture>") + text.count("<figcaption>"))
        self.assertEqual(text.count("<picture>"), text.count("prefers-color-scheme: dark)\" srcset"))
        self.assertIn("<td>EvgenyKluev/N-Queens-Count-Sol</td>", text)

    def test_the_list(self):
        for words in (["--list"], ["--list", "--quick"]):
            lines = self.run_script(*words)[0].splitlines()
            self.assertEqual([line.split()[0] for line in lines],
                             ["counting", "peers", "whole-boards", "forecasts", "large-boards",
                              "scaling", "hill-climbing", "success-rates", "exclusions",
                              "estimates", "steps", "tasks", "serial", "simulation", "breaks",
                              "boards"])


def halves(size, colour):
    """(rows, columns) -> how many placements of queens on squares of one colour (0 white, 1 black)
    stand on these lines without an attack."""
    found = collections.Counter()

    def place(row, queens):
        if row == size:
            found[frozenset(r for r, _ in queens), frozenset(c for _, c in queens)] += 1
            return
        place(row + 1, queens)
        for column in range((row + colour) % 2, size, 2):
            if all(column != c and abs(column - c) != row - r for r, c in queens):
                place(row + 1, [*queens, (row, column)])
    place(0, [])
    return found


class Unit:
    """Some rows of 12 queens: placements of the four quarters, and the weights of symmetry."""
    even, odd = frozenset(range(0, 12, 2)), frozenset(range(1, 12, 2))

    def __init__(self, even_rows):
        self.even_rows = frozenset(even_rows)
        self.first = [[it for it in self.placements(rows, parity) if self.weight(it[0])]
                      for parity, rows in enumerate((self.even_rows, self.even - self.even_rows))]

    def weight(self, lines):
        """2, 1 or 0: the key of the lines is below, equal to or above that of the even rows."""
        def key(lines):
            bits = sum(1 << (11 - line if line % 2 else line) // 2 for line in lines)
            return min(bits, 63 - bits)
        return (key(lines) < key(self.even_rows)) + (key(lines) <= key(self.even_rows))

    @staticmethod
    def placements(rows, parity):
        """(columns, diagonals and antidiagonals) of queens in these rows, on columns of a parity."""
        found = [(frozenset(), frozenset())]
        for row in rows:
            found = [(columns | {column}, lines | {column - row, 100 + column + row})
                     for columns, lines in found for column in range(parity, 12, 2)
                     if column not in columns and not lines & {column - row, 100 + column + row}]
        return found

    @staticmethod
    def pairs(first, second):
        return collections.Counter((a[0], b[0]) for a in first for b in second if not a[1] & b[1])

    def solutions(self, white, black):
        """Without the row weight."""
        return sum(number * black[self.odd - odd, self.even - even] *
                   min(self.weight(even), self.weight(odd)) for (even, odd), number in white.items())


class Pages(unittest.TestCase):
    page = (ROOT / "src/engine/colour_join/README.md").read_text(encoding="utf-8")

    def test_sums_by_hand(self):
        """The tables of the page of the colour join: rows of the white queens, the products of
        halves, their sum."""
        for size, solutions in ((6, 4), (8, 92)):
            white, black, lines = halves(size, 0), halves(size, 1), frozenset(range(size))
            expected = collections.defaultdict(list)
            for (rows, columns), number in white.items():
                if other := black[lines - rows, lines - columns]:
                    expected[rows].append((number, other))
            shown, total = {}, 0
            table = self.page.partition(f"<!-- {size} queens -->")[2].partition("<!-- end -->")[0]
            for rows, products, number in re.findall(r"\| ([\d ]+) \|.*\| ([\d· +]+) \| (\d+) \|", table):
                shown[frozenset(map(int, rows.split()))] = [
                    tuple(map(int, it.split("·"))) for it in products.split(" + ")]
                total += int(number)
                self.assertEqual(sum(a * b for a, b in shown[frozenset(map(int, rows.split()))]), int(number))
            # The other half are the rows of mirror images.
            if size == 8:
                shown |= {lines - rows: [(b, a) for a, b in products] for rows, products in shown.items()}
                total *= 2
            self.assertEqual({rows: sorted(it) for rows, it in shown.items()},
                             {rows: sorted(it) for rows, it in expected.items()})
            self.assertEqual(total, solutions)
            self.assertIn(f"{size} x {size} squares there are {white.total():,} halves", self.page)

    def test_the_unit_of_a_row_set(self):
        unit, odd_rows = Unit({0, 6, 8}), frozenset({1, 5, 7})
        lanes = [{columns for columns, _ in it} for it in unit.first]
        all_o = unit.placements(odd_rows, 1)
        o = [it for it in all_o if unit.odd - it[0] in lanes[1]]
        all_g = unit.placements(unit.odd - odd_rows, 0)
        g = [it for it in all_g if unit.even - it[0] in lanes[0]]
        white, black = unit.pairs(unit.first[0], o), unit.pairs(unit.first[1], g)
        solutions = unit.solutions(white, black)
        weight = 2 * unit.weight(odd_rows)
        self.assertEqual([len(it) for it in unit.first + lanes], [44, 44, 16, 16])
        self.says("R_e = {0, 6, 8} and R_o = {1, 5, 7}", "44 of each colour, in 16 lanes",
                  f"{len(all_o)}, of which {len(o)} stand on a column set",
                  f"16 x 16 numbers for {white.total()} pairs, and the largest of them, "
                  f"{max(white.values())}",
                  f"({len(all_g)} g, {len(g)} of them with a row, {black.total()} pairs)",
                  f"number times factor: {solutions}",
                  f"{weight} · {solutions} = {weight * solutions}")

    def test_the_unit_of_a_column_set(self):
        unit, columns = Unit({0, 2, 6, 8}), frozenset({0, 4, 6, 10})
        e = [it for it in unit.first[0] if it[0] == columns]
        f = unit.first[1]
        sets, found, pairs, solutions = 0, 0, 0, 0
        for odd_rows in map(frozenset, itertools.combinations(unit.odd, 4)):
            if weight := 2 * unit.weight(odd_rows):
                white = unit.pairs(e, unit.placements(odd_rows, 1))
                black = unit.pairs(f, [it for it in unit.placements(unit.odd - odd_rows, 0)
                                       if it[0] == unit.even - columns])
                sets += 1
                found += black.total()
                pairs += white.total()
                solutions += weight * unit.solutions(white, black)
        self.says("R_e = {0, 2, 6, 8}, C_e = {0, 4, 6, 10}",
                  f"the f, {len(f)} in {len({it for it, _ in f})} lanes",
                  f"the {sets} sets R_o", f"the e on C_e, {len(e)} of them", f"Black has {found} pairs",
                  f"finds {pairs} pairs", f"{solutions} solutions")

    def says(self, *texts):
        page = " ".join(self.page.split())
        for text in texts:
            self.assertIn(text, page)

    def test_the_formula_is_that_of_the_plain_join(self):
        quoted = self.page.partition("```cpp\n")[2].partition("```")[0]
        program = (ROOT / "tests/engine/plain_join.hpp").read_text(encoding="utf-8")
        self.assertIn("white * others", quoted)
        self.assertIn(textwrap.indent(quoted, "  "), program)

    def test_growth_of_steps(self):
        lines = (ROOT / "results/tables/steps.md").read_text(encoding="utf-8").splitlines()
        rows = {row[1]: row for row in ([it.strip() for it in line.split("|")] for line in lines)
                if len(row) == 7}
        growth = [int(rows["17"][place].replace(",", "")) / int(rows["16"][place].replace(",", ""))
                  for place in (2, 3)]
        page = " ".join(self.page.split())
        self.assertIn("From N = 16 to 17 the queens that backtracking tries become {:.1f} times as many, "
                      "pairs {:.1f} times".format(*growth), page)

    def test_the_journal_in_numbers(self):
        file = ROOT / "results/journals/25.nqj"
        head, *lines = file.read_text(encoding="utf-8").splitlines()
        tallies = [int(line.split()[1]) for line in lines if line[0] != "#"]
        self.assertEqual(sum(tallies), 2_207_893_435_808_352)
        page = " ".join((ROOT / "results/README.md").read_text(encoding="utf-8").split())
        for number in (f"{sum(tallies):,}", re.search(r"plan=(\w+)", head)[1], f"{len(tallies):,} tasks",
                       hashlib.sha256(file.read_bytes()).hexdigest()):
            self.assertIn(number, page)

    def test_notes_tell_the_number_of_seeds(self):
        for name, seeds in (("hill-climbing", 11), ("large-boards", 5)):
            text = (ROOT / f"results/tables/{name}.md").read_text(encoding="utf-8")
            self.assertIn(f"Median of {seeds} seeds, with the smallest and the largest.", text)

    def test_hangs_of_mpirun_are_told(self):
        figures = raw.read_raw(next(raw.RESULTS.glob("raw/*/breaks.jsonl")), {})
        for number, said in ((0, "neither crashed nor hung ("), (2, "nor hung; mpirun hung 2 times")):
            figures.runs = [{"seconds": 60, "did": {"hangs of mpirun without ranks": number}}]
            self.assertIn(said, pages.breaks(figures)[1])

    def test_forecasts_of_whole_boards(self):
        raws = raw.read_newest(raw.RESULTS, kinds.read_definitions(raw.RESULTS / "tables.toml"))
        tasks = raws["tasks"]
        sentence = pages.next_number(raws["counting"], raws["whole-boards"], tasks)[1]
        self.assertIn(f"commit {tasks.head['commit']}", sentence)
        with open(tasks.folder / "tasks" / "28.csv", newline="", encoding="utf-8") as file:
            drawn = list(csv.DictReader(file))
        depth = min(int(task["depth"]) for task in drawn)
        hours = sum(float(task["stands_for"]) * float(task["seconds"]) / 3600
                    for task in drawn if int(task["depth"]) == depth)
        said = re.search(r"28 queens would take ([\d,]+) ± [\d,]+ core hours", sentence)[1]
        self.assertAlmostEqual(float(said.replace(",", "")) / hours, 1, delta=0.006)

    def test_a_free_thread_takes_the_next_task(self):
        for tasks, threads, last in (([3, 1, 2], 2, 3), ([1, 1, 4], 2, 5), ([2, 2], 1, 4)):
            self.assertEqual(parallel_tables.Serial.last_end(tasks, threads), last)

    def test_the_citation_names_this_version(self):
        citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
        version = re.search(r"project\(nqueens VERSION ([\d.]+)",
                            (ROOT / "CMakeLists.txt").read_text(encoding="utf-8"))[1]
        self.assertIn(f"\nversion: {version}\n", citation)
        date = re.search(r"\ndate-released: (.+)\n", citation)[1]
        self.assertIn(f"\n## {version} ({date})\n", (ROOT / "NEWS.md").read_text(encoding="utf-8"))


class Arguments(Reproduce):
    def test_refusals(self):
        self.refuse("unrecognized arguments: --qick; scripts/reproduce --help", "--qick")
        self.refuse("unknown table: nonsense; one of counting, ", "nonsense")
        self.refuse("give tables or --all, not both", "--all", "counting")
        self.refuse("nothing to do", "--output", self.folder)
        self.refuse("no raw figures below ", "--check", "--output", self.folder)

    def test_bad_definitions(self):
        for text in ("[[", "", definitions_of({"a": 'kind = "x"'}), '[[table]]\nkind = "scaling"\n',
                     definitions_of({"a": 'kind = "counts"'})):
            self.refuse("tables.toml", "--list", "--definitions", self.write("tables.toml", text))
        self.refuse("cannot read ", "--list", "--definitions", self.folder / "none")


STAND_IN = """#!{python}
import json, os, sys
words = sys.argv[1:]
with open({log!r}, "a") as log:
    print(*words, file=log)
seed = words[words.index("--seed") + 1] if "--seed" in words else "0"
if os.path.exists({log!r} + ".broken") and seed == "2":
    sys.exit("nqueens: something broke")
if words[:2] == ["solve", "9"] and seed == "2":
    sys.exit(75)
if words[:2] == ["solve", "7"]:
    print("nqueens: not enough memory: 8; take a smaller board", file=sys.stderr)
    sys.exit(2)
if words[:2] == ["solve", "6"]:
    print("nqueens: unknown algorithm: x; give another", file=sys.stderr)
    sys.exit(2)
if words[0] == "bench":
    threads = [int(number) for number in words[words.index("--threads") + 1].split(",")]
    print(json.dumps({{"rows": [
        {{"scaling": "weak", "threads": number, "threads_used": number, "work": number,
          "seconds": [1, 1], "board_size": 50 * number, "speedup": number, "efficiency": 1}}
        for number in threads]}}))
    sys.exit()
if words[0] == "count" and "--journal" in words:
    open(words[words.index("--journal") + 1], "w").write("journal")
print(json.dumps({{"host": {host}, "build": {{"compiler": "g++ 12"}}, "seconds": 1.0,
                  "memory_bytes": 1, "statistics": {{"verify_seconds": 0.5}}, "solutions": "92",
                  "engine": "e", "tasks": 3, "tasks_resumed": 0, "recounted": 2, "agreed": 2,
                  "forecast": words[1] != "8" and {{"seconds": 1e-9, "error": 0.1, "is_least": words[1] == "10"}}}}))
"""


@needs_figures
class Measuring(Reproduce):
    def setUp(self):
        super().setUp()
        self.log = self.folder / "log"
        self.write("build/src/cli/nqueens", STAND_IN.format(
            python=PYTHON, host=repr(HOST), log=str(self.log))).chmod(0o755)

    def measure(self, definitions, *words, code=0, **settings):
        file = self.write("tables.toml", definitions_of(definitions))
        return self.run_script("--build", self.folder / "build", "--definitions", file, "--output",
                               self.folder / "made", *(words or ("--all",)), code=code, **settings)[1]

    def kept(self, name):
        (file,) = (self.folder / "made" / "raw").glob(f"h-*/{name}")
        return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]

    def commands(self):
        lines = self.log.read_text(encoding="utf-8").splitlines()
        self.log.unlink()
        return [line for line in lines if not line.startswith("info")]

    def table(self, name):
        return (self.folder / "made" / "tables" / f"{name}.md").read_text(encoding="utf-8")

    def test_what_is_run_and_kept(self):
        self.measure({"a": SOLVES + 'seeds = 2\nsizes = [8, 9]\nseries = [{ algorithm = "x", '
                      'threads = [1, "all"], max = 8 }, { algorithm = "y", min = 9 }]',
                      "b": SOLVES + 'seeds = 1\nsizes = [7]\nseries = [{ algorithm = "x" }]'})
        head, *runs, end = self.kept("a.jsonl")
        self.assertEqual(runs, [
            {"algorithm": name, "board_size": size, "threads": threads, "seed": seed,
             **({"stopped": True} if (size, seed) == (9, 2) else {"seconds": 0.5})}
            for seed in (1, 2) for name, size, threads in (("x", 8, 1), ("x", 8, 2), ("y", 9, 1))])
        self.assertEqual((head["table"], head["compiler"]), ("a", "g++ 12"))
        self.assertIn("measured_seconds", end)
        self.assertEqual(self.commands()[0], "solve 8 --algorithm x --threads 1 --seed 1 --stats "
                         "--format npy --output /dev/null --time-limit 5 --json -q")
        self.assertIn("| x | 2 | 8 | 500\u00a0ms |", self.table("a"))
        self.assertIn("| y | 1 | 9 | 1 of 2 within 5 s |", self.table("a"))
        self.assertIn("| x | 7 | not enough memory |", self.table("b"))

    def test_other_programs_are_built_of_a_commit_and_checked(self):
        source = self.write("clones/peer/sub/count.c", "")
        git = ["git", "-C", str(source.parents[1]), "-c", "user.name=a", "-c", "user.email=a@b"]
        for words in (["init", "-q"], ["add", "."], ["commit", "-qm", "a"], ["tag", "old"]):
            subprocess.run([*git, *words], check=True)
        source.write_text("never built", encoding="utf-8")
        peers = {"peers": 'kind = "peers"\nsizes = [8, 16, 17]\n'
                 'peer = [{ program = "A", method = "m", repository = "a/peer", commit = "old", '
                 'year = 2020, where = "sub", max = 16, '
                 'build = "test ! -s count.c && echo 92 14,772,512 > N", run = "cat N" }]'}
        self.measure(peers, "--all", code=2)  # nothing to show
        self.assertEqual(list(self.folder.glob("made/raw/*/peers.jsonl")), [])
        self.assertIn("with --peers FOLDER only", self.measure(peers, "peers", code=2))
        self.measure(peers, "peers", "--peers", self.folder / "clones")
        self.assertEqual([run["board_size"] for run in self.kept("peers.jsonl")[1:-1]],
                         [8, 8, 8, 16, 16, 16])
        self.assertIn("| A | m | ", self.table("peers"))
        peers["peers"] = peers["peers"].replace(" 14,772,512", " 214,772,512")
        self.assertIn("A did not print 14772512: 92 214,772,512",
                      self.measure(peers, "peers", "--peers", self.folder / "clones", code=1))

    def test_whole_boards_are_audited(self):
        self.measure({"w": 'kind = "whole-boards"\nsizes = [9]\nthreads = ["all"]\naudited = 2\ncolumns = "'
                      'number N|number solutions|text engine|number threads|seconds time|'
                      'number tasks|text audited"'})
        commands = self.commands()
        self.assertRegex(commands[0], r"\Acount 9 .* --check --journal \S+ --json -q\Z")
        self.assertRegex(commands[1], r"\Aaudit \S+-9\.nqj --samples 2 --threads 2 --json\Z")
        self.assertIn("| 3 | 2 of 2 agree |", self.table("w"))

    def test_forecasts_stand_beside_the_times(self):
        self.measure({"f": 'kind = "forecasts"\nsizes = [8, 9]\nthreads = ["all"]\ncase = [{ board_size = 10, shards = 4 }]\n'
                      'columns = "number N|text shard|seconds forecast|percent ±|seconds time|ratio ratio|'
                      'text within"'})
        self.assertEqual([line.split(" --check")[0] for line in self.commands()][2:5],
                         ["count 9 --threads 2 --dry-run --json", "count 9 --threads 2",
                          "count 10 --threads 2 --shard 1/4 --dry-run --json"])
        text = self.table("f")
        self.assertRegex(text, r"\| 8 \| all \| none \| – \| [^|]+ \| – \| – \|")
        self.assertRegex(text, r"\| 9 \| all \| 0\.00100.us \| 20.% \| [^|]+ \| [\d.]+ \| no \|")
        self.assertRegex(text, r"\| 10 \| 1/4 \| [^|]+ \| at least \| [^|]+ \| [\d.]+ \| yes \|")

    def test_times_wait_for_a_quiet_machine(self):
        tables = {"a": SOLVES + 'seeds = 1\nsizes = [8]\nseries = [{ algorithm = "x" }]',
                  "b": 'kind = "pictures"\ncase = [{ file = "b.svg", caption = "c", command = "nqueens list 8 -q | nqueens draw -" }]'}
        self.assertRegex(self.measure(tables, "a", "--raw", LOADS="3 1.5 0.5"), "waits .* load, 3.0, ")
        self.assertEqual(self.kept("a.jsonl")[0]["load_before"][0], 0.5)
        self.assertIn("the machine is busy", self.measure(tables, "a", LOADS="3 1.5"))
        self.assertIn(", load 1.5 before and 1.5 after. The machine was busy when this", self.table("a"))
        self.assertIn("was busy when these began, measure them again: a\n", self.measure(tables, "--check"))
        for words in ("b", "--raw"), ("a", "--raw", "--quick"):
            self.assertNotRegex(self.measure(tables, *words, LOADS="3"), "wait|busy")

    def test_tables_of_a_larger_machine_are_kept_unless_asked(self):
        tables = {name: SOLVES + 'seeds = 1\nsizes = [8]\nseries = [{ algorithm = "x" }]' for name in "ab"}
        self.write("made/raw/larger/host.json", json.dumps(HOST | {"usable_processors": 16}))
        self.write("made/raw/larger/a.jsonl", '{"table": "a", "date": "2026"}\n')
        said = self.measure(tables, "b", "a", "--raw", code=2)
        self.assertRegex(said, r"\Areproduce: [^\n]* --replace [^\n]*: a\n\Z")
        self.assertIn("replaces them: a\n", self.measure(tables, "--all", "--raw"))
        self.assertEqual(len(self.commands()), 1)  # that of b, just now
        self.measure(tables, "a", "--raw", "--replace")
        self.assertEqual(len(self.commands()), 1)

    def test_scaling_by_a_bundle(self):
        # No C library: a bundle uses that of the machine.
        bundle = self.folder / "bundle"
        program = self.folder / "build/src/cli/nqueens"
        script = program.read_text(encoding="utf-8")
        shutil.copy("/bin/sh", program)
        self.run_script("--build", self.folder / "build", "--bundle", bundle)
        self.assertFalse(list((bundle / "lib").glob("libc.*")))
        self.assertRegex((bundle / "commit").read_text(encoding="utf-8"), r"\A([0-9a-f]{7,}|unknown)(-dirty)?\Z")
        (bundle / "commit").write_text("0123abc", encoding="utf-8")
        self.write("bundle/src/cli/nqueens", script)
        tables = {"s": 'kind = "scaling"\ncolumns = "text scaling|text command|text method|'
                  'text pinning|number N|number threads|text work|seconds time|ratio speedup|'
                  'rate efficiency"\nseries = ['
                  '{ command = "count", method = "m", size = 8, words = "count 8", runs = 2, '
                  'pinnings = ["none", "cores"], threads = [1, 4, "all"] }, '
                  '{ command = "a search", method = "m", size = 100, words = "solve QUEENS", runs = 1 }, '
                  '{ command = "count", method = "m", size = 22, words = "count 22", runs = 1, '
                  'processors = 3 }]'}
        file = self.write("tables.toml", definitions_of(tables))
        self.run_script("s", "--raw", "--build", bundle, "--definitions", file, "--output",
                        self.folder / "made")
        self.assertEqual(self.commands(), [
            "bench scaling --runs 2 --threads 1,2 --pin none --json -- count 8",
            "bench scaling --runs 2 --threads 1,2 --pin cores --json -- count 8",
            "bench scaling --runs 1 --threads 1,2 --pin none --queens 100 --json -- solve QUEENS"])
        self.assertEqual(self.kept("s.jsonl")[0]["commit"], "0123abc")
        self.assertFalse((self.folder / "made/tables").exists())
        self.measure(tables, "--report")
        self.assertIn("| weak | a search | m | none | 100 | 2 | 2x | 1.00\u00a0s | 2.00 | 100.0\u00a0% |\n",
                      self.table("s"))

    def test_a_stopped_run_goes_on_and_a_finished_one_is_kept(self):
        tables = {"a": SOLVES + 'seeds = 3\nsizes = [8]\nseries = [{ algorithm = "x" }]'}
        broken = self.log.with_name("log.broken")
        broken.touch()
        self.assertIn("something broke", self.measure(tables, code=1, LOADS="1"))
        self.assertEqual([run["seed"] for run in self.kept("a.jsonl.part")[1:]], [1])
        broken.unlink()
        self.commands()
        self.measure(tables, "--all", "--raw", LOADS="2")
        self.assertEqual(self.kept("a.jsonl")[0]["load_before"][0], 2)  # the larger of both
        self.assertEqual([command.split()[7] for command in self.commands()], ["2", "3"])
        self.assertEqual([run["seed"] for run in self.kept("a.jsonl")[1:-1]], [1, 2, 3])
        self.assertIs(self.kept("a.jsonl")[-1]["resumed"], True)
        self.assertIn("a is measured already", self.measure(tables, "--all", "--raw"))
        self.assertEqual(self.commands(), [])
        self.measure(tables, "a", "--raw")
        self.assertEqual(len(self.commands()), 3)
        # The newest raw figures are shown, and none that lack something.
        (raw,) = (self.folder / "made" / "raw").glob("h-*/a.jsonl")
        newer = self.write("made/raw/other/a.jsonl", raw.read_text(encoding="utf-8").replace(
            '"date": "2', '"date": "3').replace('"seconds": 0.5', '"seconds": 2'))
        self.write("made/raw/other/host.json", json.dumps(HOST | {"processor": "B"}))
        self.measure(tables, "--report")
        self.assertIn("| x | 8 | 2.00\u00a0s |", self.table("a"))
        self.assertIn("\nB with AVX2, 2 hardware threads", self.table("a"))
        newer.write_text(newer.read_text(encoding="utf-8").replace("algorithm", "method"),
                         encoding="utf-8")
        self.assertIn("raw figures of a lack what the table needs (KeyError",
                      self.measure(tables, "--report", code=2))

    def test_a_program_that_fails(self):
        table = {"a": SOLVES + 'seeds = 1\nsizes = [6]\nseries = [{ algorithm = "x" }]'}
        self.assertIn("ended with 2: nqueens: unknown algorithm: x", self.measure(table, code=1))
        (self.folder / "build/src/cli/nqueens").unlink()
        self.assertIn("not a program: ", self.measure(table, code=2))


if __name__ == "__main__":
    unittest.main()
