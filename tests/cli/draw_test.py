"""nqueens draw: text, SVG, PNG, sheets, densities."""

import re
import resource
import struct
import unittest
import xml.etree.ElementTree as ElementTree

import program
from program import ProgramTest

SOLUTION = "0 4 7 5 2 6 1 3\n"
ATTACK = "0 4 7 5 2 6 3 1\n"
SVG = "{http://www.w3.org/2000/svg}"


class Draw(ProgramTest):
    def svg(self, *words, **options):
        return ElementTree.fromstring(self.succeed("draw", *words, "--format", "svg", **options))

    def shapes(self, root, **attributes):
        """How many paths have the attributes."""
        return sum(attributes.items() <= path.attrib.items() for path in root.findall(SVG + "path"))

    def png_size(self, data):
        self.assertEqual(data[:8], b"\x89PNG\r\n\x1a\n")
        self.assertEqual(data[-8:-4], b"IEND")
        return struct.unpack(">II", data[16:24])

    def test_text(self):
        done = program.run("draw", "-", input="1 3 0 2")
        self.assertEqual((done.stdout, done.stderr),
                         (".Q..\n...Q\nQ...\n..Q.\n", "4 queens, a solution\n"))
        done = program.run("draw", "-", input="1 3 2 0")
        self.assertEqual((done.returncode, done.stdout, done.stderr),
                         (0, ".Q..\n...!\n..!.\nQ...\n",
                          "4 queens, not a solution: 1 attacking pair marked\n"))
        self.assertEqual(program.run("draw", "-", "-q", input="0").stderr, "")

    def test_empty_boards(self):
        for size in ("4", "2x3"):
            done = program.run("draw", size)
            self.assertEqual((done.returncode, set(done.stdout)), (0, {".", "\n"}))
            self.assertEqual(done.stderr, f"an empty board; nqueens solve {size} -o board.svg draws a "
                                          "solution\n")
        self.assertEqual(program.run("draw", "4", "--place", "a1").stderr, "Q(4 with 3:0)\n")

    def test_colours(self):
        shown = self.succeed("draw", "-", "--color", "always", input="1 3 2 0")
        self.assertIn("\x1b[1;38;5;160m! ", shown)
        self.assertEqual(re.sub(r"\x1b\[[\d;]*m", "", shown), "  Q     \n      ! \n    !   \nQ       \n")
        self.succeed("draw", "-", "--color", "always", "--output", self.path("b"), input=SOLUTION)
        self.assertNotIn("\x1b", self.read("b"))

    def test_terminals_get_chess_queens(self):
        for locale, queen in (("C.UTF-8", "\u265b"), ("C", "Q")):
            for colour in ("auto", "never"):
                code, _, _, shown = program.at_terminal("draw", self.file("q", SOLUTION), "-q",
                                                        "--color", colour, env={"LC_ALL": locale})
                self.assertEqual((code, shown.count(queen)), (0, 8))
                self.assertEqual("\x1b[48;5;137m" in shown, colour == "auto")

    def test_svg(self):
        root = self.svg("-", input=SOLUTION)
        self.assertEqual(root.tag, SVG + "svg")
        self.assertEqual(self.shapes(root, fill="#26201e"), 8)
        self.assertEqual(root.find(SVG + "title").text, "8 queens on a board of 8 x 8")
        wrong = self.svg("-", input=ATTACK)
        self.assertEqual((self.shapes(wrong, fill="#26201e"), self.shapes(wrong, fill="#c81e28")),
                         (4, 4))
        width = float(self.svg("-", "--pixels", "2000", input=SOLUTION).get("width"))
        self.assertTrue(1800 <= width <= 2000, width)

    def test_png(self):
        data = self.succeed("draw", "-", "--format", "png", input=SOLUTION.encode(), text=False)
        width, height = self.png_size(data)
        self.assertTrue(750 <= width <= 800 and width == height, (width, height))

    def test_the_format_is_that_of_the_file(self):
        for name, start in (("a.svg", b"<svg"), ("b.PNG", b"\x89PNG"), ("c.txt", b"Q....")):
            path = self.path(name)
            self.assertEqual(self.succeed("draw", "-", "--output", path, input=SOLUTION), "")
            self.assertTrue((self.folder / name).read_bytes().startswith(start))
        self.succeed("draw", "-", "-o", self.path("d.jpg"), "--format", "svg", input=SOLUTION)
        self.assertTrue(self.read("d.jpg").startswith("<svg"))

    def test_labels(self):
        labelled = "4 .Q..\n3 ...Q\n2 Q...\n1 ..Q.\n  abcd\n"
        chess = ("--labels", "chess")
        self.assertEqual(self.succeed("draw", "-", *chess, input="1 3 0 2"), labelled)
        self.assertEqual(self.succeed("draw", "4", "--place", "b4,d3,a2,c1", *chess), labelled)
        self.assertEqual(self.succeed("draw", "-", *chess, "1", input="0\n0\n"),
                         "1 Q\n  a\n\n1 Q\n  a\n")
        for words, letters in ((chess, "12345678abcdefgh"), ((), "0011223344556677"),
                               (("--labels", "none"), "")):
            texts = self.svg("-", *words, input=SOLUTION).findall(SVG + "text")
            self.assertEqual(sorted(text.text for text in texts), list(letters))

    def test_density(self):
        path = self.path("queens")
        self.succeed("solve", "20001", "--seed", "1", "--output", path, "--format", "npy")
        data = self.succeed("draw", path, "--format", "png", text=False)
        width, height = self.png_size(data)
        self.assertTrue(700 <= width <= 800 and width < height < width + 100)
        done = program.run("draw", path)
        self.assertRegex(done.stderr, r"\Adensity of 20001 queens: 23 x 46 cells, 18\.9 queens in "
                                      r"each on average, \d+ to \d+ found\n\Z")
        lines = done.stdout.split("\n")
        self.assertEqual((len(lines), len(lines[0])), (25, 46))
        self.assertRegex(lines[23], r"\Aqueens in a cell: \. from 2\.1, \+ from 18\.9, @ from ")
        root = self.svg(path)
        self.assertTrue(root.find(SVG + "image").get("{http://www.w3.org/1999/xlink}href")
                        .startswith("data:image/png;base64,"))
        self.assertRegex(" ".join(text.text for text in root.findall(SVG + "text")),
                         r"\A\d+ mean [\d.]+ \d+ queens per cell\Z")

    def test_a_density_is_the_same_however_it_comes(self):
        for size, formats in (("20001", ("png", "svg")), ("20000", ("png",)), ("30", ("svg",))):
            solve = ["solve", size, "--seed", "1", "-q"]
            for form in formats:
                drawn = self.succeed(*solve, "--format", form, text=False)
                for written in ("columns", "npy"):
                    board = self.succeed(*solve, "--format", written, text=False)
                    (self.folder / "board").write_bytes(board)
                    for words, given in (((self.path("board"),), b""), (("-",), board)):
                        self.assertEqual(self.succeed("draw", *words, "--format", form, "-q",
                                                      input=given, text=False), drawn)

    @unittest.skipIf(program.INSTRUMENTED, "sanitizers take memory themselves")
    def test_a_density_takes_no_memory_for_the_board(self):
        self.succeed("solve", "1e7", "--seed", "1", "-q", "-o", self.path("queens.npy"))
        self.succeed("draw", self.path("queens.npy"), "-q", "-o", self.path("density.png"))
        # Of all children so far; the file has 40 MB.
        self.assertLess(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, 39 << 10)

    @unittest.skipIf(program.INSTRUMENTED, "sanitizers take memory themselves")
    def test_the_largest_size_takes_tens_of_megabytes(self):
        program.run("draw", "64x8", "-q", "--pixels", "16384", "-o", self.path("b.png"))
        self.assertTrue(16300 < self.png_size((self.folder / "b.png").read_bytes())[1] <= 16384)
        self.assertLess(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, 64 << 10)

    def test_a_terminal_gets_no_png(self):
        code, _, errors, shown = program.at_terminal("draw", self.file("q", "0"), "--format", "png")
        self.assertEqual((code, shown, errors),
                         (2, "", "nqueens: a PNG picture is not for a terminal; give --output FILE, "
                                 "or redirect the output\n"))
