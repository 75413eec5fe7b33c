"""nqueens tour: tables, drawings, JSON, boards without a tour."""

import xml.etree.ElementTree as ElementTree

import program
from program import ProgramTest


def is_tour(squares, rows, columns, closed):
    pairs = list(zip(squares, squares[1:])) + ([(squares[-1], squares[0])] if closed else [])
    return (sorted(squares) == [(r, c) for r in range(rows) for c in range(columns)] and
            all(abs(a[0] - b[0]) * abs(a[1] - b[1]) == 2 for a, b in pairs))


def from_table(text):
    rows = [[int(word) for word in line.split()] for line in text.splitlines()]
    numbered = {number: (r, c) for r, row in enumerate(rows) for c, number in enumerate(row)}
    return [numbered[number] for number in sorted(numbered)], len(rows), len(rows[0])


class Tour(ProgramTest):
    def test_table(self):
        for words, rows, columns, start in [([], 8, 8, (0, 0)), (["5"], 5, 5, (0, 0)),
                                            (["6x9", "--start", "2:3"], 6, 9, (2, 3)),
                                            (["3x4", "--start", "a1"], 3, 4, (2, 0)),
                                            (["30x20"], 30, 20, (0, 0)),
                                            (["10", "--start=9:9"], 10, 10, (9, 9))]:
            text = self.succeed("tour", *words)
            squares, height, width = from_table(text)
            self.assertEqual((height, width, squares[0]), (rows, columns, start))
            self.assertTrue(is_tour(squares, rows, columns, False))
            self.assertEqual(len({len(line) for line in text.splitlines()}), 1)
        self.assertTrue(is_tour(from_table(self.succeed("tour", "6x9", "--closed"))[0], 6, 9, True))

    def test_summary(self):
        done = program.run("tour", "--start", "3:4")
        self.assertRegex(done.stderr, r"\Aopen tour of 8 x 8 squares from row 3, column 4 in "
                                      r"\S+ [um]?s: \d+ walks? by Warnsdorff's rule[^\n]*\n\Z")
        self.assertEqual(program.run("tour", "-q").stderr, "")

    def test_json(self):
        answer = self.json_of("tour", "7x6", "--closed", "--start", "1:1")
        self.assertEqual((answer["rows"], answer["columns"], answer["closed"]), (7, 6, True))
        squares = [tuple(square) for square in answer["squares"]]
        self.assertEqual(squares[0], (1, 1))
        self.assertTrue(is_tour(squares, 7, 6, True))

    def test_json_tells_every_outcome(self):
        for words, code, outcome in ((["3x8", "--closed"], 1, "none"),
                                     (["3000", "--time-limit", "0.1"], 75, "stopped"),
                                     (["5"], 0, "done")):
            answer = self.json_of("tour", *words, code=code)
            self.assertEqual((answer["outcome"], "squares" in answer), (outcome, code == 0))
            self.assertEqual(answer["closed"], words[-1] == "--closed")

    def test_drawing(self):
        svg = "{http://www.w3.org/2000/svg}"
        root = ElementTree.fromstring(self.succeed("tour", "6", "--format", "svg"))
        self.assertEqual([text.text for text in root.findall(svg + "text")],
                         [str(number) for number in range(1, 37)])
        lines = [path.get("d").replace("M", "L").split("L")[1:] for path in root.findall(svg + "path")
                 if path.get("d").count("L") == 1 and "z" not in path.get("d")]
        self.assertEqual((len(lines), len(set(sum(lines, [])))), (35, 36))
        self.succeed("tour", "20x30", "--closed", "--output", self.path("tour.png"))
        self.assertTrue((self.folder / "tour.png").read_bytes().startswith(b"\x89PNG\r\n\x1a\n"))

    def test_the_name_of_an_argument_may_be_a_value(self):
        self.assertEqual(self.succeed("tour", "6", "-o", "board", cwd=self.folder), "")
