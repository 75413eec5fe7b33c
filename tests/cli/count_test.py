"""nqueens count: numbers, ranges, symmetry, checks, JSON."""

import program
from program import FUNDAMENTAL, SOLUTIONS, ProgramTest


class Count(ProgramTest):
    def test_the_number_is_all_on_standard_output(self):
        done = program.run("count", "8")
        self.assertEqual((done.returncode, done.stdout), (0, "Q(8) = 92\n"))
        self.assertRegex(done.stderr, r"\A\S+ [um]?s, engine \S+ \(\w+\), \d+ threads?, \d+ tasks?"
                                      r"\n\Z")
        done = program.run("8", "--quiet")
        self.assertEqual((done.stdout, done.stderr), ("92\n", ""))
        self.assertEqual(self.succeed("1.0e1", "-q"), "724\n")

    def test_a_range_prints_a_line_for_each_board(self):
        done = program.run("count", "0..12")
        self.assertEqual(done.stdout,
                         "".join(f"{n} {SOLUTIONS[n]}\n" for n in range(13)))
        self.assertRegex(done.stderr, r"\A\S+ [um]?s for 13 boards, \d+ threads?\n\Z")
        self.assertEqual(self.succeed("9..1.0e1"), "9 352\n10 724\n")

    def test_images_count_once(self):
        self.assertEqual(self.succeed("0..12", "--fundamental", "-q"),
                         "".join(f"{n} {FUNDAMENTAL[n]}\n" for n in range(13)))
        self.assertEqual(self.succeed("8", "--fundamental"), "U(8) = 12\n")

    def test_symmetry_table(self):
        self.assertEqual(self.succeed("8", "--symmetry"),
                         "solutions of 8 queens              number\n"
                         "Q: all                                 92\n"
                         "P: unchanged by a half turn             4\n"
                         "R: unchanged by a quarter turn          0\n"
                         "U: fundamental, one of each orbit      12\n"
                         "\n"
                         "orbit size  orbits  solutions\n"
                         "         8      11         88\n"
                         "         4       1          4\n"
                         "         2       0          0\n"
                         "       all      12         92\n")
        self.assertEqual(self.succeed("12", "--symmetry", "-q"), "14200 80 8 1787\n")
        self.assertIn("         1       1          1\n", self.succeed("1", "--symmetry"))

    def test_check_names_the_oeis_sequences(self):
        done = program.run("count", "9", "--check")
        self.assertEqual(done.returncode, 0)
        self.assertTrue(done.stderr.startswith("agrees with A000170\n"), done.stderr)
        done = program.run("count", "9", "--symmetry", "--check")
        self.assertTrue(done.stderr.startswith("agrees with A000170\nagrees with A002562\n"))
        done = program.run("count", "0..9", "--fundamental", "--check")
        self.assertTrue(done.stderr.startswith("agrees with A002562\n"))


class CountJson(ProgramTest):
    def test_a_stopped_count_prints_no_number(self):
        answer = self.json_of("4..20", "--engine", "bitmask", "--time-limit", "0.7", code=75)
        self.assertEqual(answer["outcome"], "stopped")
        self.assertEqual(answer["counts"][4]["solutions"], "92")
        # A stop while the plan of a board is being made leaves no number of tasks.
        self.assertLess(answer["tasks_done"], answer.get("shard_tasks", 1))
        self.assertNotIn("solutions", answer)
