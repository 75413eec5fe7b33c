"""nqueens verify: verdicts, first attacking pairs, files that are not placements."""

import io
import os
import re
import tokenize

import numpy
import program
from program import ProgramTest

EIGHT = "0 4 7 5 2 6 1 3\n"


def array(columns, dtype="<i4", order="C", version=None):
    """The bytes of a file of NumPy."""
    file = io.BytesIO()
    numpy.lib.format.write_array(file, numpy.asarray(columns, dtype, order), version)
    return file.getvalue()


class Arrays(ProgramTest):
    """NumPy reads what is written, and what it writes is read."""

    def test_numpy_reads_them(self):
        for words in (["solve", "8"], ["solve", "200_000"], ["list", "8"], ["list", "3"],
                      ["list", "8", "--by", "steepest", "--seed", "1"], ["list", "5x7"]):
            path = self.path("a.npy")
            self.succeed(*words, "-o", path)
            columns = numpy.load(path, mmap_mode="r")
            is_list = words[0] == "list"
            self.assertEqual(columns.dtype, numpy.int8 if is_list else numpy.int32)
            self.assertEqual((self.folder / "a.npy").read_bytes(), array(columns, columns.dtype))
            if is_list:
                lines = self.succeed(*words).split("\n")[:-1]
                self.assertEqual([" ".join(map(str, row)) for row in columns], lines)
        words = ["solve", "200_000", "--seed", "1", "-q"]
        data = self.succeed(*words, "--format", "npy", text=False)
        self.assertEqual(numpy.load(io.BytesIO(data)).tolist(),
                         [int(word) for word in self.succeed(*words).split()])
        self.refuse(["list", "8", "--format", "npy"], "an array tells its length first, so a list of "
                    "this format needs a file; give --output FILE")

    def test_every_kind_of_integers_is_read(self):
        one = numpy.array([int(word) for word in EIGHT.split()])
        several = numpy.array([one, one[::-1], 7 - one])
        for dtype in (order + kind + size for order in "<>" for kind in "iu" for size in "1248"):
            for version in ((1, 0), (2, 0), (3, 0)):
                for base in ("0", "1"):
                    data = array(one + int(base), dtype, version=version)
                    for words in (["-"], [self.file("a.npy", data)]):
                        told = self.succeed("verify", *words, "--base", base, input=data, text=False)
                        self.assertEqual(told, b"solution: 8 queens\n", (dtype, version, base))
        for order in "CF":
            data = array(several, "<i2", order)
            path = self.file("a.npy", data)
            self.assertEqual(self.succeed("verify", path), "3 solutions of 8 queens\n")
            self.assertEqual(self.succeed("draw", path).count("Q"), 24)
            if order == "F":
                self.refuse(["verify", "-"], "array in Fortran order: standard input; only a file is "
                            "read so, a pipe in C order", input=data.decode("latin1"),
                            encoding="latin1")
        large = numpy.asfortranarray(numpy.vstack([numpy.arange(100_000)] * 300))
        done = program.run("verify", self.file("a.npy", array(large, "<i4", "F")))
        self.assertEqual(done.returncode, 1)
        self.assertTrue(done.stdout.endswith("0 of 300 placements are solutions\n"), done.stdout)

    def test_others_are_refused(self):
        for columns, said in ((numpy.zeros((2, 2, 2), int), "array of 3 dimensions"),
                              (numpy.float32([1, 2]), "array of type '<f4'"),
                              (numpy.array(3), "array of 0 dimensions"),
                              (numpy.array([True]), "array of type '|b1'")):
            self.refuse(["verify", self.file("x.npy", array(columns, columns.dtype))],
                        f"{said}: {self.path('x.npy')}; placements are arrays of integers with one "
                        "dimension, or two")
        for version in (b"\1\1", b"\2\1", b"\4\0"):
            data = b"\x93NUMPY" + version + array([1, 3, 0, 2], version=(version[0] % 4 or 1, 0))[8:]
            self.assertRaises(ValueError, numpy.load, io.BytesIO(data))
            self.refuse(["verify", self.file("x.npy", data)], re.compile(
                rf"array of an unknown format: \S+ has version {version[0]}\.{version[1]} of .npy; "))
        for empty in (numpy.zeros((0, 8), int), numpy.array([], int)):
            self.refuse(["verify", self.file("x.npy", array(empty, empty.dtype))],
                        f"no placement in {self.path('x.npy')}: it is empty")
        for text, said in (("[0, 2]", "a list with brackets; leave out the brackets"),
                           ('{"a": 1}', "JSON; leave out --json"),
                           ("<svg>", "an SVG or HTML file"), ("\x89PNG", "a PNG picture"),
                           ("PK\3\4", "a zip archive; take one array out of it and save it by "
                                        "numpy.save()")):
            self.refuse(["verify", "-"], f"no placement: standard input seems to be {said}",
                        input=text, encoding="latin1")

    def test_headers_that_numpy_refuses(self):
        shape = "'shape': (4,)"
        usual = "{'descr': '<i4', 'fortran_order': False, " + shape + ", }"
        for text, is_right in (
                (usual, True), (usual.replace(", }", "}"), True), (usual.replace("'", '"'), True),
                (usual.replace(" ", ""), True), (usual + "x", False), (usual + "{}", False),
                (usual[:-1], False), (usual.replace(shape, "'shape': (4)"), False),
                (usual.replace(shape, "'shape': (4,), u"), False), (usual.replace(shape, "'shape': (2 2,)"), False),
                (usual.replace(shape, "'shape': (04,)"), False),
                (usual.replace("False", "Fal se"), False), (usual.replace("'<i4'", "< i4"), False),
                (usual.replace("'fortran_order': False, ", ""), False), (usual[:-1] + "'more': 1}", False),
                (usual.replace("descr", "discr"), False), (usual.replace(":", ""), False)):
            data = b"\x93NUMPY\1\0\x76\0" + f"{text:<117}\n".encode() + numpy.int32([1, 3, 0, 2]).tobytes()
            try:
                numpy.load(io.BytesIO(data))
                accepts = True
            except (ValueError, SyntaxError, tokenize.TokenError):
                accepts = False
            self.assertEqual(accepts, is_right, text)
            path = self.file("header.npy", data)
            if is_right:
                self.assertEqual(self.succeed("verify", path), "solution: 4 queens\n", text)
            else:
                self.refuse(["verify", path], re.compile("damaged header of an array: |array of type "))

    def test_columns_counted_from_one(self):
        for text in ("2 4 1 3", "2,4,1,3\n3,1,4,2\n"):
            self.succeed("verify", "-", "--base", "1", input=text)
            self.assertEqual(self.succeed("draw", "-", "--base", "1", input=text),
                             self.succeed("draw", "-", input=text.translate(
                                 str.maketrans("1234", "0123"))))
        self.refuse(["verify", "-", "--base", "1"], "column out of range: 0 in row 1 of standard input; "
                    "counted from 0? then give base 0", input="2 0 1 3")
        self.refuse(["verify", "-", "--base", "1"], "column out of range: 5 in row 1 of standard input; "
                    "a board of 4 has columns 1 to 4; for a rectangle give rows and columns, as in 8x12",
                    input="2 5 1 3")


