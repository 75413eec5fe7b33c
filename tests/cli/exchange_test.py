"""Files for other programs, and from them: CSV, JSON, instances of MiniZinc and CSPLib."""

import csv
import io
import json
import pathlib
import shutil
import subprocess
import sys
import unittest

import program
from program import ProgramTest

CONVERTER = pathlib.Path(__file__).parents[2] / "examples" / "from_minizinc.py"


def rows_of(text):
    return list(csv.DictReader(io.StringIO(text, newline=""), strict=True))


def same(cell, value):
    """Whether a cell of CSV has the value of JSON."""
    if isinstance(value, (list, bool)) or value is None:
        return cell == "" if value is None else json.loads(cell) == value
    return cell == value if isinstance(value, str) else float(cell) == value


class Tables(ProgramTest):
    def check_row(self, row, members):
        """The row has the members of the object, but for times, and no others."""
        for name, value in members.items():
            if name not in ("schema_version", "command", "outcome"):
                cell = row.pop(name)
                self.assertTrue(same(cell, value) or "seconds" in name, (name, cell, value))
        self.assertEqual(row, {})

    def test_counts(self):
        for words in (["6..9"], ["8"], ["4..8", "--fundamental", "--check"], ["8", "--symmetry"],
                      ["3x5"], ["4..6", "--variant", "torus"]):
            rows = rows_of(self.succeed("count", *words, "--format", "csv"))
            answer = self.json_of("count", *words)
            for row, one in zip(rows, answer.get("counts", [answer]), strict=True):
                self.check_row(row, one)
        rows = rows_of(self.succeed("count", "0..12", "--format", "csv"))
        self.assertEqual([int(row["solutions"]) for row in rows], program.SOLUTIONS[:13])

    def test_a_file(self):
        path = self.path("counts.csv")
        self.assertEqual(self.succeed("count", "4..6", "-o", path), "")
        self.assertEqual([row["solutions"] for row in rows_of(self.read("counts.csv"))],
                         ["2", "10", "4"])
        for words in (["count", "5"], ["estimate", "20", "--samples", "10"]):
            answer = self.json_of(*words, "-o", path)
            self.assertEqual((answer.pop("output"), answer.pop("format")), (path, "csv"))
            self.check_row(*rows_of(self.read("counts.csv")), answer)

    def test_a_stopped_range_keeps_its_rows(self):
        done = program.run("count", "8..20", "--engine", "bitmask", "--format", "csv",
                           "--time-limit", "1")
        self.assertEqual(done.returncode, 75)
        rows = rows_of(done.stdout)
        self.assertGreater(len(rows), 1)
        for row in rows[:7]:
            self.assertEqual(row["solutions"], str(program.SOLUTIONS[int(row["board_size"])]))
        done = program.run("count", "8..20", "--engine", "bitmask", "-o", self.path("x.csv"),
                           "--time-limit", "0.5")
        self.assertEqual((done.returncode, done.stdout, self.files()), (75, "", ["x.csv"]))
        self.assertEqual(rows_of(self.read("x.csv"))[0]["solutions"], "92")

    def test_plans_have_the_columns_of_all(self):
        rows = rows_of(self.succeed("count", "8..15", "--dry-run", "--format", "csv"))
        self.assertEqual([row["board_size"] for row in rows], [str(n) for n in range(8, 16)])
        for row in rows:
            self.assertEqual(int(row["memory.total_bytes"]),
                             int(row["memory.shared_bytes"]) + int(row["memory.plan_bytes"]) +
                             int(row["threads"]) * int(row["memory.bytes_per_thread"]))
            self.assertEqual(row["memory.fits"], "true")

    def test_estimates_of_all_boards_have_the_same_columns(self):
        texts = [self.succeed("estimate", board, "--samples", "20", "--format", "csv", "-q")
                 for board in ("3", "8", "20", "40")]
        self.assertEqual(len({text.splitlines()[0] for text in texts}), 1)
        (row,) = rows_of(texts[1])
        self.assertEqual([float(row[name]) for name in ("low", "estimate", "high")], [92] * 3)
        (row,) = rows_of(texts[2])
        self.assertLess(float(row["low"]), float(row["estimate"]))

    def test_scaling(self):
        rows = rows_of(self.succeed(
            "bench", "scaling", "--threads", "1", "--runs", "3", "--pin", "none", "--format", "csv",
            "--", "solve", "1000"))
        self.assertEqual([(row["command"], row["board_size"], row["threads"]) for row in rows],
                         [("solve", "1000", "1")])
        seconds = sorted(json.loads(rows[0]["seconds"]))
        self.assertEqual(float(rows[0]["median_seconds"]), seconds[1])

    @unittest.skipUnless(shutil.which("Rscript") or shutil.which("ssconvert"), "needs R or gnumeric")
    def test_other_programs_read_it(self):
        path = self.path("counts.csv")
        self.succeed("count", "4..12", "--check", "-o", path)
        if shutil.which("Rscript"):
            line = f"cat(sum(read.csv('{path}')$solutions))"
            told = subprocess.run(["Rscript", "-e", line], capture_output=True, text=True, check=True)
            self.assertEqual(told.stdout, str(sum(program.SOLUTIONS[4:13])))
        if shutil.which("ssconvert"):
            subprocess.run(["ssconvert", "-T", "Gnumeric_stf:stf_csv", path, self.path("again.csv")],
                           capture_output=True, check=True)
            self.assertEqual(rows_of(self.read("again.csv"))[0]["board_size"], "4")


