"""verify and draw read what the program writes: lists, drawings and arrays."""

import resource
import subprocess
import xml.etree.ElementTree as ElementTree

import program
from program import ProgramTest

EIGHT = "0 4 7 5 2 6 1 3"
ATTACK = "row 2, column 7 and row 6, column 3 share an antidiagonal"


class Lists(ProgramTest):
    def lists(self, *words):
        columns = self.succeed("list", *words)
        return (columns, columns.replace(" ", ","), self.succeed("list", *words, "--format", "board"))

    def test_verify_reads_every_format_of_list(self):
        for listed in self.lists("8"):
            done = program.run("verify", "-", input=listed)
            self.assertEqual((done.returncode, done.stdout), (0, "92 solutions of 8 queens\n"), listed)
            self.assertRegex(done.stderr, r"\A\S+ [um]?s, 1 thread\n\Z")
            path = self.file("list", listed)
            answer = self.json_of("verify", path)
            self.assertEqual((answer["file"], answer["solution"], answer["placements"],
                              answer["solutions"], answer["wrong"]), (path, True, "92", "92", []))
            done = program.run("verify", path, "8", "-q")
            self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))

    def test_the_wrong_ones_are_named(self):
        lines = self.succeed("list", "8").splitlines()
        lines[1] = "0 4 7 5 2 6 3 1"
        done = program.run("verify", "-", input="\n".join(lines))
        self.assertEqual((done.returncode, done.stdout),
                         (1, f"line 2: not a solution: {ATTACK}\n91 of 92 placements are solutions\n"))
        done = program.run("verify", "-", "-q", input="\n".join(lines))
        self.assertEqual((done.returncode, done.stdout, done.stderr), (1, "", ""))
        answer = self.json_of("verify", "-", code=1, input="\n".join(lines))
        self.assertEqual((answer["solution"], answer["solutions"]), (False, "91"))
        self.assertEqual(answer["wrong"][0], {"place": "line 2", "violation": ATTACK})
        done = program.run("verify", "-", "--place", "0:0", input="\n".join(lines))
        self.assertTrue(done.stdout.endswith("\n3 of 92 placements are solutions\n"), done.stdout)
        self.assertEqual(done.stdout.count("not a solution: no queen on row 0, column 0, where one"), 9)
        self.assertIn("\nothers are only counted\n", done.stdout)
        drawn = self.succeed("list", "5", "--format", "board")
        done = program.run("verify", "-", input=drawn.replace("Q....", ".Q...", 1))
        self.assertRegex(done.stdout, r"\Aboard 1: not a solution: row .*\n9 of 10 placements are "
                                      r"solutions\n\Z")
        for solutions, said in (([EIGHT], "1 of 2 placements is a solution"),
                                ([EIGHT, EIGHT], "2 of 3 placements are solutions")):
            done = program.run("verify", "-", input="\n".join(["0 1 2 3 4 5 6 7", *solutions]))
            self.assertTrue(done.stdout.endswith(f"\n{said}\n"), done.stdout)

    def test_lists_of_any_shape(self):
        for text, said in (("1 3 0 2\n\n# a comment\r\n 2,0,3,1 # and another\n",
                            "2 solutions of 4 queens"),
                           # One placement may be broken into lines.
                           ("0 4 7 5\n2 6 1 3\n", "solution: 8 queens"),
                           ("0\n4\n7\n5\n2\n6\n1\n3\n", "solution: 8 queens"),
                           ("0 4 7 5 2 6 1\n3\n", "solution: 8 queens")):
            self.assertEqual(self.succeed("verify", "-", input=text), said + "\n")

    def test_lists_of_their_size(self):
        for words, said in ((["list", "5x8", "--limit", "3"], "3 solutions of Q(5x8)\n"),
                            (["list", "8", "--limit", "2"], "2 solutions of 8 queens\n")):
            listed = self.succeed(*words, "-q")
            size = "5x8" if "5x8" in words else "8x8"
            self.assertEqual(self.succeed("verify", "-", size, input=listed), said)
        large = "".join(self.succeed("solve", "1e5", "--seed", seed, "-q") for seed in "12")
        self.assertEqual(self.succeed("verify", "-", input=large), "2 solutions of 100000 queens\n")

    def test_drawings_without_a_blank_line(self):
        drawn = self.succeed("solve", "8", "--seed", "1", "--format", "board")
        cut = "".join(drawn.splitlines(True)[:5])
        self.assertEqual(self.succeed("verify", "-", input=cut), "solution: Q(5x8)\n")
        answer = self.json_of("verify", "-", input=cut)
        self.assertEqual((answer["board_rows"], answer["board_columns"]), (5, 8))
        done = program.run("verify", "-", input=drawn + drawn)
        self.assertEqual((done.returncode, done.stdout),
                         (1, "not a solution: 16 rows of 8 columns; is a blank line missing between "
                             "two boards?\n"))

    def test_comments_and_marks(self):
        board = ".Q..\n...Q\nQ...\n..Q.\n"
        for text in (f"# a board\n{board}", board.replace("\n", "\n# c\n", 1), f"\ufeff{board}",
                     f"\ufeff# c\r\n{board}", "\ufeff1 3 0 2", "\ufeff1,3,0,2\n",
                     "\ufeff1\n3 0 2"):
            for source in ("-", self.file("q", text)):
                self.assertEqual(self.succeed("verify", source, input=text), "solution: 4 queens\n")
                self.assertEqual(self.succeed("draw", source, input=text), board)
        for text in ("\ufeff1 3 0 2\n2 0 3 1\n", f"# a\n{board}# c\n\n# b\n{board}"):
            self.assertEqual(self.succeed("verify", "-", input=text), "2 solutions of 4 queens\n")
        self.assertEqual(self.succeed("count", "--board", "-", "-q", input=f"\ufeff{board}"), "1\n")

    def test_verify_and_draw_read_attacked_queens(self):
        drawn = self.succeed("draw", "-", input="0 1 3 2")
        self.assertIn("!", drawn)
        done = program.run("verify", "-", input=drawn)
        self.assertEqual((done.returncode, done.stdout),
                         (1, "not a solution: row 0, column 0 and row 1, column 1 share a diagonal\n"))
        self.assertEqual(self.succeed("draw", "-", input=drawn), drawn)

    def test_rectangles_need_their_size(self):
        for name in ("r.npy", "r.txt"):
            path = self.path(name)
            self.succeed("solve", "3x5", "--seed", "1", "-o", path)
            self.refuse(["verify", path], "for a rectangle give rows and columns, as in 8x12")
            self.assertEqual(self.succeed("verify", path, "3x5"), "solution: Q(3x5)\n")

    def test_a_list_is_verified_in_little_memory(self):
        lister = subprocess.Popen([program.PROGRAM, "list", "13", "-q"],
                                  env=program.environment(), stdout=subprocess.PIPE)
        done = program.run("verify", "-", stdin=lister.stdout)
        lister.stdout.close()
        self.assertEqual((lister.wait(), done.stdout), (0, "73712 solutions of 13 queens\n"))
        if not program.INSTRUMENTED:
            self.assertLess(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, 64 << 10)

    def test_draw_makes_a_sheet(self):
        for listed in self.lists("8", "--fundamental"):
            done = program.run("draw", "-", input=listed)
            self.assertEqual((done.returncode, done.stdout.count("\n\n"), done.stderr),
                             (0, 11, "12 placements drawn\n"))
            picture = ElementTree.fromstring(self.succeed("draw", "-", "--format", "svg",
                                                          input=listed))
            queens = [path for path in picture.findall("{http://www.w3.org/2000/svg}path")
                      if path.get("fill") == "#26201e"]
            self.assertEqual(len(queens), 12 * 8)
        listed = self.succeed("list", "8")
        self.assertEqual(self.succeed("draw", "-", "8x8", input=listed),
                         self.succeed("draw", "-", input=listed))
        for option, said in (("--place=0:0", ", 88 of them not solutions"), ("--variant=semi", "")):
            self.assertEqual(program.run("draw", "-", option, input=listed).stderr,
                             f"92 placements drawn{said}\n")
        self.assertEqual(program.run("draw", "-", "--block", "0:0",
                                     input=f"{EIGHT}\n1 3 5 7 2 0 6 4\n").stderr,
                         "2 placements drawn, 1 of them not a solution\n")


