"""What the program writes it reads: lists, drawings, JSON and binary placements into verify and draw,
and what these say of anything else."""

import json
import re
import resource
import subprocess
import xml.etree.ElementTree as ElementTree

import program
from program import ProgramTest

EIGHT = "0 4 7 5 2 6 1 3"
FROM_ONE = "1 5 8 6 3 7 2 4"
ATTACK = "row 2, column 7 and row 6, column 3 share an antidiagonal"
LIST_FORMATS = (["--format", "columns"], ["--format", "csv"], ["--format", "board"], ["--json"])
NO_ARRAY = "placement 1 of standard input is not an array of column numbers"


class Lists(ProgramTest):
    def test_verify_reads_every_format_of_list(self):
        for words in LIST_FORMATS:
            listed = self.succeed("list", "8", *words)
            done = program.run("verify", "-", input=listed)
            self.assertEqual((done.returncode, done.stdout), (0, "92 solutions of 8 queens\n"), words)
            self.assertRegex(done.stderr, r"\A\S+ [um]?s\n\Z")
            path = self.file("list", listed)
            record = self.record("verify", path)
            self.assertEqual((record["file"], record["solution"], record["placements"],
                              record["solutions"], record["wrong"]), (path, True, "92", "92", []))
            done = program.run("verify", path, "--size", "8", "-q")
            self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))

    def test_restricted_boards(self):
        for board in (["8", "--place", "b4,d5"], ["5x7"], ["7x5", "--block", "0:0"],
                      ["7", "--variant", "torus"], ["6x6", "--exclude", "d:0"]):
            number = self.succeed("count", *board, "-q").strip()
            if number in "01":
                continue
            for words in LIST_FORMATS:
                listed = self.succeed("list", *board, *words)
                self.assertRegex(self.succeed("verify", "-", "--size", *board, input=listed),
                                 rf"\A{number} solutions of Q\(")

    def test_the_wrong_ones_are_named(self):
        lines = self.succeed("list", "8").splitlines()
        lines[1] = "0 4 7 5 2 6 3 1"
        lines[49] = FROM_ONE
        said = (f"{{0}} 2: not a solution: {ATTACK}\n{{0}} 50: not a solution: column out of range: 8 "
                "in row 2; a placement of 8 queens has columns 0 to 7; counted from 1?\n"
                "90 of 92 placements are solutions\n")
        for text, place in (("\n".join(lines), "line"),
                            ('{"solutions": [[' + "],\n[".join(lines).replace(" ", ", ") + "]]}",
                             "placement")):
            done = program.run("verify", "-", input=text)
            self.assertEqual((done.returncode, done.stdout), (1, said.format(place)))
            done = program.run("verify", "-", "-q", input=text)
            self.assertEqual((done.returncode, done.stdout, done.stderr), (1, "", ""))
        done = program.run("verify", "-", "--json", input="\n".join(lines))
        record = json.loads(done.stdout)
        self.assertEqual((done.returncode, record["solution"], record["solutions"]),
                         (1, False, "90"))
        self.assertEqual(record["wrong"][0], {"place": "line 2", "violation": ATTACK})
        done = program.run("verify", "-", "--place", "0:0", input="\n".join(lines))
        self.assertTrue(done.stdout.endswith("\n3 of 92 placements are solutions\n"), done.stdout)
        self.assertEqual(done.stdout.count("not a solution: no queen may stand on row 0, column "), 9)
        self.assertIn("\nothers are only counted\n", done.stdout)
        drawn = self.succeed("list", "5", "--format", "board")
        done = program.run("verify", "-", input=drawn.replace("Q....", ".Q...", 1))
        self.assertRegex(done.stdout, r"\Aboard 1: not a solution: row .*\n9 of 10 placements are "
                                      r"solutions\n\Z")
        self.assertIn("line 3: not a solution: 4 queens on a board of 5\n",
                      program.run("verify", "-", "--size", "5",
                                  input="0 2 4 1 3\n0 3 1 4 2\n1 3 0 2\n").stdout)

    def test_lists_of_any_shape(self):
        for text, said in (("1 3 0 2\n\n# a comment\r\n 2,0,3,1 # and another\n",
                            "2 solutions of 4 queens"),
                           ("1 3 0 2\n0 2 4 1 3", "2 solutions of boards of several sizes"),
                           # One placement may be broken into lines.
                           ("0 4 7 5\n2 6 1 3\n", "solution: 8 queens"),
                           ("0\n4\n7\n5\n2\n6\n1\n3\n", "solution: 8 queens"),
                           ("0 4 7 5 2 6 1\n3\n", "solution: 8 queens")):
            self.assertEqual(self.succeed("verify", "-", input=text), said + "\n")
        self.refuse(["verify", "-"],
                    "unexpected character: 'x' at byte 2, row 1 of line 3 of standard input; a text "
                    "placement has column numbers, white space, commas and '#' comments",
                    input="1 3 0 2\n2 0 3 1\n1 x\n")
        two = self.succeed("list", "4", "--format", "board")
        self.refuse(["verify", "-"], re.compile("line 4 of board 3 of standard input: "),
                    input=two + "\n.Q..\n...Q\nQ...\n..\n")

    def test_a_broken_line_leaves_a_list_a_list(self):
        done = program.run("verify", "-", input="1 3 5 0 2 4\n1 3 5 0 2 9\n1 3 5 0 2 4\n")
        self.assertEqual(done.stdout, "line 2: not a solution: column out of range: 9 in row 5; a "
                         "placement of 6 queens has columns 0 to 5\n"
                         "2 of 3 placements are solutions\n")
        self.refuse(["draw", "-"], "line 2: column out of range: 5 in row 1; a placement of 2 queens "
                    "has columns 0 to 1", input="0 4 7 5 2 6 3 1\n0 5\n")
        for words, said in ((["list", "5x8", "--limit", "3"], "3 solutions of Q(5x8)\n"),
                            (["list", "8", "--limit", "2"], "2 solutions of Q(8x8)\n")):
            listed = self.succeed(*words, "-q")
            size = said.split("(")[1].split(")")[0]
            self.assertEqual(self.succeed("verify", "-", "--size", size, input=listed).replace(
                "Q(8)", "Q(8x8)"), said)
        large = "".join(self.succeed("solve", "1e5", "--seed", seed, "-q") for seed in "12")
        self.assertEqual(self.succeed("verify", "-", input=large), "2 solutions of 100000 queens\n")

    def test_json_is_of_the_board_that_it_names(self):
        for words, said in ((["solve", "5x8"], "solution: Q(5x8)\n"),
                            (["list", "4x6"], "46 solutions of Q(4x6)\n")):
            self.assertEqual(self.succeed("verify", "-", input=self.succeed(*words, "--json")), said)
        semi = self.succeed("list", "5", "--variant", "semi", "--json")
        self.refuse(["verify", "-"], "a record of the variant semi: standard input; give --variant "
                    "semi", input=semi)
        self.assertIn("Q(semi 5)", self.succeed("verify", "-", "--variant", "semi", input=semi))
        for text, said in (
                ('{"board_size":8,"columns":[1,3,0,2]}',
                 "placement 1 of standard input has 4 columns, and its record a board of 8 rows"),
                ('{"board_rows":4,"board_columns":6,"columns":[1,3,0,7]}',
                 "column out of range: 7 in row 3 of placement 1 of standard input; its board has "
                 "columns 0 to 5"),
                ('{"solutions":[[1,3,0,2],7]}',
                 "placement 2 of standard input is not an array of column numbers"),
                ('{"solutions":["x",[1,3,0,2]]}',
                 NO_ARRAY),
                ('{"solutions":[[1,3,[0],2]]}',
                 NO_ARRAY)):
            for command in ("verify", "draw"):
                self.refuse([command, "-"], said, input=text)

    def test_a_list_is_verified_in_little_memory(self):
        lister = subprocess.Popen([program.PROGRAM, "list", "13", "-q"],
                                  env=program.environment(), stdout=subprocess.PIPE)
        done = program.run("verify", "-", stdin=lister.stdout)
        lister.stdout.close()
        self.assertEqual((lister.wait(), done.stdout), (0, "73712 solutions of 13 queens\n"))
        if not program.INSTRUMENTED:
            self.assertLess(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss, 64 << 10)

    def test_draw_makes_a_sheet(self):
        for words in LIST_FORMATS:
            listed = self.succeed("list", "8", "--unique", *words)
            done = program.run("draw", "-", input=listed)
            self.assertEqual((done.returncode, done.stdout.count("\n\n"), done.stderr),
                             (0, 11, "12 placements drawn\n"))
            picture = ElementTree.fromstring(self.succeed("draw", "-", "--format", "svg",
                                                          input=listed))
            self.assertEqual(len(picture.findall("{http://www.w3.org/2000/svg}polygon")), 12 * 24)
        listed = self.succeed("list", "8")
        self.assertEqual(self.succeed("draw", "-", "8x8", input=listed),
                         self.succeed("draw", "-", input=listed))
        for option, value in (("--style", "density"), ("--place", "0:0"), ("--exclude", "d:0")):
            name = f"{option} {value}" if option == "--style" else option
            self.refuse(["draw", "-", option, value], f"{name} is for one placement, and several in "
                        "standard input become a sheet; leave it out", input=listed)
        self.refuse(["draw", "-", "--sheet", "--block", "0:0"],
                    "--block is for one placement, and --sheet draws several; leave it out",
                    input=EIGHT)
        self.refuse(["draw", "-"], re.compile("too many placements for a sheet: more than 5000; "),
                    input=self.succeed("list", "12"))


