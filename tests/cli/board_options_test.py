"""Boards from the command line and board files: titles and drawings. random_boards_test.py checks their
counts."""

import program
from program import ProgramTest

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
        self.assertEqual(self.count("8", "--place", self.file("A1", b"\xef\xbb\xbfb4 d5\n")), 2)
        self.assertEqual(self.count("8", "--place", "b4,4:1"), self.count("8", "--place", "b4"))

    def test_rectangles(self):
        self.assertEqual(self.succeed("count", "2x12"), "Q(2x12) = 110\n")
        answer = self.json_of("count", "2x12")
        self.assertEqual((answer["board_rows"], answer["board_columns"], answer["solutions"]), (2, 12, "110"))
        self.assertNotIn("board_size", answer)

    def test_variants(self):
        self.assertEqual(self.succeed("count", "7", "--variant", "torus"), "Q(torus 7) = 28\n")
        self.assertEqual(self.succeed("count", "5..7", "--variant", "torus"), "5 10\n6 0\n7 28\n")

    def test_excluded_diagonals(self):
        self.assertEqual(self.succeed("count", "7", "--exclude", "d:-1", "--exclude", "a:9"),
                         self.succeed("count", "7", "--exclude", "d:-1,a:9"))

    def test_board_files(self):
        self.assertEqual(self.count("--board", self.file("puzzle", PUZZLE)), 2)
        self.assertEqual(self.count("--board", "-", input=PUZZLE), 2)
        self.assertEqual(self.count("8", "--board", self.path("puzzle"), "--place", "0:4"), 2)


class Symmetric(ProgramTest):
    def test_symmetries_that_the_board_keeps(self):
        done = program.run("count", "8", "--block", "0:0,0:7", "--fundamental")
        self.assertRegex(done.stdout, r"\AU\(8 without 0:0,0:7\) = \d+\n\Z")
        self.assertIn("symmetries that leave the board as it is: identity, mirror columns\n", done.stderr)
        self.assertTrue(self.succeed("count", "5", "--variant", "torus", "--symmetry").startswith(
            "solutions of Q(torus 5)            number\nQ: all                                 10\n"))

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

    def test_a_list_of_boards_of_one_row_is_a_list(self):
        words = ["--board", self.file("board", ".x..\n")]
        listed = self.succeed("list", *words)
        self.assertEqual(self.succeed("draw", "-", *words, input=listed), "Qx..\n\n.xQ.\n\n.x.Q\n")
        self.assertEqual(self.succeed("verify", "-", *words, input=listed),
                         "3 solutions of Q(1x4 without 0:1)\n")
