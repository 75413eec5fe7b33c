"""nqueens solve: boards with given queens, blocked squares or excluded diagonals."""

import program
from program import ProgramTest, attacks


class GivenQueens(ProgramTest):
    def columns(self, *words, **options):
        return [int(word) for word in self.succeed("solve", *words, "-q", **options).split()]

    def squares_of(self, columns, rows):
        return "\n".join(f"{row}:{columns[row]}" for row in rows)

    def test_on_the_command_line(self):
        for size in ("8", "20", "65", "1000"):
            columns = self.columns(size, "--place", "0:3,5:6")
            self.assertEqual((columns[0], columns[5]), (3, 6))
            self.assertFalse(attacks(columns))
        columns = self.columns("1e3", "--place", "0:3", "--place", "5:6,1e2:2e2")
        self.assertEqual((columns[0], columns[5], columns[100]), (3, 6, 200))

    def test_files(self):
        for content in ("0:3,5:6\n9:900\n", "0:3 5:6\t9:900", "# two\n0:3, 5:6 # more\n\n9:900",
                        "0:3,\r\n5:6,\r\n9:900\r\n"):
            path = self.file("given.txt", content)
            columns = self.columns("1000", "--place", path)
            self.assertEqual([columns[row] for row in (0, 5, 9)], [3, 6, 900], content)
            process = program.run("solve", "1000", "-q", "--place", "-", input=content)
            columns = [int(word) for word in process.stdout.split()]
            self.assertEqual([columns[row] for row in (0, 5, 9)], [3, 6, 900], content)
            self.assertEqual(self.succeed("count", "12", "-q", "--place",
                                          self.file("few.txt", "0:3, # one\n1:5")),
                             self.succeed("count", "12", "-q", "--place", "0:3,1:5"))
        # What is both is squares.
        self.file("0:3", "0:4")
        self.assertEqual(self.columns("100", "--place", "0:3", cwd=self.folder)[0], 3)

    def test_thousands(self):
        solution = self.columns("1e6", "--seed", "1")
        path = self.file("given.txt", self.squares_of(solution, range(0, 1000000, 100)))
        output = self.path("queens")
        done = program.run("solve", "1e6", "--place", path, "--seed", "2", "-o", output)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stderr, r"1000000 queens, 10000 of them given, in \S+ m?s, algorithm "
                                      r"qs4 \(portable\), seed 2, 1 thread, verified\n\Z")
        columns = [int(word) for word in self.read("queens").split()]
        self.assertEqual(columns[::100], solution[::100])
        self.assertNotEqual(columns, solution)
        self.assertFalse(attacks(columns))

    def test_the_record_has_their_number(self):
        for words, given in ((["8", "--place", "0:3,0:3"], 1), (["100", "--place", "0:3,0:3"], 1),
                             (["100", "--place", "0:3,1:9"], 2), (["100"], 0)):
            self.assertEqual(self.json_of("solve", *words)["given"], given)

    def test_algorithm_mrv(self):
        for words in (["20"], ["8", "--place", "b4"], ["8", "--variant", "semi"]):
            found = self.json_of("solve", *words, "--algorithm", "mrv", "--seed", "3")
            self.assertEqual((found["algorithm"], found["verified"]), ("mrv", True))

    def test_two_free_rows(self):
        solution = self.columns("300", "--seed", "1")
        squares = self.squares_of(solution, range(298))
        self.assertEqual(self.columns("300", "--place", self.file("given", squares)), solution)

    def test_no_endless_search(self):
        # A quarter of the board in the middle is full of queens.
        middle = self.columns("300", "--seed", "1")
        squares = "\n".join(f"{row + 150}:{column + 150}" for row, column in enumerate(middle))
        words = ["solve", "600", "--seed", "5", "--place", self.file("given", squares)]
        self.refuse([*words, "--max-starts", "2"], "no completion within the starts allowed: 2", 75)
        self.refuse([*words, "--max-starts", "1e9", "--time-limit", "0.3"],
                    "stopped by the time limit of 0.3 s: no solution of 600 ", 75)


NAUCK = ["8", "--place", "b4,d5"]  # two solutions; 1850