class Placements(ProgramTest):
    def test_verify_and_draw_read_every_output_of_solve(self):
        board = self.succeed("draw", "-", input=EIGHT)
        words = ["solve", "8", "--place", "0:0,1:4,2:7"]
        for more in ([], ["--format", "board"], ["--format", "npy"]):
            data = self.succeed(*words, *more, text=False)
            self.assertEqual(self.succeed("verify", "-", input=data, text=False),
                             b"solution: 8 queens\n", more)
            self.assertEqual(self.succeed("verify", "-", "--place", "0:0", input=data, text=False),
                             b"solution: Q(8 with 0:0)\n")
            self.assertEqual(self.succeed("draw", "-", input=data, text=False), board.encode())
        for name in ("q.txt", "q.npy"):
            self.succeed("solve", "1000", "-o", self.path(name))
            self.assertEqual(self.succeed("verify", self.path(name)), "solution: 1000 queens\n")

    def test_several_puzzles(self):
        path = self.path("puzzles.txt")
        self.succeed("puzzle", "8", "--unique", "--count", "3", "--solution", "-o", path)
        second = subprocess.run(["awk", "-v", "RS=", "NR==2", path], capture_output=True, text=True,
                                check=True, timeout=60).stdout
        self.succeed("solve", "--board", "-", "--unique", input=second)
