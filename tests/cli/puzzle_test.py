"""nqueens puzzle: exactly one completion, numbers of queens, formats, seeds."""

import re

import program
from program import ProgramTest


def boards(text):
    return [board.splitlines() for board in text.split("\n\n")]


def squares(board):
    return [f"{row}:{line.index('Q')}" for row, line in enumerate(board) if "Q" in line]


class Puzzle(ProgramTest):
    def completions(self, size, given, *words):
        place = ["--place", ",".join(given)] if given else []
        return self.succeed("list", str(size), *place, *words, "-q").splitlines()

    def test_solution(self):
        text = self.succeed("puzzle", "9", "--unique", "--solution", "--count", "2", "--seed", "4")
        first, second = boards(text)
        puzzle, solution = first[:9], [line.removeprefix("# ") for line in first[10:]]
        self.assertEqual((first[9], len(solution)), ("#", 9))
        self.assertEqual(self.completions(9, squares(puzzle)),
                         [" ".join(square.split(":")[1] for square in squares(solution))])
        self.assertNotEqual(first, second)

    def test_squares(self):
        for line in self.succeed("puzzle", "10", "--unique", "--format", "squares", "--solution",
                                 "--count", "3").splitlines():
            given, solution = line.split("  # ")
            self.assertEqual(self.completions(10, given.split(",")), [solution])

    def test_given(self):
        self.assertEqual(self.succeed("puzzle", "16", "--given", "5").count("Q"), 5)
        self.assertEqual(self.succeed("puzzle", "1", "--unique", "--given", "0"), ".\n")
        self.assertEqual(self.succeed("puzzle", "2", "--unique", "--given", "0", "--variant", "semi"),
                         "..\n..\n")
        self.assertEqual(self.succeed("puzzle", "3", "--variant", "semi", "--given", "0"),
                         "...\n...\n...\n")

    def test_colours(self):
        words = ["puzzle", "8", "--unique", "--solution", "--seed", "5"]
        shown = self.succeed(*words, "--color", "always")
        plain = re.sub(r"\x1b\[[\d;]*m", "", shown).replace("# ", "#")
        self.assertEqual(plain.replace("  ", ". ").replace(" ", ""), self.succeed(*words).replace("# ", "#"))
        self.assertEqual(shown.count("\x1b[48;5;137m"), 64)
        self.succeed(*words, "--color", "always", "-o", self.path("puzzle"))
        self.assertEqual(self.read("puzzle"), self.succeed(*words))

    def test_json(self):
        answer = self.json_of("puzzle", "8", "--unique", "--count", "3", "--seed", "5")
        self.assertEqual([answer[name] for name in ("command", "board_size", "outcome", "unique", "seed")],
                         ["puzzle", 8, "done", True, "5"])
        self.assertEqual(len(answer["puzzles"]), 3)
        drawn = boards(self.succeed("puzzle", "8", "--unique", "--count", "3", "--seed", "5"))
        for puzzle, board in zip(answer["puzzles"], drawn):
            self.assertEqual([f"{row}:{column}" for row, column in puzzle["given"]],
                             squares(board))
            for row, column in puzzle["given"]:
                self.assertEqual(puzzle["solution"][row], column)

    def test_json_tells_every_outcome(self):
        for words, code, outcome in ((["2", "--unique"], 1, "none"), (["8", "--unique"], 0, "done"),
                                     (["8", "--unique", "--given", "1", "--max-attempts", "2"], 75,
                                      "stopped")):
            answer = self.json_of("puzzle", *words, code=code)
            self.assertEqual((answer["outcome"], len(answer.get("puzzles", []))),
                             (outcome, 1 - bool(code)))
            self.assertIn("seed", answer)

    def test_output_and_summary(self):
        done = program.run("puzzle", "8", "--unique", "--seed", "5", "-t", "1", "-o",
                           self.path("puzzle"))
        self.assertEqual((done.returncode, done.stdout), (0, ""))
        self.assertEqual(self.read("puzzle"), self.succeed("puzzle", "8", "--unique", "--seed", "5"))
        self.assertRegex(done.stderr, r"\A1 puzzle of 8 queens with \d given queens, one solution "
                                      r"each, seed 5, \S+ [um]?s, 1 thread\n\Z")
