"""Help, version, usage; the order of options and arguments; errors of the command line."""

import json
import re

import program
from program import ProgramTest

MOST = 18446744073709551615


class Help(ProgramTest):
    def test_help_of_the_program(self):
        text = self.succeed("-h")
        self.assertTrue(text.startswith("Usage: nqueens SIZE, or nqueens COMMAND [OPTION]... "))
        for option in ("-t, --threads NUM", "--pin auto|none|cores", "--json",
                       "-q, --quiet", "--no-progress", "--color NAME",
                       "--time-limit SECONDS", "-h, --help", "-V, --version"):
            self.assertIn(option, text)
        text = self.succeed("--help")
        places = [text.index("\n" + section) for section in
                  ("Commands:", "Common options:", "Environment:", "Exit codes:",
                   "Examples:", "More: ")]
        self.assertEqual(places, sorted(places))
        self.assertIn("--color auto|always|never", text)
        self.assertIn("\n  75   stopped by --time-limit, ", text)

    def test_two_levels(self):
        for words in ([], ["count"], ["8"]):
            short, whole = self.succeed(*words, "-h"), self.succeed(*words, "--help")
            self.assertLess(short.count("\n"), whole.count("\n") / 1.5)
            self.assertIn("Exit codes:", whole)
            self.assertEqual(self.succeed(*words, "-h", "--help"), whole)
            self.assertEqual(self.succeed(*words, "--help", "-h"), whole)
        self.assertEqual(self.succeed("count", "-qh"), self.succeed("count", "-h"))

    def test_help_of_boards(self):
        text = self.succeed("help", "boards")
        self.assertTrue(text.startswith("A board is written N, "))
        self.assertIn("--variant queens|torus|superqueens|semi", text)
        self.assertIn("nqueens help boards", self.succeed("count", "-h"))

    def test_the_command_help(self):
        self.assertEqual(self.succeed("help"), self.succeed("--help"))
        self.assertLessEqual({"count", "solve", "man"}, set(program.commands()))
        for command in program.commands():
            text = self.succeed(command, "--help")
            self.assertRegex(text, r"\nExamples:\n  \S*.*nqueens " + command)
            self.assertEqual(self.succeed("help", command), text)
            self.assertIn("Exit codes: see nqueens --help", text)
        self.refuse(["help", "cuont"], re.compile(r"\Acommand must be count, .* or boards, not 'cuont'; "
                                                  r"did you mean count\?\Z"))
        self.refuse(["help", "count", "8"],
                    re.compile(r"\Aunexpected argument '8'; usage: nqueens help "))

    def test_help_wins_over_bad_values(self):
        text = self.succeed("count", "--help")
        self.assertEqual(self.succeed("count", "abc", "-t", "0", "--help"), text)
        self.assertEqual(self.succeed("8", "--help", env={"NQUEENS_THREADS": "many"}), text)

    def test_help_shows_allowed_values(self):
        text = self.succeed("count", "--help")
        self.assertRegex(text, r"--engine auto\|(\w[\w-]*\|)*reference")
        self.assertIn("--isa auto|portable|bmi2|avx2|avx512", text)
        self.assertIn("--algorithm auto|", self.succeed("solve", "--help"))

    def test_an_option_is_only_offered_where_it_acts(self):
        for command, option in (("count", "--seed"), ("bench", "--time-limit"),
                                ("info", "--threads")):
            self.assertNotIn(option + " ", self.succeed(command, "--help"))

    def test_version_is_one_line(self):
        self.assertRegex(self.succeed("--version"), r"\Anqueens \d+\.\d+\.\d+\n\Z")
        self.assertEqual(self.succeed("-V"), self.succeed("count", "--version"))

    def test_no_arguments_is_a_short_usage(self):
        done = program.run()
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertTrue(done.stderr.startswith("usage: nqueens SIZE, or nqueens COMMAND"))
        self.assertLessEqual(done.stderr.count("\n"), 5)


