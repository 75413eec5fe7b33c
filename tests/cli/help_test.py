"""Help, version, usage; unknown commands and options; numbers that are none."""

import re

import program
from program import ProgramTest

COMMANDS = ["count", "list", "solve", "verify", "draw", "plan", "work", "merge", "status", "audit",
            "tour", "bench", "info", "completions", "man"]


class Help(ProgramTest):
    def test_help_of_the_program(self):
        text = self.succeed("-h")
        self.assertTrue(text.startswith("Usage: nqueens N\n       nqueens COMMAND [OPTION]... "))
        places = [text.index("\n" + section) for section in
                  ("Commands:", "Options of most commands:", "Examples:", "All options")]
        self.assertEqual(places, sorted(places))
        self.assertLessEqual(text.count("\n"), 44)
        for option in ("-t, --threads NUM", "--pin auto|none|cores", "--seed SEED", "--json",
                       "-q, --quiet", "--no-progress", "--color auto|always|never",
                       "--time-limit SECONDS", "-h, --help", "-V, --version"):
            self.assertIn(option, text)

    def test_help_of_every_command(self):
        for command in COMMANDS:
            text = self.succeed(command, "--help")
            self.assertTrue(text.startswith(f"Usage: nqueens {command} [OPTION]..."))
            self.assertRegex(text, r"\nExamples:\n  \S*.*nqueens " + command)
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
        self.assertEqual(self.succeed("-V"), self.succeed("count", "--version"))

    def test_no_arguments_is_a_short_usage(self):
        done = program.run()
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertTrue(done.stderr.startswith("usage: nqueens COMMAND"))
        self.assertLessEqual(done.stderr.count("\n"), 5)

    def test_help_is_checked_output(self):
        with open("/dev/full", "w", encoding="utf-8") as full:
            self.refuse(["--help"], re.compile("cannot write"), stdout=full)


def not_whole(subject, text, least, most):
    return f"{subject} must be a whole number from {least} to {most}, not '{text}'"


