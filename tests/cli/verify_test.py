"""nqueens verify: verdicts, first attacking pairs, files that are not placements."""

import io
import os
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
                self.refuse(["verify", "-"], "array in Fortran order: standard input",
                            input=data.decode("latin1"), encoding="latin1")
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
                        f"{said}: {self.path('x.npy')}; ")
        for version in (b"\1\1", b"\2\1", b"\4\0"):
            data = b"\x93NUMPY" + version + array([1, 3, 0, 2], version=(version[0] % 4 or 1, 0))[8:]
            self.assertRaises(ValueError, numpy.load, io.BytesIO(data))
            self.refuse(["verify", self.file("x.npy", data)],
                        f"x.npy has version {version[0]}.{version[1]} of .npy; ")
        self.refuse(["verify", self.file("x.npy", array([], int))], "it is empty")

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
                self.refuse(["verify", path], " array")

    def test_columns_counted_from_one(self):
        for text in ("2 4 1 3", "2,4,1,3\n3,1,4,2\n"):
            self.succeed("verify", "-", "--base", "1", input=text)
            self.assertEqual(self.succeed("draw", "-", "--base", "1", input=text),
                             self.succeed("draw", "-", input=text.translate(
                                 str.maketrans("1234", "0123"))))


class Verify(ProgramTest):
    def test_a_solution_is_said_with_its_size(self):
        for content, queens in [(EIGHT, 8), ("# none before\n0,4,7,5,\n2,6,1,3", 8), ("0", 1),
                                (array([1, 3, 0, 2]), 4)]:
            path = self.file("queens", content)
            done = program.run("verify", path)
            self.assertEqual((done.returncode, done.stdout),
                             (0, f"solution: {queens} queen{'s' * (queens > 1)}\n"), done.stderr)
            self.assertRegex(done.stderr, r"\A\S+ [um]?s, 1 thread\n\Z")

    def test_damaged_arrays(self):
        for content in (array([1, 3, 0, 4])[:-1], array([1, 3, 0, 2]) + b"x", array([1, 3, 0, 4]),
                        array([1, 3, -1, 2])):
            self.refuse(["verify", self.file("queens", content)])

    def test_json_has_the_attack(self):
        answer = self.json_of("verify", self.file("queens", EIGHT))
        self.assertEqual((answer["command"], answer["board_size"], answer["solution"],
                          answer["attack"]), ("verify", 8, True, None))
        done = program.run("verify", "-", "--json", input="0 1 3 2")
        self.assertEqual(done.returncode, 1)
        self.assertIn('"attack":{"first":{"row":0,"column":0},"second":{"row":1,"column":1},'
                      '"line":"diagonal"}', done.stdout)

    def test_a_signal_ends_it_even_while_it_waits(self):
        reader, writer = os.pipe()
        process = program.start("verify", "-", stdin=reader)
        os.close(reader)
        ended = program.stop(process, after=program.BEGUN)
        os.close(writer)
        self.assertEqual(ended, (130, "", "nqueens: ended at once by SIGINT; nothing was finished, "
                                          "run it again\n"))