class CommandLines(ProgramTest):
    def test_options_stand_anywhere_and_take_values_in_every_form(self):
        for line in ("count 8 --threads 2 -q", "--threads 2 -q count 8", "-t 2 count -q 8",
                     "8 -t 2", "8 -t2", "-t2 8", "8 --threads=2", "8 -qt2", "8 -qt 2",
                     "8 -t 2e0 -q -q", "8 -t 2 --time-limit=5.5", "-t 2 -- 8", "count -t 2 -- 8"):
            record = json.loads(self.succeed("--json", *line.split()))
            self.assertEqual((record["command"], record["board_size"]), ("count", 8), line)

    def test_the_name_of_a_command_may_be_a_value(self):
        self.succeed("solve", "8", "-o", "count", cwd=self.folder)
        self.assertEqual(self.succeed("verify", self.path("count")), "solution: 8 queens\n")

    def test_nothing_is_an_option_after_the_double_dash(self):
        for name in ("-t", "--help", "--"):
            self.refuse(["verify", "--", name], f"cannot read {name}: No such file or directory",
                        cwd=self.folder)

    def test_unknown_commands_and_options(self):
        self.refuse_all([
            ("cuont 8", "unknown command 'cuont'; did you mean count?"),
            ("ver", "unknown command 'ver'; did you mean verify?"),
            ("guess", "unknown command 'guess'; nqueens --help lists all"),
            ([""], "unknown command ''; nqueens --help lists all"),
            ("count 8 --engin bitmask", "unknown option '--engin'; did you mean --engine?"),
            ("--engin=x", "unknown option '--engin=x'; did you mean --engine?"),
            ("count --n 8", "unknown option '--n'; the size stands alone: nqueens count 8"),
            ("solve -n8 --seed 1", "unknown option '-n8'; the size stands alone: nqueens solve 8"),
            ("-n 8", "unknown option '-n'; the size stands alone: nqueens 8"),
            ("count --size 8", "--size is an option of bench, not of count; the size stands alone: nqueens count 8"),
            ("count 8 --size 9", "--size is an option of bench, not of count; as in: nqueens bench --size NUM"),
            ("--n=8 count", "unknown option '--n=8'; the size stands alone: nqueens 8"),
            ("verify x -n 8", "unknown option '-n'; nqueens verify --help lists all"),
            ("count 8 --thread 2", "unknown option '--thread'; did you mean --threads?"),
            ("count 8 --jurnal x", "unknown option '--jurnal'; did you mean --journal?"),
            ("count 8 --parallel 2", "unknown option '--parallel'; nqueens count --help lists all"),
            ("solve 8 -x", "unknown option '-x'; nqueens solve --help lists all"),
            ("solve 8 -qx", "unknown option '-qx'; nqueens solve --help lists all"),
            ("-x", "unknown option '-x'; nqueens --help lists all"),
            ("count 8 ---", re.compile(r"\Aunknown option '---'; ")),
            ("list 8 --count", "--count is an option of puzzle, not of list; as in: nqueens puzzle --count NUM"),
            ("count 8 --seed 1", "--seed is an option of estimate, list, solve, puzzle, audit, not of "
                                 "count; as in: nqueens estimate --seed SEED"),
            ("draw x -t 1", re.compile("-t is an option of count, .*, not of draw; as in: "
                                       r"nqueens count -t NUM\Z")),
            ("--symmetry solve 8", "--symmetry is an option of count, not of solve; as in: nqueens "
                                   "count --symmetry")])

    def test_arguments_missing_and_left_over(self):
        usage = "usage: nqueens count [OPTION]... [N|MxN|A..B]"
        self.refuse_all([
            ("count", "board size is missing; for example: nqueens count 16"),
            ("verify", re.compile("placement file is missing; for example: ")),
            ("completions", re.compile("shell is missing; for example: ")),
            ("merge", re.compile("journal is missing; for example: ")),
            ("8 9", f"unexpected argument '9'; {usage}"),
            ("8 -- --", f"unexpected argument '--'; {usage}"),
            ("info x", "unexpected argument 'x'; usage: nqueens info [OPTION]..."),
            ("-q", "a command is missing; for example: nqueens 16")])

    def test_values_missing_left_over_and_repeated(self):
        self.refuse_all([
            ("8 -t", "-t needs a value; write -t NUM"),
            ("8 --journal --check","--journal needs a value; write --journal FILE"),
            ("8 --journal -t 2", "--journal needs a value; write --journal FILE"),
            ("8 --journal=", "--journal must be a file name, not ''"),
            ("8 --json=yes", "--json has no value; leave out '=yes'"),
            ("8 -t 1 --threads 2", "--threads is given twice; give it once")])

    def test_unknown_words_of_options(self):
        self.refuse_all([
            ("8 --engine bitmsk",
             re.compile(r"\A--engine must be auto, .* or \S+, not 'bitmsk'; did you mean bitmask")),
            ("8 --engine=", re.compile(r"\A--engine must be auto, .* not ''\Z")),
            ("8 --isa avx", "--isa must be auto, portable, bmi2, avx2 or avx512, not 'avx'; did "
                            "you mean avx2?"),
            ("solve 8 --algorithm qs5",
             re.compile(r"\A--algorithm must be auto, .* did you mean qs4\?")),
            ("solve 8 --format text", "--format must be columns, npy, board, svg or png, not 'text'"),
            ("completions tcsh", "shell must be bash, zsh or fish, not 'tcsh'")])

    def test_control_characters_are_shown_not_sent(self):
        self.refuse_all([
            (["a\nb\x1b[2J"], "unknown command 'a\\nb\\x1b[2J'; nqueens --help lists all"),
            ([b"\xff\x9b"], "unknown command '\\xff\\x9b'; nqueens --help lists all"),
            (["8", "-t", "1\r2"], not_whole("--threads", "1\\r2", 1, 4096))])

    def test_bad_board_sizes(self):
        self.refuse(["9..4"], "the range 9..4 is empty; did you mean 4..9?")
        for words, bad in ((["-3"], "-3"), (["1e30"], "1e30"), (["--", "-5"], "-5"),
                           (["9..65"], "65"), (["4.."], "4.."), (["4..-5"], "-5"), (["1..2..3"], "2..3"),
                           (["count", ""], ""), (["count", "eight"], "eight"), (["count", "..4"], "..4")):
            self.refuse(words, not_whole("board size", bad, 0, 32))
        for text in ("33", "100", "1e9"):
            self.refuse([text], not_whole("board size", text, 0, 32) + "; on larger boards nqueens solve finds a "
                        "solution, and nqueens estimate estimates their number up to 64 queens")
        for words in (["list"], ["estimate"], ["count", "--variant", "torus"], ["count", "--place", "0:0"]):
            self.refuse([*words, "65"], not_whole("board size", "65", 0, 64))
        for words in ("8-12", "count 8,12", "8:12 --fundamental"):
            said = self.refuse(words.split())
            self.assertRegex(said, r"\A'8.12' is no board size; write a range of sizes as 8\.\.12\Z")
        for text in ("0", "100000000001", "1.5"):
            self.refuse(["solve", text], not_whole("board size", text, 1, 100000000000))

    def test_bad_numbers(self):
        for line, most in (("8 --threads", 4096), ("verify x --threads", 4096),
                           ("solve 8 --max-moves", MOST),
                           ("solve 8 --max-starts", MOST), ("list 8 --limit", MOST)):
            for text in ("0", "two", str(most + 1)):
                words = [*line.split(), text]
                self.refuse(words, not_whole(words[-2], text, 1, most))
        for text in ("-1", str(MOST + 1)):
            self.refuse(["solve", "8", "--seed", text], not_whole("--seed", text, 0, MOST))
        for text in ("-1", "33"):
            self.refuse(["8", "--depth", text], not_whole("--depth", text, 0, 32))
        self.refuse(["verify", "x", "-1"], not_whole("board size", "-1", 0, 100000000000))
        for text in ("0", "-1", "soon"):
            self.refuse(["8", "--time-limit", text],
                        f"--time-limit must be a number of seconds from 0.001 to 1e9, not '{text}'")

    def test_threads_of_the_environment(self):
        self.assertEqual(self.record("solve", "100", env={"NQUEENS_THREADS": "2"})["threads"],
                         min(2, program.PROCESSORS))
        self.assertEqual(self.record("8", "-t1", env={"NQUEENS_THREADS": "nonsense"})["threads"], 1)
        self.assertEqual(self.succeed("8", "-q", env={"NQUEENS_THREADS": ""}), "92\n")
        for text in ("0", "abc", "-2"):
            self.refuse(["8"], not_whole("NQUEENS_THREADS", text, 1, 4096),
                        env={"NQUEENS_THREADS": text})

    def test_long_words_take_one_line(self):
        for words in (["count", "a" * 100_000], ["count", "8", "--engine", "b" * 100_000],
                      ["c" * 100_000], ["count", "8", "--" + "d" * 100_000],
                      ["verify", "e" * 100_000], ["merge", "f" * 100_000]):
            done = program.run(*words)
            self.assertEqual(done.returncode, 2)
            self.assertRegex(done.stderr, r"\Anqueens: [^\n]+\n\Z")

    def test_no_more_threads_than_processors(self):
        most = min(program.PROCESSORS, self.record("info")["host"]["usable_processors"])
        journal, solution = self.path("journal"), self.file("queens", self.succeed("solve", "1e6"))
        for line in (f"count 12 --engine bitmask --depth 3 --journal {journal}", "solve 1e6 -o /dev/null",
                     "solve 20 --algorithm qs4", "solve 8 --block 0:0", "list 8", "list 8 --by qs4",
                     "estimate 20 --samples 10", "puzzle 8 --unique", f"audit {journal}",
                     f"verify {solution}"):
            done = program.run(*line.split(), "-t", "4096", "--json")
            self.assertEqual(json.loads(done.stdout)["threads"], most, line)
            self.assertIn(f"4096 threads are asked for, at most {most} start: one for each usable "
                          "processor\n", done.stderr, line)
            self.assertNotIn("asked for", program.run(*line.split(), "-t", str(most)).stderr)

        self.refuse(["8", "-t", "4096", "--engine", "bitmask", "--depth", "9"],
                    re.compile("depth out of range: 9"))

    def test_options_that_exclude_each_other(self):
        for line, one, other in [
                ("8 --fundamental --symmetry", "--fundamental", "--symmetry"),
                ("8 --dry-run --check", "--dry-run", "--check"),
                ("audit x --sample 0 --seed 1", "--seed", "--sample=0"),
                ("list 8 --by steepest --limit 1", "--by", "--limit")]:
            self.refuse(line.split(), f"{one} and {other} exclude each other; give one of them",
                        cwd=self.folder)
        for line, one, other in [("list 8 --seed 1", "--seed", "--by"),
                                 ("list 8 --starts 1", "--starts", "--by"),
                                 ("bench --threads 2", "--threads", "scaling")]:
            self.refuse(line.split(), f"{one} needs {other}; add it")
        self.assertEqual(self.files(), [])
        for line in ("--journal x", "--symmetry", "--place 0:0"):
            words = line.split()
            self.refuse(["4..8", *words], f"{words[0]} needs one board size, not the range 4..8")


def not_whole(subject, text, least, most):
    return f"{subject} must be a whole number from {least} to {most}, not '{text}'"