class BadCommandLines(ProgramTest):
    """What tests of the parser say about a small program of their own, of this one."""

    def test_unknown_commands_and_options(self):
        self.refuse(["cuont", "8"], "unknown command 'cuont'; did you mean count?")
        self.refuse(["ver"], "unknown command 'ver'; did you mean verify?")
        self.refuse(["estimate"], "unknown command 'estimate'; nqueens --help lists all")
        self.refuse(["count", "8", "--engin", "bitmask"],
                    "unknown option '--engin'; did you mean --engine?")
        self.refuse(["solve", "8", "-x"], "unknown option '-x'; nqueens solve --help lists all")
        self.refuse(["count", "8", "---"], re.compile(r"\Aunknown option '---'; "))
        self.refuse(["count", "8", "--seed", "1"],
                    re.compile("--seed is no option of count; it belongs to list, solve, audit"))
        self.refuse(["--journal", "x", "solve", "8"],
                    re.compile("--journal is no option of solve; it belongs to count, work"))

    def test_arguments_missing_and_left_over(self):
        self.refuse(["count"], "board size is missing; for example: nqueens count 16")
        self.refuse(["verify"], re.compile("placement file is missing"))
        self.refuse(["completions"], re.compile("shell is missing; for example: "))
        self.refuse(["merge"], re.compile("journal is missing; for example: "))
        self.refuse(["work", "8"], "--shard is missing; give --shard I/K")
        self.refuse(["8", "9"], "unexpected argument '9'; usage: nqueens count [OPTION]... N|A..B")
        self.refuse(["info", "x"], "unexpected argument 'x'; usage: nqueens info [OPTION]...")
        self.refuse(["-q"], "a command is missing; for example: nqueens 16")

    def test_values_missing_left_over_and_repeated(self):
        self.refuse(["8", "--journal", "--resume"], "--journal needs a value; write --journal FILE")
        self.refuse(["8", "--journal="], "--journal must be a file name, not ''")
        self.refuse(["8", "--json=yes"], "--json has no value; leave out '=yes'")
        self.refuse(["8", "-t", "1", "-t", "2"], "--threads is given twice; give it once")

    def test_unknown_words_of_options(self):
        self.refuse(["8", "--engine", "bitmsk"],
                    re.compile(r"\A--engine must be auto, .* not 'bitmsk'; did you mean bitmask\?"))
        self.refuse(["8", "--engine="], re.compile(r"\A--engine must be auto, .* not ''"))
        self.refuse(["8", "--isa", "avx"],
                    "--isa must be auto, portable, bmi2, avx2 or avx512, not 'avx'; did you mean "
                    "avx2?")
        self.refuse(["solve", "8", "--algorithm", "qs5"],
                    re.compile(r"\A--algorithm must be auto, .* did you mean qs4\?"))
        self.refuse(["solve", "8", "--format", "text"],
                    "--format must be columns, binary or board, not 'text'")
        self.refuse(["completions", "tcsh"], "shell must be bash, zsh or fish, not 'tcsh'")

    def test_control_characters_are_shown_not_sent(self):
        self.refuse(["a\nb\x1b[2J"], "unknown command 'a\\nb\\x1b[2J'; nqueens --help lists all")
        self.refuse([b"\xff\x9b"], "unknown command '\\xff\\x9b'; nqueens --help lists all")
        self.refuse(["8", "-t", "1\r2"], not_whole("--threads", "1\\r2", 1, 4096))

    def test_bad_board_sizes(self):
        for first in ([], ["count"]):
            for text in ("-3", "-1e30", "1e30", "33", "99999999999999999999", "2.5", "1e-3", "8x",
                         "0x10"):
                self.refuse([*first, text], not_whole("board size", text, 0, 32))
            self.refuse([*first, "28"], re.compile("nobody has counted 28 queens yet"))
            self.refuse([*first, "9..33"], not_whole("board size", "33", 0, 32))
            self.refuse([*first, "4.."], not_whole("board size", "", 0, 32))
            self.refuse([*first, "9..4"], "the range 9..4 is empty; did you mean 4..9?")
        for words in (["count", ""], ["count", "abc"], ["count", "--", "-5"], ["--", "-5"]):
            self.refuse(words, not_whole("board size", words[-1], 0, 32))
        for text in ("-5", "0", "1e30", "4294967296", "abc", "", "1.5"):
            self.refuse(["solve", text], not_whole("board size", text, 1, 4294967295))

    def test_bad_threads(self):
        for command in (["8"], ["solve", "8"], ["verify", "x"]):
            for text in ("0", "4097", "-1", "two", ""):
                self.refuse([*command, "--threads", text], not_whole("--threads", text, 1, 4096))

    def test_threads_of_the_environment(self):
        record = self.record("8", env={"NQUEENS_THREADS": "1"})
        self.assertEqual(record["threads"], 1)
        record = self.record("8", "-t", "2", env={"NQUEENS_THREADS": "nonsense"})
        self.assertEqual(record["threads"], 2)
        self.assertEqual(self.succeed("8", "-q", env={"NQUEENS_THREADS": ""}), "92\n")
        for text in ("0", "abc", "-2"):
            self.refuse(["8"], f"NQUEENS_THREADS must be a whole number from 1 to 4096, not '{text}'",
                        env={"NQUEENS_THREADS": text})

    def test_more_threads_than_processors_is_a_note(self):
        done = program.run("8", "-t", "4096")
        self.assertEqual((done.returncode, done.stdout), (0, "Q(8) = 92\n"))
        self.assertRegex(done.stderr, r"\Anote: 4096 threads share \d+ processors?\n")
        self.assertEqual(program.run("8", "-q", "-t", "4096").stderr, "")


if __name__ == "__main__":
    program.main()