class Lists(ProgramTest):
    def test_csv(self):
        for words in (["8"], ["3"], ["11", "--limit", "7"], ["3x4"], ["12", "--fundamental"],
                      ["8", "--by", "qs4", "--seed", "1"], ["7", "--place", "0:3"]):
            text = self.succeed("list", *words, "--format", "csv")
            names, *rows = csv.reader(io.StringIO(text, newline=""), strict=True)
            self.assertEqual(names, [f"row{row}" for row in range(len(names))])
            self.assertEqual([" ".join(row) for row in rows],
                             self.succeed("list", *words).splitlines())
            self.succeed("list", *words, "-o", self.path("list.csv"))
            self.assertEqual(self.read("list.csv"), text)

    def check_read_back(self, said, code, *words):
        """What is written in each format is verified, as a file and through a pipe."""
        for form in ("txt", "csv", "npy", "json"):
            path = self.path("list." + form)
            self.succeed(*words, "-o", path)
            size = [] if form == "json" else words[1:2]
            for line, given in ((["verify", path, *size], b""),
                                (["verify", "-", *size], pathlib.Path(path).read_bytes())):
                done = program.run(*line, input=given, text=False)
                self.assertEqual((done.returncode, done.stdout.decode()), (code, said), form)

    def test_lists_are_read_back(self):
        self.check_read_back("92 solutions of 8 queens\n", 0, "list", "8")
        self.check_read_back("2 solutions of Q(4x6)\n", 0, "list", "4x6", "--limit", "2")
        self.check_read_back("0 placements\n", 1, "list", "3")
        self.check_read_back("0 placements\n", 1, "list", "6", "--place", "0:0")
        answer = json.loads(program.run("verify", "-", "--json", input="").stdout)
        self.assertEqual((answer["solution"], answer["placements"], answer["wrong"]),
                         (False, "0", []))

    def test_csv_of_other_programs(self):
        """Which may quote the names, end lines as Windows does, and begin with a mark."""
        text = self.succeed("list", "6", "--format", "csv")
        names, rows = text.split("\n", 1)
        for again in (",".join(f'"{name}"' for name in names.split(",")) + "\n" + rows,
                      text.replace("\n", "\r\n"), "\ufeff" + text, text.removesuffix("\n")):
            self.assertEqual(self.succeed("verify", "-", input=again), "4 solutions of 6 queens\n")
        one = self.succeed("list", "9", "--limit", "1", "--format", "csv")
        self.assertEqual(self.succeed("verify", "-", input=one), "1 solution of 9 queens\n")
        wrong = text.replace("1,3,5,0,2,4", "1,3,5,0,4,2")
        done = program.run("verify", "-", input=wrong)
        self.assertEqual(done.returncode, 1)
        self.assertTrue(done.stdout.startswith("line 2: not a solution: "), done.stdout)


