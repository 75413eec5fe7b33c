"""nqueens estimate: estimates with intervals, exact small boards, JSON, bad input."""

import re

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
                                      r"nqueens count 20 --dry-run predicts [^\n]+\n\Z")

    def test_error(self):
        record = self.record("estimate", "20", "--error", "2%", "--seed", "3")
        self.assertLess((record["high"] - record["low"]) / 2 / record["estimate"], 0.02)
        self.assertFalse(record["exact"])
        self.assertTrue(0.9 < record["estimate"] / 39029188884 < 1.1)

    def test_refuses(self):
        part = "--error must be a part of the whole, above 0 and below 1, such as 0.01 or 1%, not '{}'"
        self.refuse_all([
            ("estimate 65", "board size must be a whole number from 0 to 64, not '65'"),
            ("estimate 20 --error 1", part.format("1")),
            ("estimate 20 --error 0", part.format("0")),
            ("estimate 20 --error %", part.format("%")),
            ("estimate 20 --error x", part.format("x")),
            ("estimate 20 --samples 9",
             "--samples must be a whole number from 10 to 18446744073709551615, not '9'")])

    def test_early_end(self):
        code, output, errors = program.stop(
            program.start("estimate", "26", "--error", "1e-9", "-q"), after=1)
        self.assertEqual((code, output), (130, ""))
        self.assertRegex(errors, r"\Anqueens: stopped by SIGINT: Q\(26\)[^\n]*\n\Z")
        self.refuse(["estimate", "40", "--time-limit", "0.002"],
                    re.compile("the time limit left time for"), code=75)
