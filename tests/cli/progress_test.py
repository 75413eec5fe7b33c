"""The progress line: on a terminal only, rewritten in place, gone at the end."""

import re

import program
from program import ProgramTest

ERASE = "\r\x1b[K"
# Lasts a few intervals of the progress line on any machine.
WORDS = ["15", "-t", "1", "--engine", "bitmask", "--depth", "3"]


def at_terminal(*words, streams=("stderr",), **options):
    """Exit code, standard output, and what a terminal at standard error receives."""
    code, output, _, shown = program.at_terminal(*words, streams=streams, **options)
    return code, output, shown


class ProgressLine(ProgramTest):
    def test_line_is_rewritten_and_removed(self):
        code, output, shown = at_terminal(*WORDS)
        self.assertEqual((code, output), (0, "Q(15) = 2279184\n"))
        lines = shown.split(ERASE)
        self.assertGreater(len(lines), 2, shown)
        self.assertEqual(lines[0], "")
        for line in lines[1:-1]:
            if line:
                self.assertRegex(line, r"\A\x1b\[1m[\d.]+ %\x1b\[0m  Q\(15\)  \d+ of \d+ tasks  "
                                       r"[\d.]+/s  after \S+ m?s(  [^\n]* left)?\Z")
        self.assertRegex(lines[-1], r"\A[^\n]* s, engine bitmask \(\w+\), 1 thread, [^\n]*\r\n\Z")

    def test_result_on_the_same_terminal_stands_alone(self):
        code, _, shown = at_terminal(*WORDS, streams=("stdout", "stderr"))
        self.assertEqual(code, 0)
        self.assertIn(ERASE + "Q(15) = 2279184\r\n", shown)

    def test_line_fits_a_narrow_terminal(self):
        for words in (WORDS, ["list", *program.ENDLESS_BOARD, "--time-limit", "2"]):
            lines = at_terminal(*words, columns=20)[2].split(ERASE)[1:-1]
            self.assertTrue(any(lines), words)
            for line in lines:
                self.assertLess(len(re.sub(r"\x1b\[\d+m", "", line)), 20)

    def test_line_of_a_search(self):
        # 2.8 s on a fast machine; the line is shown after 0.8 s.
        words = ["solve", "5e6", "--algorithm", "min-conflicts", "-t", "1", "--output", "/dev/null"]
        code, output, shown = at_terminal(*words)
        self.assertEqual((code, output), (0, ""))
        lines = [re.sub(r"\x1b\[\d+m", "", line) for line in shown.split(ERASE)[1:-1]]
        self.assertTrue(any(line == "repair  5000000 queens" for line in lines), shown)
        for line in lines:
            self.assertRegex(line, r"\A(|[\d.]+ %  \d+ of 5000000 rows(  [^\n]* left)?|repair  5000000 "
                                   r"queens|verification  5000000 queens)\Z")
        for extra in (["--no-progress"], ["-q"]):
            self.assertNotIn(ERASE, at_terminal("solve", "1e6", "--output", "/dev/null", *extra)[2])

    def test_line_of_a_restricted_board(self):
        code, _, shown = at_terminal("solve", *program.ENDLESS_BOARD, "--time-limit", "2")
        self.assertEqual(code, 75)
        lines = [re.sub(r"\x1b\[\d+m", "", line) for line in shown.split(ERASE)[1:-1]]
        self.assertTrue(any(lines), shown)
        for line in lines:
            self.assertRegex(line, r"\A(|search  \S+ s  [\d.e+]+ million queens placed"
                                   r"(  [\d.e+]+ million/s)?)\Z")

    def test_a_short_search_shows_nothing(self):
        self.assertNotIn(ERASE, at_terminal("solve", "1000", "--output", "/dev/null")[2])

    def test_no_line_when_it_is_not_wanted(self):
        for words, env in [(["--no-progress"], {}), ([], {"TERM": "dumb"})]:
            code, output, shown = at_terminal(*WORDS, *words, env=env)
            self.assertEqual(code, 0)
            self.assertIn("2279184", output)
            self.assertNotIn("\r\x1b", shown)
            self.assertNotIn("%", shown)

    def test_no_line_without_a_terminal(self):
        done = program.run(*WORDS)
        self.assertNotIn("\r", done.stderr)
        self.assertNotIn("%", done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1)

    def test_no_colour_keeps_the_line(self):
        shown = at_terminal(*WORDS, env={"NO_COLOR": "1"})[2]
        self.assertIn("%", shown)
        self.assertNotIn("\x1b[1m", shown)

    def test_an_early_end_leaves_one_clean_line(self):
        code, output, shown = at_terminal("20", "--engine", "bitmask", "--time-limit", "0.5")
        self.assertEqual((code, output), (75, ""))
        self.assertRegex(shown.split(ERASE)[-1], r"\Anqueens: stopped by the time limit of 0.5 s: "
                                                 r"[^\n]*\r\n\Z")
