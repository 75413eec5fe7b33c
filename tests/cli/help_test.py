"""Help, version, usage; unknown commands and options; numbers that are none."""

import re

import program
from program import ProgramTest

COMMANDS = ["count", "list", "solve", "verify", "draw", "plan", "work", "merge", "status", "audit",
            "tour", "bench", "info", "completions", "man"]
VALID = "valid are " + ", ".join(COMMANDS)


class Help(ProgramTest):
    def test_help_starts_with_three_examples(self):
        lines = self.succeed("--help").splitlines()
        self.assertEqual(lines[0], "Examples:")
        self.assertEqual([line.split("  ")[1] for line in lines[1:4]],
                         ["nqueens 16", "nqueens solve 1e6 --output queens.txt",
                          "nqueens verify queens.txt"])
        self.assertEqual(lines[4], "")

    def test_sections_in_order(self):
        text = self.succeed("-h")
        sections = ["Examples:", "Usage: nqueens COMMAND", "Commands:", "Common options",
                    "Environment:", "Exit codes:"]
        places = [text.index("\n" + section if place else section)
                  for place, section in enumerate(sections)]
        self.assertEqual(places, sorted(places))
        for code in (0, 1, 2, 75, 130, 143):
            self.assertRegex(text, rf"(?m)^  +{code}  \S")
        for option in ("-t, --threads T", "--pin auto|none|cores", "--seed S", "--json",
                       "-q, --quiet", "--no-progress", "--color auto|always|never",
                       "--time-limit SECONDS", "-h, --help", "--version"):
            self.assertIn(option, text)

    def test_help_of_every_command(self):
        for command in COMMANDS:
            text = self.succeed(command, "--help")
            self.assertRegex(text, r"\AExamples:\n  \S*.*nqueens " + command)
            self.assertIn(f"\nUsage: nqueens {command} [options]", text)
            self.assertEqual(text, self.succeed("-h", command))

    def test_help_wins_over_bad_values(self):
        self.assertEqual(self.succeed("count", "abc", "-t", "0", "--help"),
                         self.succeed("count", "--help"))

    def test_help_shows_allowed_values(self):
        text = self.succeed("count", "--help")
        self.assertRegex(text, r"--engine auto\|(\w[\w-]*\|)*reference")
        self.assertIn("--isa auto|portable|bmi2|avx2|avx512", text)
        self.assertIn("--algorithm auto|", self.succeed("solve", "--help"))

    def test_an_option_is_only_offered_where_it_acts(self):
        self.assertNotIn("--seed", self.succeed("count", "--help"))
        self.assertNotIn("--time-limit", self.succeed("bench", "--help"))
        self.assertNotIn("--threads", self.succeed("info", "--help"))

    def test_version_is_one_line(self):
        self.assertRegex(self.succeed("--version"), r"\Anqueens \d+\.\d+\.\d+\n\Z")

    def test_no_arguments_is_a_short_usage(self):
        done = program.run()
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertTrue(done.stderr.startswith("usage: nqueens COMMAND"))
        self.assertLessEqual(done.stderr.count("\n"), 5)

    def test_help_is_checked_output(self):
        with open("/dev/full", "w", encoding="utf-8") as full:
            self.refuse(["--help"], "cannot write: standard output; No space left on device",
                        stdout=full)


