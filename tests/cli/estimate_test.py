"""nqueens estimate: estimates with intervals, exact small boards, JSON."""

import program
from program import ProgramTest


class Estimate(ProgramTest):
    def test_small_boards_are_counted(self):
        done = program.run("estimate", "8")
        self.assertEqual((done.returncode, done.stdout), (0, "Q(8) = 92\n"))
        self.assertRegex(done.stderr, r"\A\S+ [um]?s, counted exactly, \d+ threads?\n\Z")
        self.assertEqual(self.succeed("estimate", "12", "-q"), "14200\n")
        self.assertEqual(self.succeed("estimate", "8", "-q", "--place", "0:3"),
                         self.succeed("count", "8", "-q", "--place", "0:3"))

    def test_large_board(self):
        done = program.run("estimate", "20", "--samples", "20", "--seed", "1")
        self.assertRegex(done.stdout,
                         r"\AQ\(20\) is about 3\.\d+e10, between 3\.\d+e10 and [34]\.\d+e10 "
                         r"\(95 %\)\n\Z")
        self.assertRegex(done.stderr, r"\A\S+ m?s, 20 samples of 256 partial placements, seed 1, "
                                      r"error \S+ %, \d+ threads?\n"
                                      r"nqueens count 20 --dry-run forecasts [^\n]+\n\Z")

    def test_error(self):
        answer = self.json_of("estimate", "20", "--error", "2%", "--seed", "3")
        self.assertLess((answer["high"] - answer["low"]) / 2 / answer["estimate"], 0.02)
        self.assertFalse(answer["exact"])
        self.assertTrue(0.9 < answer["estimate"] / 39029188884 < 1.1)
