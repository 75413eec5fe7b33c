"""Boards from the command line and board files: refusals, titles, drawings. boards_test.py checks
their counts."""

import re

import program
from program import ProgramTest

EXCLUDED = ("an excluded diagonal must be d:K, where column - row = K, or a:K, where row + column "
            "= K, not '{}'; separate diagonals by commas")
CHESS = ("a square as in chess begins with one small letter, a to z, like b4, not '{}'; other "
         "columns need ROW:COLUMN, both counted from 0")
SQUARE = ("a square must be ROW:COLUMN, both counted from 0, or as in chess, like b4, not '{}'; "
          "separate squares by commas")
EIGHT = "0 4 7 5 2 6 1 3\n"
# Nauck, 1850: b4 and d5 are given.
PUZZLE = "........\n........\n........\n...Q....\n.Q......\n........\n........\n........\n"


class Problems(ProgramTest):
    def count(self, *words, **options):
        return int(self.succeed("count", *words, "-q", **options))

    def test_squares_have_two_notations(self):
        self.assertEqual(self.count("8", "--place", "b4,d5"), 2)
        self.assertEqual(self.count("8", "--place", "4:1", "--place", "3:3"), 2)
        self.assertEqual(self.succeed("count", "8", "--place", "b4", "--block", "a1,h8"),
                         self.succeed("count", "8", "--place", "4:1", "--block", "7:0,0:7"))
        self.refuse_all([
            ("count 8 --place a9", "square a9 lies outside the board, which has a1 to h8"),
            ("count 8 --place i1", "square i1 lies outside the board, which has a1 to h8"),
            ("count 8 --place a0", "square a0 lies outside the board, which has a1 to h8"),
            ("count 30 --block a99999999999999999999",
             "square a99999999999999999999 lies outside the board, which has a1 to z30"),
            ("count 0 --place 0:0", "a board of size 0 has no square 0:0; give a larger board"),
            (["count", "8", "--place", "0:1,"], SQUARE.format("")),
            ("count 8 --block 1:2:3", SQUARE.format("1:2:3")),
            ("count 8 --place 0:-1", "the column of square 0:-1 must be a whole number "
             "from 0 to 7, not '-1'"),
            ("count 8 --place a:1", "the row of square a:1 must be a whole number from 0 "
             "to 7, not 'a'"),
            ("count 8 --block 8:0", "the row of square 8:0 must be a whole number from 0 "
             "to 7, not '8'"),
            ("count 8x9 --block 0:9", "the column of square 0:9 must be a whole number "
             "from 0 to 8, not '9'"),
            ("count 8 --block abc4", "'abc4' is no file, and no list of squares such as "
                                      "0:3,7:0 or d8,a1"),
            ("count 8 --block b4,B5", CHESS.format("B5")),
            ("count 30 --place aa1", CHESS.format("aa1"))])
        self.assertEqual(self.count("8", "--place", self.file("A1", b"\xef\xbb\xbfb4 d5\n")), 2)

    def test_rectangles(self):
        self.assertEqual(self.succeed("count", "2x12"), "Q(2x12) = 110\n")
        record = self.record("count", "2x12")
        self.assertEqual((record["board_rows"], record["board_columns"], record["solutions"]), (2, 12, "110"))
        self.assertNotIn("board_size", record)
        self.refuse_all([
            ("count 0x5", "number of rows must be a whole number from 1 to 64, not '0'"),
            ("count 5x65", "number of columns must be a whole number from 1 to 64, not '65'"),
            ("count 5x", "board size must be a whole number from 0 to 32, not '5x'"),
            ("count 65", re.compile("board size must be a whole number from 0 to 32, not '65'; ")),
            ("count 4x5 --variant torus", "a torus is square: it cannot have 4 rows of 5 columns")])

    def test_variants(self):
        self.assertEqual(self.succeed("count", "7", "--variant", "torus"), "Q(torus 7) = 28\n")
        self.assertEqual(self.succeed("count", "5..7", "--variant", "torus"), "5 10\n6 0\n7 28\n")
        self.refuse(["count", "7", "--variant", "toru"],
                    "--variant must be queens, torus, superqueens or semi, not 'toru'; did you "
                    "mean torus?")
        self.refuse("count 7 --variant torus --check".split(),
                    "--check knows the published numbers of plain boards only, not of Q(torus 7); "
                    "leave it out")

    def test_excluded_diagonals(self):
        self.assertEqual(self.succeed("count", "7", "--exclude", "d:-1", "--exclude", "a:9"),
                         self.succeed("count", "7", "--exclude", "d:-1,a:9"))
        self.refuse_all([
            ("count 8 --exclude d", EXCLUDED.format("d")),
            ("count 8 --exclude 3", EXCLUDED.format("3")),
            ("count 8 --exclude d:", EXCLUDED.format("d:")),
            ("count 8 --exclude d:1x", EXCLUDED.format("d:1x")),
            ("count 8 --exclude d:1,", EXCLUDED.format("")),
            ("count 8 --exclude d:8",
             "no such diagonal: column - row = 8; this board has -7 to 7"),
            ("count 8 --exclude a:15",
             "no such antidiagonal: row + column = 15; this board has 0 to 14")])

    def test_given_queens_that_cannot_be(self):
        self.refuse_all([
            ("count 8 --place b4,b7",
             "the given queens 1:1 and 4:1 attack each other in a column; leave one out"),
            ("count 8 --place 0:3 --place 0:5",
             "the given queens 0:3 and 0:5 attack each other in a row; leave one out"),
            ("count 8 --place 0:0,3:3",
             "the given queens 0:0 and 3:3 attack each other on a diagonal; leave one out"),
            ("count 8 --place 0:3,3:0",
             "the given queens 0:3 and 3:0 attack each other on an antidiagonal; leave one out"),
            ("count 5 --variant torus --place 0:3,2:0",
             "the given queens 0:3 and 2:0 attack each other on a diagonal; leave one out"),
            ("count 9 --variant superqueens --place 0:0,2:1",
             "the given queens 0:0 and 2:1 attack each other by a knight's move; leave one out"),
            ("count 8 --place b4 --block 4:1",
             "a queen is given on 4:1, which is blocked or excluded; leave one out"),
            ("count 8 --place 2:3 --exclude d:1",
             "a queen is given on 2:3, which is blocked or excluded; leave one out")])
        self.assertEqual(self.count("8", "--place", "b4,4:1"), self.count("8", "--place", "b4"))

    def test_board_files(self):
        self.assertEqual(self.count("--board", self.file("puzzle", PUZZLE)), 2)
        self.assertEqual(self.count("--board", "-", input=PUZZLE), 2)
        self.assertEqual(self.count("8", "--board", self.path("puzzle"), "--place", "0:4"), 2)

    def test_bad_board_files(self):
        puzzle = self.file("puzzle", PUZZLE)
        ragged = self.file("r", "...\n....\n")
        junk = self.file("j", bytes(range(256)))
        large = self.file("l", "#" * (1 << 20) + "\n")
        attacking = self.file("a", "Q..\n.Q.\n...\n")
        self.refuse_all([
            (["count", "9", "--board", puzzle],
             f"{puzzle} is a board of 8x8, not 9; leave out the size"),
            (["count", "8x9", "--board", puzzle],
             f"{puzzle} is a board of 8x8, not 8x9; leave out the size"),
            (["count", "--board", ragged],
             f"line 2 of {ragged}: 4 squares, where the rows above have 3"),
            (["count", "--board", junk], re.compile(r"line 1 of .*: '\\x00' is no square")),
            (["count", "--board", large],
             f"too large for a board file: {large}; at most 1048576 bytes"),
            (["count", "--board", attacking],
             "the given queens 0:0 and 1:1 attack each other on a diagonal; leave one out"),
            (["count", "--board", str(self.folder)],
             f"cannot read {self.folder}: Is a directory"),
            (["count", "--board", self.path("none")],
             f"cannot read {self.path('none')}: No such file or directory"),
            (["count", "--board", ""], "--board must be a file name, not ''"),
            (["count", "4..8", "--board", puzzle],
             "--board needs one board size, not the range 4..8"),
            (["count", "4..8", "--exclude", "a:3"],
             "--exclude needs one board size, not the range 4..8")])
        self.refuse(["count", "--board", "-"], "no board in standard input: it is empty")
        self.refuse(["draw", "5", "--board", "-"],
                    "standard input is a board of 8x8, not 5; leave out the size", input=PUZZLE)
        journal = self.path("a.nqj")
        self.succeed("count", "8", "--journal", journal)
        self.refuse(["solve", "--board", journal], f"this is a journal, not a board: {journal}; "
                    "nqueens merge and audit read it")

    def test_standard_input_can_be_read_once(self):
        for words, text in (("solve 8 --place - --block -", "0:0"), ("draw - --board -", EIGHT),
                            ("verify - --place -", EIGHT), ("count 8 --place - --place -", "0:0")):
            self.refuse(words.split(), "standard input can be read only once; give - once, and a "
                        "file beside it", input=text)