class BadCommandLines(ProgramTest):
    def test_unknown_commands(self):
        self.refuse(["cuont", "8"], f"unknown command: cuont; did you mean count? {VALID}")
        self.refuse(["ver"], f"unknown command: ver; did you mean verify? {VALID}")
        self.refuse(["frobnicate"], f"unknown command: frobnicate; {VALID}")
        self.refuse([""], f"unknown command: ''; {VALID}")

    def test_later_commands_do_not_exist(self):
        for name in ("estimate",):
            self.refuse([name], re.compile(rf"\Aunknown command: {name}; "))

    def test_unknown_options(self):
        self.refuse(["count", "8", "--engin", "bitmask"],
                    "unknown option: --engin; did you mean --engine? nqueens count --help lists "
                    "them")
        self.refuse(["--engin", "bitmask", "8"],
                    "unknown option: --engin; did you mean --engine? nqueens --help lists them")
        self.refuse(["solve", "8", "-x"], "unknown option: -x; nqueens solve --help lists them")
        self.refuse(["count", "8", "---"], re.compile(r"\Aunknown option: ---; "))

    def test_options_of_other_commands(self):
        self.refuse(["count", "8", "--seed", "1"],
                    "option does not apply to count: --seed; it belongs to list, solve, audit")
        self.refuse(["--journal", "x", "solve", "8"],
                    "option does not apply to solve: --journal; it belongs to count, verify, work")

    def test_arguments_missing_and_left_over(self):
        self.refuse(["count"], "argument is missing: nqueens count [options] N|A..B; for example: "
                               "nqueens count 16")
        self.refuse(["verify"], re.compile("argument is missing: nqueens verify"))
        self.refuse(["completions"], re.compile("argument is missing: nqueens completions"))
        self.refuse(["8", "9"], "unexpected argument: 9; usage: nqueens count [options] N|A..B")
        self.refuse(["solve", "8", "9"],
                    "unexpected argument: 9; usage: nqueens solve [options] N")
        self.refuse(["info", "x"], "unexpected argument: x; usage: nqueens info [options]")
        self.refuse(["man", "count"], "unexpected argument: count; usage: nqueens man [options]")
        self.refuse(["-q"], "command is missing: -q; for example: nqueens 16")

    def test_values_missing_left_over_and_repeated(self):
        self.refuse(["8", "--threads"], "value is missing: --threads; it takes T")
        self.refuse(["8", "--journal", "--resume"], "value is missing: --journal; it takes FILE")
        self.refuse(["8", "--json=yes"], "option takes no value: --json=yes; write --json")
        self.refuse(["8", "-t", "1", "-t", "2"],
                    "option given more than once: --threads; give it once")

    def test_unknown_words_of_options(self):
        self.refuse(["8", "--engine", "bitmsk"],
                    re.compile(r"\Aunknown engine: bitmsk; did you mean bitmask\? valid are auto, "))
        self.refuse(["8", "--engine", ""], re.compile(r"\Aunknown engine: ''; valid are auto, "))
        self.refuse(["8", "--engine="], re.compile(r"\Aunknown engine: ''; valid are auto, "))
        self.refuse(["8", "--isa", "avx"],
                    "unknown instruction set: avx; did you mean avx2? valid are auto, portable, "
                    "bmi2, avx2, avx512")
        self.refuse(["8", "--pin", "core"],
                    "unknown pinning: core; did you mean cores? valid are auto, none, cores")
        self.refuse(["8", "--color", "alway"],
                    "unknown colour choice: alway; did you mean always? valid are auto, always, "
                    "never")
        self.refuse(["solve", "8", "--algorithm", "qs5"],
                    re.compile(r"\Aunknown algorithm: qs5; did you mean qs4\? valid are auto, "))
        self.refuse(["solve", "8", "--format", "text"],
                    "unknown format: text; valid are columns, binary, board")
        self.refuse(["completions", "tcsh"], "unknown shell: tcsh; valid are bash, zsh, fish")

    def test_control_characters_are_shown_not_sent(self):
        self.refuse(["a\nb\x1b[2J"], f"unknown command: a\\nb\\x1b[2J; {VALID}")
        self.refuse([b"\xff\x9b"], f"unknown command: \\xff\\x9b; {VALID}")
        self.refuse(["8", "-t", "1\r2"], "threads is not a number: 1\\r2; 1 to 4096")

    def test_bad_board_sizes(self):
        for first in ([], ["count"]):
            for text, line in [
                    ("-3", "board size is negative: -3; 0 to 32"),
                    ("-1e30", "board size is negative: -1e30; 0 to 32"),
                    ("1e30", "board size out of range: 1e30; 0 to 32"),
                    ("33", "board size out of range: 33; 0 to 32"),
                    ("99999999999999999999", "board size out of range: 99999999999999999999; "
                                             "0 to 32"),
                    ("2.5", "board size is not a whole number: 2.5; 0 to 32"),
                    ("1e-3", "board size is not a whole number: 1e-3; 0 to 32"),
                    ("8x", "board size is not a number: 8x; 0 to 32"),
                    ("0x10", "board size is not a number: 0x10; 0 to 32"),
                    ("28", "number of solutions has never been computed: 28; 0 to 27, or add "
                           "--force and years of time"),
                    ("9..33", "board size out of range: 33; 0 to 32"),
                    ("9..4", "range is empty: 9..4; write 4..9"),
                    ("4..", "board size is missing: ''; 0 to 32")]:
                self.refuse([*first, text], line)
        self.refuse(["count", ""], "board size is missing: ''; 0 to 32")
        self.refuse(["count", "abc"], "board size is not a number: abc; 0 to 32")
        self.refuse(["count", "--", "-5"], "board size is negative: -5; 0 to 32")
        self.refuse(["--", "-5"], "board size is negative: -5; 0 to 32")

    def test_bad_board_sizes_of_solve(self):
        for text, line in [("-5", "board size is negative: -5; 1 to 4294967295"),
                           ("0", "board size out of range: 0; 1 to 4294967295"),
                           ("1e30", "board size out of range: 1e30; 1 to 4294967295"),
                           ("4294967296", "board size out of range: 4294967296; 1 to 4294967295"),
                           ("abc", "board size is not a number: abc; 1 to 4294967295"),
                           ("", "board size is missing: ''; 1 to 4294967295"),
                           ("1.5", "board size is not a whole number: 1.5; 1 to 4294967295")]:
            self.refuse(["solve", text], line)

    def test_bad_threads(self):
        for command in (["8"], ["solve", "8"], ["verify", "x"]):
            for text, line in [("0", "threads out of range: 0; 1 to 4096"),
                               ("4097", "threads out of range: 4097; 1 to 4096"),
                               ("-1", "threads is negative: -1; 1 to 4096"),
                               ("two", "threads is not a number: two; 1 to 4096"),
                               ("", "threads is missing: ''; 1 to 4096")]:
                self.refuse([*command, "--threads", text], line)

    def test_threads_of_the_environment(self):
        record = self.record("8", env={"NQUEENS_THREADS": "1"})
        self.assertEqual(record["threads"], 1)
        record = self.record("8", "-t", "2", env={"NQUEENS_THREADS": "nonsense"})
        self.assertEqual(record["threads"], 2)
        self.assertEqual(self.succeed("8", "-q", env={"NQUEENS_THREADS": ""}), "92\n")
        for text, line in [("0", "NQUEENS_THREADS out of range: 0; 1 to 4096"),
                           ("abc", "NQUEENS_THREADS is not a number: abc; 1 to 4096"),
                           ("-2", "NQUEENS_THREADS is negative: -2; 1 to 4096")]:
            self.refuse(["8"], line, env={"NQUEENS_THREADS": text})

    def test_more_threads_than_processors_is_a_note(self):
        done = program.run("8", "-t", "4096")
        self.assertEqual((done.returncode, done.stdout), (0, "Q(8) = 92\n"))
        self.assertRegex(done.stderr, r"\Anote: 4096 threads share \d+ processors?\n")
        self.assertEqual(program.run("8", "-q", "-t", "4096").stderr, "")


if __name__ == "__main__":
    program.main()
