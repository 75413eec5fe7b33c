"""Help, version, usage; the order of options and arguments."""

import json

import program
from program import ProgramTest



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
                  ("Commands:", "Common options, of most commands:", "Environment:", "Exit codes:",
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
            answer = json.loads(self.succeed("--json", *line.split()))
            self.assertEqual((answer["command"], answer["board_size"]), ("count", 8), line)

    def test_the_name_of_a_command_may_be_a_value(self):
        self.succeed("solve", "8", "-o", "count", cwd=self.folder)
        self.assertEqual(self.succeed("verify", self.path("count")), "solution: 8 queens\n")

    def test_threads_of_the_environment(self):
        self.assertEqual(self.json_of("solve", "100", env={"NQUEENS_THREADS": "2"})["threads"],
                         min(2, program.PROCESSORS))
        self.assertEqual(self.json_of("8", "-t1", env={"NQUEENS_THREADS": "nonsense"})["threads"], 1)
        self.assertEqual(self.succeed("8", "-q", env={"NQUEENS_THREADS": ""}), "92\n")
        for text in ("0", "abc", "-2"):
            self.refuse(["8"], "NQUEENS_THREADS must be", env={"NQUEENS_THREADS": text})

    def test_no_more_threads_than_processors(self):
        most = min(program.PROCESSORS, self.json_of("info")["host"]["usable_processors"])
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