class Symmetric(ProgramTest):
    def test_symmetries_that_the_board_keeps(self):
        done = program.run("count", "8", "--block", "0:0,0:7", "--fundamental")
        self.assertRegex(done.stdout, r"\AU\(8 without 0:0,0:7\) = \d+\n\Z")
        self.assertIn("symmetries that leave the board as it is: identity, mirror columns\n", done.stderr)
        self.assertTrue(self.succeed("count", "5", "--variant", "torus", "--symmetry").startswith(
            "solutions of Q(torus 5)            number\nQ: all                                 10\n"))
        self.refuse("count 6 --variant semi --symmetry".split(),
                    "--symmetry has no table for Q(semi 6), where solutions may equal their mirror "
                    "images; --fundamental counts the fundamental ones")

    def test_a_given_queen_keeps_the_symmetries_of_its_square(self):
        self.assertEqual(self.succeed("count", "7", "--place", "3:3", "--fundamental", "-q"), "2\n")


class Drawings(ProgramTest):
    def test_text(self):
        self.assertEqual(self.succeed("draw", "8", "--place", "b4,d5"), PUZZLE)
        done = program.run("draw", "3x4", "--block", "a1", "--exclude", "d:1")
        self.assertEqual((done.stdout, done.stderr),
                         (".x..\n..x.\nx..x\n", "Q(3x4 without 2:0,d:1)\n"))
        board = self.file("board", done.stdout)
        self.assertEqual(self.succeed("draw", "--board", board), done.stdout)

    def test_refused(self):
        placement = self.file("queens", "1 3 0 2\n")
        self.refuse_all([
            (["draw", placement, "--variant", "torus", "--board", self.file("board", "..\n..\n")],
             f"a board of 2 does not fit 4 queens in {placement}"),
            (["draw", self.file("long", "0 2 9"), "--variant", "semi"],
             f"column out of range: 9 in row 2 of {self.path('long')}; a board of 3 has columns 0 to 2; "
             "for a rectangle give rows and columns, as in 8x12"),
            (["draw", placement, "--style", "density", "--place", "0:1"],
             "--style density is for placements on plain square boards; leave it out"),
            ("draw 8 8x12", "a board is given twice: 8 and 8x12; give one of them"),
            (["draw", placement, "5x6"], f"a board of 5x6 does not fit 4 queens in {placement}"),
            ("draw 0", "a board of size 0 has nothing to draw"),
            ("draw 65", "board size must be a whole number from 0 to 64, not '65'")])

    def test_a_placement_on_a_problem(self):
        done = program.run("draw", "-", "--block", "0:0", "--place", "2:0", input="1 3 0 2\n")
        self.assertEqual((done.stdout, done.stderr),
                         ("xQ..\n...Q\nG...\n..Q.\n", "Q(4 with 2:0 without 0:0), a solution\n"))
        # Every letter: read back by verify as the placement, and by --board without '!' and '?'.
        words = ["--block", "0:1,3:0", "--place", "2:0,3:3"]
        done = program.run("draw", "-", *words, input="1 3 0 2\n")
        self.assertEqual((done.returncode, done.stdout, done.stderr),
                         (0, ".!..\n...Q\nG...\nx.Q?\n",
                          "Q(4 with 2:0,3:3 without 0:1), not a solution: 1 queen where none may "
                          "stand, 1 missing queen marked\n"))
        self.assertEqual(self.succeed("verify", "-", input=done.stdout), "solution: 4 queens\n")
        self.assertEqual(self.succeed("draw", "-", *words, "-q", input=done.stdout), done.stdout)
        self.refuse(["solve", "--board", "-"], "line 1 of standard input: '!' is no square; '.' is "
                    "free, 'x' blocked, 'Q' or 'G' a queen given", input=done.stdout)
        self.assertEqual(self.succeed("solve", "--board", "-", input="....\nx..G\n....\n..Q.\n"),
                         "1 3 0 2\n")

    def test_attacks_by_the_variant(self):
        for variant, wrong in (("queens", 0), ("torus", 4), ("superqueens", 8), ("semi", 0)):
            drawn = self.succeed("draw", "-", "--variant", variant, input="4 6 0 2 7 5 3 1\n")
            self.assertEqual(drawn.count("!"), wrong, drawn)