class Verify(ProgramTest):
    def test_solutions(self):
        for content, queens in [(EIGHT, 8), ("# none before\n0,4,7,5,\n2,6,1,3", 8), ("0", 1),
                                (array([1, 3, 0, 2]), 4)]:
            path = self.file("queens", content)
            done = program.run("verify", path)
            self.assertEqual((done.returncode, done.stdout),
                             (0, f"solution: {queens} queen{'s' * (queens > 1)}\n"), done.stderr)
            self.assertRegex(done.stderr, r"\A\S+ [um]?s, 1 thread\n\Z")

    def test_files_that_are_no_placements(self):
        for content in ["", "# nothing\n", "0 4 x 5", "0 4 8 5", "-1 0", "0 99999999999999999999",
                        "1.5 0", b"\x7fELF\x02\x01\x01\x00\xff\xfe", b"\x93NUMPY",
                        array([1, 3, 0, 4])[:-1], array([1, 3, 0, 2]) + b"x", array([1, 3, 0, 4]),
                        array([1, 3, -1, 2])]:
            path = self.file("queens", content)
            self.refuse(["verify", path])
            if isinstance(content, str):
                self.refuse(["verify", "-"], input=content)

    def test_records(self):
        record = self.record("verify", self.file("queens", EIGHT))
        self.assertEqual((record["command"], record["board_size"], record["solution"],
                          record["attack"]), ("verify", 8, True, None))
        done = program.run("verify", "-", "--json", input="0 1 3 2")
        self.assertEqual(done.returncode, 1)
        self.assertIn('"attack":{"first":{"row":0,"column":0},"second":{"row":1,"column":1},'
                      '"line":"diagonal"}', done.stdout)
        self.refuse(["verify", self.path("missing"), "--json"])

    def test_a_signal_ends_it_even_while_it_waits(self):
        reader, writer = os.pipe()
        process = program.start("verify", "-", stdin=reader)
        os.close(reader)
        ended = program.stop(process, after=program.BEGUN)
        os.close(writer)
        self.assertEqual(ended, (130, "", "nqueens: ended at once by SIGINT; nothing was finished, "
                                          "run it again\n"))