class Json(ProgramTest):
    def test_solutions(self):
        for words in (["8"], ["1"], ["200000"], ["5x9"], ["8", "--place", "b4,d5"],
                      ["9", "--variant", "semi", "--block", "0:0"], ["7", "--variant", "torus"]):
            path, text = self.path("a.json"), self.path("a.txt")
            self.succeed("solve", *words, "--seed", "3", "-o", path)
            answer = json.loads(self.read("a.json"))
            self.file("a.txt", " ".join(map(str, answer["columns"])))
            board = [words[0], "--variant", answer.get("variant", "queens")]
            for printed in (self.read("a.json"), json.dumps(answer, indent=2),
                            json.dumps(answer, sort_keys=True)):
                self.assertEqual(self.succeed("verify", "-", input=printed),
                                 self.succeed("verify", text, *board))
                self.assertEqual(self.succeed("draw", "-", input=printed),
                                 self.succeed("draw", text, *board))
            self.assertEqual(self.succeed("draw", path, "--format", "svg"),
                             self.succeed("draw", text, *board, "--format", "svg"))

    def test_two_solutions(self):
        done = program.run("solve", "3x4", "--unique", "--json")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(self.succeed("verify", "-", input=done.stdout), "2 solutions of Q(3x4)\n")
        only = self.succeed("solve", "8", "--place", "0:0,1:4,2:7", "--unique", "--json")
        self.assertEqual(self.succeed("verify", "-", input=only), "solution: 8 queens\n")

    def test_lists(self):
        printed = self.succeed("list", "8", "--json", "--fundamental")
        self.assertEqual(self.succeed("draw", "-", input=printed),
                         self.succeed("list", "8", "--fundamental", "--format", "board"))
        answer = json.loads(printed)
        answer["solutions"][4][3:5] = reversed(answer["solutions"][4][3:5])
        done = program.run("verify", "-", input=json.dumps(answer))
        self.assertEqual(done.returncode, 1)
        self.assertTrue(done.stdout.startswith("placement 5: not a solution: "), done.stdout)
        none = program.run("solve", "3", "--json").stdout
        done = program.run("verify", "-", input=none)
        self.assertEqual((done.returncode, done.stdout), (1, "0 placements\n"))

    def test_the_command_line_goes_before_the_object(self):
        printed = self.succeed("solve", "4x6", "--json")
        self.assertEqual(self.succeed("verify", "-", "4x7", input=printed), "solution: Q(4x7)\n")
        done = program.run("verify", "-", "--place", "0:0", input=self.succeed("solve", "4", "--json"))
        self.assertEqual(done.returncode, 1)
        printed = self.succeed("solve", "5", "--variant", "semi", "--seed", "2", "--json")
        answer = json.loads(printed)
        answer["columns"] = [4, 3, 2, 1, 0]
        for variant, code in ("semi", 0), ("queens", 1):
            done = program.run("verify", "-", "--variant", variant, input=json.dumps(answer))
            self.assertEqual(done.returncode, code, variant)