class Pipes(ProgramTest):
    def test_drawings(self):
        def verdict(drawing, *words):
            done = program.run("verify", "-", *words, input=drawing)
            return done.returncode, done.stdout
        self.assertEqual(verdict(".Q..\n...Q\nQ...\n..Q.\n"), (0, "solution: 4 queens\n"))
        self.assertEqual(verdict("Q...\n.Q..\n"),
                         (1, "not a solution: row 0, column 0 and row 1, column 1 share a diagonal\n"))
        self.assertEqual(verdict("Q....\n...Q.\n.Q...\n....Q\n.Q...\n")[1],
                         "not a solution: row 2, column 1 and row 4, column 1 share a column\n")
        self.assertEqual(verdict("Q.. # a\n\n"), (0, "solution: Q(1x3)\n"))
        for drawing, line in [
                ("Q..\n...\n", "no queen in row 1 of standard input; a placement has one in each, "
                                "and a board without them is for --board"),
                ("Q.Q\n", "two queens in row 0 of standard input"),
                ("Q.\n..Q\n", "line 2 of standard input: 3 squares, where the rows above have 2"),
                (".Q\n1 2\n", "line 2 of standard input: '1' is no square; 'Q', 'G' and '!' are "
                               "queens, '.', 'x' and '?' empty")]:
            for command in ("verify", "draw"):
                self.refuse([command, "-"], line, input=drawing)
        self.refuse(["verify", "-", "2"],
                    "a board of 2 does not fit 3 queens and 5 columns in standard input",
                    input="Q....\n..Q..\n....Q\n")
        self.refuse(["verify", "-", "3x6"],
                    "a board of 3x6 does not fit 3 queens and 5 columns in standard input",
                    input="Q....\n..Q..\n....Q\n")

    def test_boards_that_do_not_fit_a_sheet(self):
        three = "0 2 4\n0 3 1\n"
        self.refuse_all([
            ("draw - 4x5", "a board of 4x5 does not fit 3 queens in line 1 of standard input"),
            ("draw - 3x4", "column out of range: 4 in row 2 of line 1 of standard input; a board of "
                           "3x4 has columns 0 to 3")], input=three)
        self.refuse(["draw", "-", "3x5"], "a board of 3x5 does not fit 2 queens and 3 columns in "
                    "board 1 of standard input", input="Q..\n..Q\n\nQ..\n..Q\n")

    def test_a_list_of_boards_of_one_row_is_a_list(self):
        words = ["--board", self.file("board", ".x..\n")]
        listed = self.succeed("list", *words)
        self.assertEqual(self.succeed("draw", "-", *words, input=listed), "Qx..\n\n.xQ.\n\n.x.Q\n")
        self.assertEqual(self.succeed("verify", "-", *words, input=listed),
                         "3 solutions of Q(1x4 without 0:1)\n")