class Restricted(ProgramTest):
    def test_one_solution(self):
        columns = [int(word) for word in self.succeed("solve", *NAUCK).split()]
        self.assertFalse(attacks(columns))
        self.assertEqual((columns[4], columns[3]), (1, 3))
        done = program.run("solve", *NAUCK, "--seed", "1", "-t", "1")
        self.assertRegex(done.stderr, r"\A8 queens, 2 of them given, in \S+ [um]?s, algorithm mrv \(\w+\), "
                                      r"seed 1, 1 thread, verified\n\Z")
        self.assertEqual(self.succeed("solve", *NAUCK, "--seed", "1", "-t", "1"), done.stdout)

    def test_no_completion(self):
        self.refuse(["solve", "6", "--place", "0:0"], "no completion exists", code=1)
        answer = self.json_of("solve", "6", "--place", "0:0", code=1)
        self.assertEqual((answer["command"], answer["board_size"], answer["outcome"]),
                         ("solve", 6, "none"))

    def test_json_tells_every_outcome(self):
        # A queen of a solution goes to the column of another one, which is left out.
        columns = self.succeed("solve", "70", "--seed", "1").split()
        columns[0] = columns[2]
        given = ",".join(f"{row}:{column}" for row, column in enumerate(columns) if row != 2)
        board = [*program.ENDLESS_BOARD, "--time-limit", "0.2"]
        for words, code, outcome, unique in [
                (["8"], 0, "done", None), (["100"], 0, "done", None),
                (["3"], 1, "none", None), (["3", "--unique"], 1, "none", None),
                (["6", "--place", "0:0", "--unique"], 1, "none", None),
                (["70", "--place", self.file("given", given)], 1, "none", None),
                (["6", "--place", "0:1", "--unique"], 0, "done", True),
                (["6", "--unique"], 1, "done", False),
                (board, 75, "stopped", None), ([*board, "--unique"], 75, "stopped", None)]:
            answer = self.json_of("solve", *words, code=code)
            self.assertEqual((answer["outcome"], answer.get("unique")), (outcome, unique), words)
            self.assertEqual("columns" in answer, outcome == "done", words)
            self.assertEqual("unique" in answer, "--unique" in words, words)

    def test_a_seed_takes_one_thread(self):
        words = ["solve", "40", "--place", "0:0"]
        seed = ["--seed", "3"]
        self.assertEqual(self.json_of(*words, *seed)["threads"], 1)
        self.assertEqual(self.succeed(*words, *seed), self.succeed(*words, *seed))
        self.assertEqual(self.json_of(*words, *seed, "--threads", "2")["threads"],
                         min(2, program.PROCESSORS))
        self.assertEqual(self.json_of(*words)["threads"],
                         self.json_of(*words, "--threads", "4096")["threads"])

    def test_blocked_squares_of_large_boards(self):
        squares = self.file("blocked", "\n".join(f"{row}:{(37 * row + k) % 1000}"
                                                 for row in range(1000) for k in range(300)))
        columns = self.succeed("solve", "1000", "--block", squares, "--place", "0:500")
        self.assertEqual(self.succeed("verify", "-", "--block", squares, "--place", "0:500",
                                      input=columns), "solution: 1000 queens\n")
        other = columns.split()
        done = program.run("verify", "-", "--block", f"7:{other[7]}", input=columns)
        self.assertEqual((done.returncode, done.stdout),
                         (1, f"not a solution: no queen may stand on row 7, column {other[7]}\n"))
        answer = self.json_of("verify", "-", "--place", "0:501", code=1, input=columns)
        self.assertEqual(answer["violation"], "no queen on row 0, column 501, where one is given")
        self.assertEqual(program.run("solve", "8", "--algorithm", "qs4", "--block", "0:0").returncode, 0)

    def test_statistics(self):
        for words in (NAUCK, [*NAUCK, "--unique"], ["6", "--place", "0:1", "--unique"]):
            done = program.run("solve", *words, "--stats")
            self.assertRegex(done.stderr, r"\n +nodes +\d+\n")
        done = program.run("solve", "70", "--place", "a1", "--stats")
        self.assertRegex(done.stderr, r"\n +start time +[\d.]+ \w+\n")
        done = program.run("solve", "100", "--block", "a1", "--algorithm", "qs4", "--stats")
        self.assertRegex(done.stderr, r"\n +memory +[\d.]+ \w+\n")

    def test_unique(self):
        done = program.run("solve", *NAUCK, "--unique")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(sorted(done.stdout.splitlines()),
                         self.succeed("list", *NAUCK).splitlines())
        self.assertIn("there is more than one completion\n", done.stderr)
        first, second = [line.split() for line in done.stdout.splitlines()]
        row = [one == other for one, other in zip(first, second)].index(False)
        done = program.run("solve", *NAUCK, "--block", f"{row}:{first[row]}", "--unique")
        self.assertEqual((done.returncode, len(done.stdout.splitlines())), (0, 1))
        self.assertIn("this is the only completion\n", done.stderr)
        board = program.run("solve", *NAUCK, "--unique", "--format", "board").stdout
        self.assertEqual([len(part.splitlines()) for part in board.split("\n\n")], [8, 8])
        self.assertEqual(program.run("solve", "1", "--unique").returncode, 0)
        self.assertEqual(program.run("solve", "20", "--unique").returncode, 1)

    def test_unique_as_json(self):
        answer = self.json_of("solve", *NAUCK, "--unique", code=1)
        self.assertNotEqual(answer["columns"], answer["second"])
        answer = self.json_of("solve", "8", "--place", "0:0,1:4,2:7", "--unique")
        self.assertEqual((answer["columns"][:3], answer["second"]), ([0, 4, 7], None))

    def test_rectangles_and_variants(self):
        text = self.succeed("solve", "3x6", "--format", "board")
        self.assertEqual([len(line) for line in text.splitlines()], [6, 6, 6])
        self.assertEqual(text.count("Q"), 3)
        path = self.path("board")
        self.succeed("solve", "3x6", "--format", "board", "-o", path, "--seed", "1", "-t", "1")
        self.assertEqual(self.read("board"), self.succeed("solve", "3x6", "--format", "board",
                                                          "--seed", "1", "-t", "1"))
        answer = self.json_of("solve", "3x6", "--stats")
        self.assertEqual((answer["board_rows"], answer["board_columns"]), (3, 6))
        self.assertEqual((len(answer["columns"]), answer["algorithm"]), (3, "mrv"))
        self.assertGreater(answer["statistics"]["nodes"], 0)