class Instances(ProgramTest):
    def words(self, text, *options, name="a.dzn", code=0):
        done = subprocess.run([sys.executable, CONVERTER, self.file(name, text), *options],
                              capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, code, done.stderr)
        self.assertLessEqual(len(done.stderr.splitlines()), 1)
        return done.stdout.split() if code == 0 else done.stderr

    def test_minizinc(self):
        blocked = ["8", "--block", "0:0,3:4,7:1"]
        for text in ("n = 8; % the board\nm = 3;\nrow = [1, 4, 8];\ncol = [1, 5, 2];\n",
                     "col = array1d(1..3, [1,5,2]); row = [1,4,8,]; board_size = 8;",
                     "/* the % board\n*/ n = 8; row = [1, /* = */ 4, 8]; col = [1, 5, 2] % /* end"):
            self.assertEqual(self.words(text), blocked)
        pairs = "N = 8;\nholes = [| 1, 1\n | 4, 5\n | 8, 2 |];\n"
        self.assertEqual(self.words(pairs, "--block", "holes"), blocked)
        self.assertEqual(self.words("N=8; holes = array2d(1..3, 1..2, [1,1,4,5,8,2]);", "--block",
                                    "holes"), blocked)
        self.assertEqual(self.words("N=8; r=[0,3,7]; c=[0,4,1];", "--block", "r,c", "--base", "0"),
                         blocked)
        for queens in ("[_, 4, _, _, _]", "[<>, 4, <>, <>, <>]", "[0, 4, 0, 0, 0]"):
            self.assertEqual(self.words(f"n = 5;\nqueens = {queens};"), ["5", "--place", "1:3"])
        self.assertEqual(self.words("n = 5;"), ["5"])
        self.assertEqual(self.succeed("count", *blocked, "-q"), self.succeed(
            "count", "8", "--board", self.file("board", "x.......\n" + "........\n" * 2 + "....x...\n" +
                                               "........\n" * 3 + ".x......\n"), "-q"))

    def test_csplib(self):
        n, diagonals = 7, [[4, 1], [9, 0], [0, 0], [12, 1], [7, 0]]
        text = f"n =  {n}\nnumdiags =  5\ndiags =  {diagonals}\n"
        for most in (0, 2, 5):
            words = self.words(text, "--diagonals", str(most), name="d.param")
            rows = [[int(word) for word in line.split()] for line in
                    self.succeed("list", str(n)).splitlines()]
            free = [row for row in rows if not any(
                [r + c, 1] in diagonals[:most] or [r - c + n - 1, 0] in diagonals[:most]
                for r, c in enumerate(row))]
            self.assertEqual(self.succeed("list", *words), "".join(
                " ".join(map(str, row)) + "\n" for row in free))
        words = self.words("language ESSENCE' 1.0\nletting n =  8\nletting init =  [[4, 1],\n [3, 3]]\n",
                           name="c.param")
        self.assertEqual(words, ["8", "--place", "4:1,3:3"])
        self.assertEqual(self.succeed("count", *words, "-q"), "2\n")
        words = self.words("letting n = 8\nletting init = [[4, 1], [5, 2]]", name="c.param")
        self.refuse(["count", *words], "the given queens 4:1 and 5:2 attack each other")

    def test_nothing_is_lost(self):
        for text, said in (("n = 8; holes = [1, 2];", "holes is not read"),
                           ("n = 8; holes = {1, 2};", "holes is not read"),
                           ("n = 8; row = [1, 2];", "row,col: no such array"),
                           ("n = 8; row = [1, 2]; col = [1];", "of different lengths"),
                           ("n = 8; row = [9]; col = [1];", "[9, 1] of row,col is no square"),
                           ("n = 8; queens = [1, 2];", "queens has 2 numbers, not one for each"),
                           ("n = 8; row = [1,,2]; col = [1, 2];", "row,col: no such array"),
                           ("n = 8; row = [1, 2]); col = [1, 2];", "row,col: no such array"),
                           ("n = 8; row = [[1, 2]]; col = [[1, 2]];", "of row,col is no square"),
                           ("n = 8; diags = [[3, 2]];", "[3, 2] of diags is no diagonal"),
                           ("n = 8; diags = [[4, _]];", "of diags is no diagonal"),
                           ("n = 8; diags = [[15, 1]];", "[15, 1] of diags is no diagonal"),
                           ("n = 8; diags = [[3]];", "of diags is no diagonal"),
                           ("n = 8; diags = 3;", "of diags is no diagonal"),
                           ("n = 8; diags = {3};", "of diags is no diagonal"),
                           ("n = 8; n = 9;", "a name has more than one value"),
                           ("n = 8; N = 9;", "no size of the board, or several"),
                           ("n = 8; diags = [[3, 1], 4];", "4 of diags is no diagonal"),
                           ("n = 8; diags = " + 9999 * "[1,", "of diags is no diagonal"),
                           ("row = [1] n = 8;", "row,col: no such array"),
                           ("[1, 2]; n = 8;", "'[1, 2];' before the first name is not read"),
                           ("_q = [1, 2]; n = 8;", "_q is not read"),
                           ("n = 8; /* row = [1];", "no size of the board"),
                           ("n = -4;", "no size of the board"),
                           ("m = 8;", "no size of the board"), ("", "no size of the board")):
            self.assertIn(said, self.words(text, code=2))
        self.assertIn("[5] of given is no square", self.words(
            "n=8; given=array2d(1..2,1..2,[2,4,5])", "--place", "given", code=2))
        for pairs in ("array1d(1..2, [2, 4]", "[[2, 4] [5, 7]]", "[|2, 4, |, 5, 7|]", "[null]", "3"):
            self.assertIn("no such array", self.words(f"n=8; given={pairs};", "--place", "given",
                                                      code=2))
        self.assertIn("no such array", self.words("n=8; r=[2]; c=[4]; s=[5];", "--place", "r,c,s",
                                                  code=2))
        self.assertIn("--diagonals -1 is negative", self.words(
            "n = 8; diags = [[3, 1], [4, 1]];", "--diagonals", "-1", code=2))

    def test_diagonals_of_a_file(self):
        path = self.file("lines", "# two\nd:-1\n a:9, \td:2")
        lines = "d:-1,a:9,d:2"
        self.assertEqual(self.succeed("list", "7", "--exclude", path),
                         self.succeed("list", "7", "--exclude", lines))
        self.assertEqual(self.succeed("list", "7", "--exclude", "-", input=lines),
                         self.succeed("list", "7", "--exclude", lines))