class Placements(ProgramTest):
    def test_verify_and_draw_read_every_output_of_solve(self):
        board = self.succeed("draw", "-", input=EIGHT)
        words = ["solve", "8", "--place", "0:0,1:4,2:7"]
        for more in ([], ["--format", "board"], ["--format", "binary"], ["--json"]):
            data = self.succeed(*words, *more, text=False)
            self.assertEqual(self.succeed("verify", "-", input=data, text=False),
                             b"solution: 8 queens\n", more)
            self.assertEqual(self.succeed("verify", "-", "--place", "0:0", input=data, text=False),
                             b"solution: Q(8 with 0:0)\n")
            self.assertEqual(self.succeed("draw", "-", input=data, text=False), board.encode())
        for name in ("q.txt", "q.nqp", "q.json"):
            self.succeed("solve", "1000", "-o", self.path(name))
            self.assertEqual(self.succeed("verify", self.path(name)), "solution: 1000 queens\n")
        record = self.record("verify", self.path("q.json"))
        self.assertEqual((record["board_size"], record["attack"]), (1000, None))
        done = program.run("solve", "8", "--unique", "--place", "b4,d5", "--json")
        self.assertEqual(self.succeed("verify", "-", "--place", "b4,d5", input=done.stdout),
                         "2 solutions of Q(8 with 3:3,4:1)\n")

    def test_json_that_holds_no_placement(self):
        for text, line in (
                ('{"columns":[1,3,0,2]', re.compile(r"not valid JSON: standard input, near byte \d+; ")),
                ('{"columns":[1,3,0,"2"]}', NO_ARRAY),
                ('{"columns":[1,3,[0],2]}', NO_ARRAY),
                ('{"columns":[1,3,0,-2]}', NO_ARRAY),
                ('{"columns":[1,3,0,99999999999]}',
                 re.compile("column out of range: 99999999999 in row 3 of placement 1; ")),
                ('{"columns":[0],"solutions":[]} {}', re.compile("not valid JSON: ")),
                (self.succeed("count", "8", "--json"), re.compile("no placement in standard input; ")),
                (self.succeed("tour", "--json"), re.compile("no placement in standard input; "))):
            for command in ("verify", "draw"):
                self.refuse([command, "-"], line, input=text)

    def test_counted_from_one(self):
        said = ("column out of range: 8 in row 2{}; a placement of 8 queens has columns 0 to 7; "
                "counted from 1?")
        for text in (FROM_ONE, FROM_ONE.replace(" ", "\n"), '{"columns":[1,5,8,6,3,7,2,4]}'):
            self.refuse(["draw", "-"], said.format(""), input=text)
        self.refuse(["verify", "-"], said.format(" of standard input"), input=FROM_ONE)
        self.refuse(["verify", self.file("q", FROM_ONE)], said.format(f" of {self.path('q')}"))
        for text in ("0 5 8 6 3 7 2 4", "1 5 9 6 3 7 2 4"):
            self.assertNotIn("counted", self.refuse(["verify", "-"], input=text))
            self.assertNotIn("counted", self.refuse(["draw", "-"], input=text))
        done = program.run("verify", "-", "--block", "7:0", input=FROM_ONE)
        self.assertEqual((done.returncode, done.stdout),
                         (1, "not a solution: no queen may stand on row 2, column 8; counted from "
                             "1?\n"))

    def test_journals_are_named(self):
        journal = self.path("a.nqj")
        self.succeed("count", "8", "--journal", journal)
        for words in (["verify", journal], ["draw", journal], ["verify", journal, "--size", "8"],
                      ["draw", journal, "--sheet"]):
            self.refuse(words, f"this is a journal, not a placement: {journal}; nqueens status, audit "
                               "and merge read it")

    def test_several_puzzles(self):
        path = self.path("puzzles.txt")
        self.succeed("puzzle", "8", "--unique", "--count", "3", "--solution", "-o", path)
        for words in (["solve"], ["draw"], ["count"]):
            said = self.refuse([*words, "--board", path])
            self.assertEqual(said, f"line 19 of {path}: a second board begins; a board file has one, "
                                   "such as awk -v RS= NR==2 takes out of several")
        second = subprocess.run(["awk", "-v", "RS=", "NR==2", path], capture_output=True, text=True,
                                check=True, timeout=60).stdout
        self.succeed("solve", "--board", "-", "--unique", input=second)
        self.refuse(["draw", path], re.compile("no queen in row [0-7] of board 1 of .*; a placement has "
                                               "one in each, and a board without them is for --board"))


if __name__ == "__main__":
    program.main()
