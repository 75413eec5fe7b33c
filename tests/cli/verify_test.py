"""nqueens verify: verdicts, first attacking pairs, and files that are none."""

import os
import struct

import program
from program import ProgramTest

EIGHT = "0 4 7 5 2 6 1 3\n"


def binary(columns, size=None):
    size = len(columns) if size is None else size
    return b"NQPLACE1" + struct.pack("<Q", size) + struct.pack(f"<{len(columns)}I", *columns)


class Verify(ProgramTest):
    def test_solutions(self):
        for content, queens in [(EIGHT, 8), ("# none before\n0,4,7,5,\n2,6,1,3", 8), ("0", 1),
                                (binary([1, 3, 0, 2]), 4)]:
            path = self.file("queens", content)
            done = program.run("verify", path)
            self.assertEqual((done.returncode, done.stdout),
                             (0, f"solution: {queens} queen{'s' * (queens > 1)}\n"), done.stderr)
            self.assertRegex(done.stderr, r"\A\S+ [um]?s, 1 thread\n\Z")

    def test_files_that_are_no_placements(self):
        for content in ["", "# nothing\n", "0 4 x 5", "0 4 8 5", "-1 0", "0 99999999999999999999",
                        "1.5 0", b"\x7fELF\x02\x01\x01\x00\xff\xfe", b"NQPLACE1",
                        b"NQPLACE1\x08\x00\x00", binary([1, 3, 0], 4), binary([1, 3, 0, 2, 5], 4),
                        binary([1, 3, 0, 4]), binary([], 0), binary([0], 1 << 40)]:
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
        ended = program.stop(process, after=0.3)
        os.close(writer)
        self.assertEqual(ended, (130, "", "nqueens: ended at once by SIGINT; nothing was finished, "
                                          "run it again\n"))


if __name__ == "__main__":
    program.main()