class Verdicts(ProgramTest):
    def verdict(self, placement, *words):
        done = program.run("verify", "-", *words, input=placement)
        self.assertEqual(done.stderr, "")
        return done.returncode, done.stdout

    def test_completions(self):
        found = "2 5 1 6 0 3 7 4"
        self.assertEqual(self.verdict(found, "--place", "0:2"), (0, "solution: Q(8 with 0:2)\n"))
        self.assertEqual(self.verdict(found, "--place", "0:3"),
                         (1, "not a solution: no queen on row 0, column 3, where one is given\n"))
        self.assertEqual(self.verdict(found, "--block", "0:2"),
                         (1, "not a solution: no queen may stand on row 0, column 2\n"))
        self.assertEqual(self.verdict("0 2 4 1 3", "--variant", "torus"),
                         (0, "solution: Q(torus 5)\n"))
        self.assertEqual(self.verdict("1 3 0 2", "--variant", "superqueens"),
                         (1, "not a solution: row 0, column 1 and row 1, column 3 are a knight's move apart\n"))
        board = self.file("board", "....\n...x\n")
        self.assertEqual(self.verdict("0 2", "--board", board),
                         (0, "solution: Q(2x4 without 1:3)\n"))
        self.refuse(["verify", "-", "--board", board], "a board of 2x4 does not fit 3 queens in standard input",
                    input="0 2 4")
        self.refuse(["verify", "-", "--board", board, "2x5"],
                    f"{board} is a board of 2x4, not 2x5; leave out the size", input="0 2")
        self.refuse(["verify", "-", "--place", "0:2", "--threads", "2"],
                    "--threads and --place exclude each other; give one of them", input=found)
        record = program.run("verify", "-", "--place", "0:3", "--json", input=found)
        self.assertIn('"solution":false,"violation":"no queen on row 0, column 3, where one is given"',
                      record.stdout)
