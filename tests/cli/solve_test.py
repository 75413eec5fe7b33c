"""nqueens solve: placements on standard output and in files, their formats, what is said."""

import json
import os
import re
import select
import signal
import stat
import struct
import subprocess
import time
import unittest

import program
from program import ProgramTest


def attacks(columns):
    """True when two queens share a line."""
    size = len(columns)
    return (sorted(columns) != list(range(size)) or
            len({row - column for row, column in enumerate(columns)}) < size or
            len({row + column for row, column in enumerate(columns)}) < size)


class Solve(ProgramTest):
    def test_columns_on_one_line(self):
        for size in (1, 4, 5, 6, 7, 8, 9, 10, 50, 1000, 1001):
            output = self.succeed("solve", str(size))
            self.assertRegex(output, r"\A\d+( \d+)*\n\Z")
            columns = [int(word) for word in output.split()]
            self.assertEqual(len(columns), size)
            self.assertFalse(attacks(columns), columns)

    def test_every_algorithm(self):
        for name in [row["name"] for row in self.record("info")["algorithms"]]:
            size = "30" if name in ("steepest", "max-free") else "200"
            record = self.record("solve", size, "--algorithm", name)
            self.assertEqual(record["algorithm"], name)
            self.assertFalse(attacks(record["columns"]))

    def test_summary(self):
        done = program.run("solve", "100", "--seed", "7", "-t", "1")
        self.assertRegex(done.stderr, r"\A100 queens in \S+ [um]?s, algorithm \S+ \(\S+\), seed 7, 1 thread, "
                                      r"verified\n\Z")
        done = program.run("solve", "100", "--no-verify")
        self.assertTrue(done.stderr.endswith(", not verified\n"))
        self.assertEqual(program.run("solve", "100", "-q").stderr, "")

    def test_the_same_seed_gives_the_same_placement(self):
        words = ["solve", "500", "--threads", "1", "--seed"]
        self.assertEqual(self.succeed(*words, "7"), self.succeed(*words, "7"))
        self.assertNotEqual(self.succeed(*words, "7"), self.succeed(*words, "8"))
        self.assertEqual(self.succeed(*words, "18446744073709551615"),
                         self.succeed(*words, "18446744073709551615"))

    def test_boards_without_a_solution(self):
        for size in ("2", "3"):
            said = self.refuse(["solve", size], code=1)
            self.assertTrue(said.startswith("no solution exists"), said)

    def test_board_drawing(self):
        lines = self.succeed("solve", "8", "--format", "board").splitlines()
        self.assertEqual(len(lines), 8)
        for line in lines:
            self.assertRegex(line, r"\A[.Q]{8}\Z")
            self.assertEqual(line.count("Q"), 1)
        self.refuse(["solve", "10001", "--format", "board"],
                    "a board of 10001 is too large to draw, the largest is 10000; give --format columns "
                    "or binary")

    def test_binary(self):
        data = self.succeed("solve", "1000", "--format", "binary", text=False)
        self.assertEqual(data[:16], b"NQPLACE1" + struct.pack("<Q", 1000))
        columns = struct.unpack("<1000I", data[16:])
        self.assertFalse(attacks(columns))

    def test_pictures(self):
        for name, start in (("a.svg", b"<svg"), ("b.png", b"\x89PNG"), ("c.pdf", b"%PDF"),
                            ("d.tex", b"% 8 queens")):
            done = program.run("solve", "8", "--seed", "1", "-o", self.path(name))
            self.assertRegex(done.stderr, r"\A8 queens, a solution\n8 queens in .*, verified\n\Z")
            self.assertTrue((self.folder / name).read_bytes().startswith(start))
        done = program.run("solve", "20000", "-o", self.path("a.png"))
        self.assertRegex(done.stderr, r"\Adensity of 20000 queens: .* found\n20000 queens in .*, verified\n")
        # Held placements: given queens, a problem, another algorithm.
        for words in ("2000 --place 0:5", "8x12", "8 --variant semi", "5000 --algorithm qs4"):
            self.assertIn("<svg", self.succeed("solve", *words.split(), "--format", "svg"))
        record = json.loads(self.succeed("solve", "8", "--json", "-o", self.path("a.svg")))
        self.assertEqual((record["format"], "columns" in record), ("svg", False))
        self.refuse(["solve", "8", "--json", "--format", "svg"],
                    "a picture does not go into JSON; give --output FILE too")
        self.refuse(["solve", "2000", "-o", self.path("a.tex")],
                    re.compile("a density of 2000 queens is no LaTeX picture"))
        self.refuse(["solve", "8", "--unique", "--format", "svg"], re.compile("--unique"))

    def test_files(self):
        for form in ("columns", "binary", "board"):
            path = self.path(form)
            self.assertEqual(self.succeed("solve", "100", "--output", path, "--format", form), "")
            if form != "board":
                self.assertEqual(self.succeed("verify", path), "solution: 100 queens\n")
        self.assertEqual(os.path.getsize(path), 100 * 101)
        self.assertEqual(self.files(), ["binary", "board", "columns"])
        self.succeed("solve", "100", "-o", self.path("q.nqp"))
        self.assertEqual(os.path.getsize(self.path("q.nqp")), 16 + 4 * 100)
        self.succeed("solve", "100", "-o", self.path("q.json"), "-t", "1", "--seed", "7")
        record = json.loads(self.read("q.json"))
        self.assertEqual((record["board_size"], record["outcome"]), (100, "solution"))
        self.assertFalse(attacks(record["columns"]))
        told = self.record("solve", "100", "-o", self.path("q.json"), "-t", "1", "--seed", "7")
        self.assertEqual((told["output"], told["format"]), (self.path("q.json"), "json"))
        self.assertEqual(json.loads(self.read("q.json"))["columns"], record["columns"])
        self.refuse(["solve", "1e9", "-o", self.path("q.csv")],
                    f"no format has the suffix .csv: {self.path('q.csv')}; use .txt, .nqp, .json, "
                    ".svg, .png, .pdf or .tex, or give --format")
        self.succeed("solve", "100", "-o", self.path("q.nqp"), "--format", "board")
        self.assertEqual(os.path.getsize(self.path("q.nqp")), 100 * 101)

    def test_a_dash_is_standard_output(self):
        self.assertEqual(self.succeed("solve", "1", "--max-restarts", "1", "--output", "-"), "0\n")

    def test_unwritable_files_are_refused_before_the_search(self):
        # The search itself would take minutes.
        for path, reason in [(self.path("missing/queens"), "No such file or directory"),
                             (str(self.folder), "it is a directory"),
                             (self.file("file", "x") + "/below", "Not a directory")]:
            self.refuse(["solve", "1e9", "--output", path],
                        f"cannot write: {path}; {reason}", timeout=20)

    def test_a_closed_folder_is_refused(self):
        if os.geteuid() == 0:
            self.skipTest("root may write everywhere")
        self.folder.chmod(stat.S_IRUSR | stat.S_IXUSR)
        self.addCleanup(self.folder.chmod, stat.S_IRWXU)
        self.refuse(["solve", "1e9", "--output", self.path("queens")],
                    re.compile("Permission denied"))

    def test_a_full_disk_tells_the_seed(self):
        self.refuse(["solve", "100", "--seed", "7", "--threads", "1", "--output", "/dev/full"],
                    "cannot write: /dev/full; No space left on device; to find a solution again: "
                    "--seed 7 --threads 1")

    def test_statistics(self):
        done = program.run("solve", "1000", "--stats")
        self.assertEqual(done.returncode, 0)
        for name in ("initial conflicts", "squares tried by the start", "evaluations (moves tried)",
                     "iterations (moves made)", "exchanges of four rows", "restarts", "memory", "start", "repair", "verification", "all"):
            self.assertIn("\n" + name, done.stderr)

    def test_memory_is_stated_first(self):
        done = program.run("solve", "1e6", "--output", self.path("queens"))
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stderr, r"\A1000000 queens take [\d.]+ MiB of memory\n1000000 queens "
                                      r"in ")
        self.assertEqual(self.succeed("verify", self.path("queens")), "solution: 1000000 queens\n")

    @unittest.skipIf(program.INSTRUMENTED, "sanitizers reserve address space themselves")
    def test_too_little_memory_is_an_error(self):
        def limited():
            import resource
            program.usual_signals()
            resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
        process = program.start("solve", "4e9", "-q", preexec_fn=limited)
        output, errors = process.communicate(timeout=60)
        self.assertEqual((process.returncode, output), (2, ""), errors)
        self.assertRegex(errors, r"\Anqueens: [^\n]+: [^\n]*; [^\n]+\n\Z")
        self.assertIn("memory", errors)

    def test_max_free(self):
        self.assertEqual(self.succeed("solve", "8", "--algorithm", "max-free"), "0 5 7 2 6 3 1 4\n")
        said = self.refuse(["solve", "500", "--algorithm", "max-free", "--time-limit", "0.3", "-q"],
                           code=75)
        self.assertTrue(said.startswith("stopped by the time limit"), said)
        done = program.run("solve", "500", "--algorithm", "max-free", "--time-limit", "0.3")
        self.assertTrue(done.stderr.startswith("note: max-free is practical up to about 42 queens; "
                                               "--time-limit or a signal ends it\n"), done.stderr)

    def test_step_limit(self):
        for name in ("steepest", "first-choice"):
            record = self.record("solve", "8", "--algorithm", name, "--max-steps", "3", "--stats")
            self.assertLessEqual(record["statistics"]["moves"], 3)
        self.refuse(["solve", "8", "--algorithm", "qs4", "--max-steps", "3"],
                    "step limit does not apply to the algorithm: qs4; take first-choice or "
                    "steepest, or none")

    def test_early_ends(self):
        said = self.refuse(["solve", "2e8", "-q", "-t", "1", "--algorithm", "min-conflicts",
                            "--time-limit", "0.5"], code=75)
        self.assertEqual(said, "stopped by the time limit of 0.5 s: no solution of 200000000 "
                               "queens found yet; run it again, with more time or another seed")
        path = self.path("queens")
        code, output, errors = program.stop(
            program.start("solve", "2e8", "-q", "-t", "1", "--algorithm", "min-conflicts", "--output",
                          path), after=0.5)
        self.assertEqual((code, output), (130, ""))
        self.assertTrue(errors.startswith("nqueens: stopped by SIGINT: no solution of "), errors)
        self.assertEqual(self.files(), [])

    def test_a_second_signal_ends_at_once(self):
        # Writing to a pipe that nobody empties never ends.
        path = self.path("pipe")
        os.mkfifo(path)
        reader = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
        self.addCleanup(os.close, reader)
        process = program.start("solve", "1e6", "-q", "--output", path)
        self.assertTrue(select.select([reader], [], [], 60)[0])
        time.sleep(1)  # until the pipe is full
        process.send_signal(signal.SIGINT)
        time.sleep(1)
        self.assertIsNone(process.poll())
        self.assertEqual(program.stop(process),
                         (130, "", "nqueens: ended at once by another SIGINT; what was not written "
                                   "yet is lost\n"))

    def test_terminals(self):
        code, _, _, shown = program.at_terminal("solve", "1000", "-q")
        self.assertEqual((code, len(shown.split())), (0, 1000))
        code, _, errors, shown = program.at_terminal("solve", "1001")
        self.assertEqual((code, shown), (0, ""))
        self.assertIn("not shown on a terminal: 1001 columns; give --output FILE, or redirect the "
                      "output\n", errors)
        code, _, errors, shown = program.at_terminal("solve", "8", "--format", "binary")
        self.assertEqual((code, shown, errors),
                         (2, "", "nqueens: a binary placement is not for a terminal; give --output "
                                  "FILE, or redirect the output\n"))


class Streams(ProgramTest):
    """Placements that go out while the board is filled."""

    def test_the_same_bytes_everywhere(self):
        path = self.path("queens.nqp")
        for size, threads in (("1000", "1"), ("200_000", "1"), ("200_000", "3")):
            words = ["solve", size, "--seed", "5", "--threads", threads, "-q"]
            self.succeed(*words, "-o", path)
            data = (self.folder / "queens.nqp").read_bytes()
            self.assertEqual(self.succeed(*words, "--format", "binary", text=False), data)
            for mode in ("wb", "ab"):
                with open(self.path("redirected"), mode) as file:
                    if mode == "ab":
                        file.truncate(0)
                    program.run(*words, "--format", "binary", stdout=file)
                self.assertEqual((self.folder / "redirected").read_bytes(), data)
            self.assertEqual(self.succeed("verify", path),
                             f"solution: {int(size)} queens\n")
            text = self.succeed(*words)
            self.succeed(*words, "-o", self.path("queens.txt"))
            self.assertEqual(self.read("queens.txt"), text)
            columns = json.loads(self.succeed(*words, "--json"))["columns"]
            self.assertEqual([int(word) for word in text.split()], columns)

    def test_a_closed_pipe_ends_quietly(self):
        for form in ("columns", "binary"):
            reader, writer = os.pipe()
            process = program.start("solve", "3e6", "-q", "--format", form, stdout=writer)
            os.close(writer)
            os.read(reader, 100)
            os.close(reader)
            self.assertEqual(process.communicate(timeout=60)[1], "")

    def test_a_full_file_system_leaves_no_file(self):
        folder = self.path("small")
        os.mkdir(folder)
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "none", folder],
                                 check=False, stderr=subprocess.DEVNULL)
        if mounted.returncode != 0:
            self.skipTest("file systems cannot be mounted here")
        self.addCleanup(subprocess.run, ["umount", folder], check=True)
        for form in ("columns", "binary"):
            # What is known beforehand is said beforehand; a redirect is not looked at.
            self.refuse(["solve", "1e6", "-q", "--format", form, "-o", folder + "/queens"],
                        re.compile("too little room on disk"))
            self.assertEqual(os.listdir(folder), [])
            with open(folder + "/redirected", "wb") as file:
                done = program.run("solve", "1e6", "--format", form, "-q", "--seed", "1",
                                   stdout=file)
            self.assertEqual((done.returncode, done.stderr),
                             (2, "nqueens: cannot write: standard output; No space left on device; "
                                 "to find a solution again: --seed 1\n"))
            self.assertEqual(program.run("verify", folder + "/redirected").returncode, 2)
            os.remove(folder + "/redirected")

    def test_a_stop_at_any_moment_leaves_no_file(self):
        for form in ("columns", "binary"):
            for tenths in (0.02, 0.1, 0.2, 0.4):
                path = self.path("queens")
                process = program.start("solve", "3e7", "-q", "--format", form, "-o", path)
                code, _, errors = program.stop(process, after=tenths)
                # The signal itself ends a program that has hardly started.
                self.assertIn((code, self.files()), ((130, []), (-signal.SIGINT, []), (0, ["queens"])),
                              errors)
                if not code:
                    os.remove(path)
                self.refuse(["solve", "3e7", "-q", "--format", form, "-o", path, "--time-limit",
                             str(tenths / 10)], code=75)
                self.assertEqual(self.files(), [])

    def test_boards_above_32_bits_need_an_output(self):
        self.refuse(["solve", "5e9", "--json"],
                    "board size out of range: 5000000000; valid are 1 to 4294967295")
        self.refuse(["solve", "5e9", "--algorithm", "qs4"],
                    "board size out of range: 5000000000; valid are 1 to 4294967295")
        self.refuse(["solve", "1e11", "-q", "-o", "/dev/null"], re.compile("not enough memory for a board of "
                                                                            "100000000000 queens"))


SQUARE = ("a square must be ROW:COLUMN, both counted from 0, or as in chess, like b4, not '{}'; "
          "separate squares by commas")


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
        done = program.run("solve", "1e6", "--place", path, "--seed", "2", "-o", output, timeout=60)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertRegex(done.stderr, r"1000000 queens, 10000 of them given, in \S+ m?s, algorithm "
                                      r"qs4 \(portable\), seed 2, 1 thread, verified\n\Z")
        columns = [int(word) for word in self.read("queens").split()]
        self.assertEqual(columns[::100], solution[::100])
        self.assertNotEqual(columns, solution)
        self.assertFalse(attacks(columns))

    def test_a_square_given_twice_has_one_queen(self):
        for size in ("8", "100"):
            self.assertEqual(self.record("solve", size, "--place", "0:3,0:3")["given"], 1)

    def test_the_record_has_their_number(self):
        self.assertEqual(self.record("solve", "100", "--place", "0:3,1:9")["given"], 2)
        self.assertEqual(self.record("solve", "100")["given"], 0)

    def test_bad_squares(self):
        self.refuse_all([
            ("solve 100 --place 0:3,100:4", "row must be a whole number from 0 to 99, not '100'"),
            ("solve 100 --place 0:3,", SQUARE.format("")),
            ("solve 100 --place 0:3,1:2:3", SQUARE.format("1:2:3")),
            ("solve 100 --place 0:3,7:7,7:9",
             "the given queens 7:7 and 7:9 attack each other in a row; leave one out"),
            ("solve 100 --place 0:3,7:10",
             "the given queens 0:3 and 7:10 attack each other on a diagonal; leave one out"),
            ("solve 1000 --place 0:3 --algorithm windowed",
             "algorithm takes no given queens or blocked squares: windowed; take qs4, or auto"),
            ("solve 100 --place missing.txt",
             "neither squares nor a file of squares: 'missing.txt'; a square is ROW:COLUMN, both "
             "counted from 0, or as in chess, and squares are separated by commas")])

    def test_bad_files(self):
        path = self.path("given")
        for content, line in [
                ("0:3\n\n5:6,x\n", 3), ("0:3 # x\n,", None), (",0:3", 1), ("0:3,,5:6", 1),
                ("0:3\n5:1000", 2), (b"0:3\n\x89PNG\r\n\x1a\n\0\0\0", 2), (bytes(100000), 1),
                ("0:3\n1:5,", 2), ("7" * 100000, 1), ("0:3\n1 5\n", 2)]:
            self.file("given", content)
            if line is None:  # a comma may stand on the next line
                self.refuse(["solve", "1000", "--place", path],
                            f"{path}, line 2: {SQUARE.format('')}")
                continue
            said = self.refuse(["solve", "1000", "--place", path])
            self.assertTrue(said.startswith(f"{path}, line {line}: "), said)
            self.assertLess(len(said), 400 + len(path))
        self.refuse(["solve", "1000", "--place", str(self.folder)],
                    f"cannot read: {self.folder}; it is a directory")
        for content in ("", "\n", "# nothing\n"):
            self.refuse(["solve", "1000", "--place", self.file("given", content)],
                        f"no squares in {path}")

    def test_no_completion(self):
        self.refuse(["solve", "8", "--place", "0:0,1:2,2:4,3:1,4:3"],
                    re.compile(r"\Ano completion exists"), code=1)
        self.refuse(["solve", "4", "--place", "0:0"],
                    "no completion exists", code=1)
        # Two rows are free.
        solution = self.columns("300", "--seed", "1")
        squares = self.squares_of(solution, range(298))
        self.assertEqual(self.columns("300", "--place", self.file("given", squares)), solution)

    def test_no_endless_search(self):
        # A quarter of the board in the middle is full of queens.
        middle = self.columns("300", "--seed", "1")
        squares = "\n".join(f"{row + 150}:{column + 150}" for row, column in enumerate(middle))
        words = ["solve", "600", "--seed", "5", "--place", self.file("given", squares)]
        self.refuse([*words, "--max-restarts", "2"],
                    "no completion within the restarts allowed: 2; there may be none; allow more "
                    "of them or take another seed than 5", code=75)
        said = self.refuse([*words, "--max-restarts", "1e9", "--time-limit", "0.3"], code=75)
        self.assertTrue(said.startswith("stopped by the time limit of 0.3 s: no solution of 600 "),
                        said)


class SolveRecords(ProgramTest):
    def test_columns(self):
        record = self.record("solve", "300", "--seed", "9", "-t", "1")
        self.assertEqual([record[name] for name in ("command", "board_size", "seed", "threads",
                                                    "verified")], ["solve", 300, "9", 1, True])
        self.assertGreater(record["memory_bytes"], 0)
        self.assertFalse(attacks(record["columns"]))
        self.assertNotIn("statistics", record)
        large = self.record("solve", "200_000", "-t", "1")
        self.assertFalse(attacks(large["columns"]))

    def test_file_name_and_statistics(self):
        path = self.path("queens")
        record = self.record("solve", "300", "--output", path, "--format", "binary", "--stats")
        self.assertEqual((record["output"], record["format"]), (path, "binary"))
        self.assertNotIn("columns", record)
        self.assertEqual(set(record["statistics"]),
                         {"initial_conflicts", "probes", "evaluations", "moves", "exchanges", "restarts",
                          "nodes", "start_seconds", "repair_seconds", "output_seconds", "verify_seconds"})

    def test_a_name_that_is_not_utf8_is_still_json(self):
        path = os.fsencode(self.folder) + b"/\xff"
        output = self.succeed("solve", "8", "--json", "--output", path, text=False)
        self.assertEqual(json.loads(output)["output"][-1], "\N{REPLACEMENT CHARACTER}")

    def test_formats_do_not_go_into_the_record(self):
        self.refuse(["solve", "8", "--json", "--format", "binary"],
                    "the format binary does not go into JSON; give --output FILE too")


NAUCK = ["8", "--place", "b4,d5"]  # two solutions; 1850


class Restricted(ProgramTest):
    def test_one_solution(self):
        columns = [int(word) for word in self.succeed("solve", *NAUCK).split()]
        self.assertFalse(attacks(columns))
        self.assertEqual((columns[4], columns[3]), (1, 3))
        done = program.run("solve", *NAUCK, "--seed", "1", "-t", "1")
        self.assertRegex(done.stderr, r"\A8 queens, 2 of them given, in \S+ [um]?s, algorithm tightest-line \(\w+\), "
                                      r"seed 1, 1 thread, verified\n\Z")
        self.assertEqual(self.succeed("solve", *NAUCK, "--seed", "1", "-t", "1"), done.stdout)

    def test_no_completion(self):
        self.refuse(["solve", "6", "--place", "0:0"], "no completion exists", code=1)
        self.refuse(["solve", "8", "--variant", "torus", "-q"], "no solution exists", code=1)
        self.refuse(["solve", "9x8"], "no solution exists", code=1)
        self.refuse(["solve", "4", "--block", "0:1,0:2"], "no solution exists", code=1)
        done = program.run("solve", "6", "--place", "0:0", "--json")
        self.assertEqual((done.returncode, done.stderr), (1, "nqueens: no completion exists\n"))
        record = json.loads(done.stdout)
        self.assertEqual((record["command"], record["board_size"], record["outcome"]),
                         ("solve", 6, "none"))
        self.assertIsNone(record["columns"])

    def test_json_tells_every_outcome(self):
        # A queen of a solution goes to the column of another one, which is left out.
        columns = self.succeed("solve", "70", "--seed", "1").split()
        columns[0] = columns[2]
        given = ",".join(f"{row}:{column}" for row, column in enumerate(columns) if row != 2)
        board = [*program.ENDLESS_BOARD, "--time-limit", "0.2"]
        for words, code, outcome, unique in [
                (["8"], 0, "solution", None), (["100"], 0, "solution", None),
                (["3"], 1, "none", None), (["3", "--unique"], 1, "none", None),
                (["6", "--place", "0:0", "--unique"], 1, "none", None),
                (["70", "--place", self.file("given", given)], 1, "none", None),
                (["6", "--place", "0:1", "--unique"], 0, "solution", True),
                (["6", "--unique"], 1, "solution", False),
                (board, 75, "unknown", None), ([*board, "--unique"], 75, "unknown", None)]:
            done = program.run("solve", *words, "--json")
            self.assertEqual(done.returncode, code, (words, done.stderr))
            self.assertEqual(done.stdout.count("\n"), 1)
            record = json.loads(done.stdout)
            self.assertEqual((record["outcome"], record.get("unique")), (outcome, unique), words)
            self.assertEqual(record["columns"] is None, outcome != "solution", words)
            self.assertEqual("unique" in record, "--unique" in words, words)

    def test_a_seed_takes_one_thread(self):
        words = ["solve", "40", "--place", "0:0", "--seed", "3"]
        self.assertEqual(self.record(*words)["threads"], 1)
        self.assertEqual(self.succeed(*words), self.succeed(*words))
        self.assertEqual(self.record(*words, "--threads", "2")["threads"], 2)

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
        done = program.run("verify", "-", "--place", "0:501", "--json", input=columns)
        self.assertEqual(json.loads(done.stdout)["violation"],
                         "no queen on row 0, column 501, where one is given")
        self.refuse(["verify", "-", "--place", "0:500", "--size", "999"],
                    "1000 queens in standard input, and a board of 999", input=columns)
        self.refuse(["verify", "-", "--variant", "semi"],
                    "1000 queens in standard input; only a plain square board may have more than 64 "
                    "rows and columns", input=columns)
        self.refuse(["verify", "-", "--variant", "semi", "--size", "1000"],
                    "--size is 1000; only a plain square board may have more than 64 rows and "
                    "columns", input=columns)
        self.assertEqual(program.run("solve", "8", "--algorithm", "qs4", "--block", "0:0").returncode, 0)

    def test_statistics(self):
        for words in (NAUCK, [*NAUCK, "--unique"], ["6", "--place", "0:1", "--unique"]):
            done = program.run("solve", *words, "--stats")
            self.assertRegex(done.stderr, r"\nqueens placed by the search +\d+\n")
            self.assertNotIn("memory", done.stderr)
            self.assertNotIn("conflicts", done.stderr)
        done = program.run("solve", "70", "--place", "a1", "--stats")
        self.assertNotIn("conflicts", done.stderr)
        self.assertRegex(done.stderr, r"\nstart +[\d.]+ s\n")
        done = program.run("solve", "100", "--block", "a1", "--algorithm", "qs4", "--stats")
        self.assertRegex(done.stderr, r"\nmemory +[\d.]+ \w+\n")

    def test_threads_are_those_that_are_started(self):
        for board in (["8"], ["100"], ["8", "--unique"]):
            done = program.run("solve", *board, "--threads", "4096")
            started = re.search(r"; (\d+) are started\n", done.stderr)
            if started:  # on 127 processors or fewer
                self.assertIn(f", {started[1]} threads, verified\n", done.stderr)

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
        self.refuse(["solve", "6", "--place", "0:0", "--unique"], "no completion exists", code=1)
        board = program.run("solve", *NAUCK, "--unique", "--format", "board").stdout
        self.assertEqual([len(part.splitlines()) for part in board.split("\n\n")], [8, 8])
        self.assertEqual(program.run("solve", "1", "--unique").returncode, 0)
        self.assertEqual(program.run("solve", "20", "--unique").returncode, 1)

    def test_unique_as_json(self):
        done = program.run("solve", *NAUCK, "--unique", "--json")
        record = json.loads(done.stdout)
        self.assertEqual((done.returncode, record["unique"]), (1, False))
        self.assertNotEqual(record["columns"], record["second"])
        done = program.run("solve", "8", "--place", "0:0,1:4,2:7", "--unique", "--json")
        record = json.loads(done.stdout)
        self.assertEqual((done.returncode, record["unique"]), (0, True))
        self.assertEqual((record["columns"][:3], record["second"]), ([0, 4, 7], None))

    def test_rectangles_and_variants(self):
        text = self.succeed("solve", "3x6", "--format", "board")
        self.assertEqual([len(line) for line in text.splitlines()], [6, 6, 6])
        self.assertEqual(text.count("Q"), 3)
        path = self.path("board")
        self.succeed("solve", "3x6", "--format", "board", "-o", path, "--seed", "1", "-t", "1")
        self.assertEqual(self.read("board"), self.succeed("solve", "3x6", "--format", "board",
                                                          "--seed", "1", "-t", "1"))
        record = json.loads(self.succeed("solve", "3x6", "--json", "--stats"))
        self.assertEqual((record["board_rows"], record["board_columns"]), (3, 6))
        self.assertEqual((len(record["columns"]), record["algorithm"]), (3, "tightest-line"))
        self.assertGreater(record["statistics"]["nodes"], 0)
        columns = [int(word) for word in self.succeed("solve", "13", "--variant", "torus").split()]
        for row in range(13):
            for other in range(row):
                self.assertNotIn((columns[row] - columns[other]) % 13,
                                 (0, row - other, 13 - row + other))

    def test_restricted_boards_refuse(self):
        self.refuse_all([
            ("solve 100 --exclude d:0",
             "--exclude is for boards up to 64, not 100; larger ones take --place and --block"),
            ("solve 5 --variant torus --max-restarts 3",
             "--max-restarts and --variant exclude each other; give one of them"),
            ("solve 8 --exclude d:0 --algorithm qs4",
             "--algorithm and --exclude exclude each other; give one of them")])
        self.refuse(["solve", "100", "--unique"],
                    "a board of 100 queens is too large for --unique, the largest is 64")
        self.refuse(["solve", "8", "--unique", "--output", "x"])
        # Queens on black squares only: one row too many, which no search finds out.
        white = ",".join(f"a:{k}" for k in range(0, 81, 2))
        self.refuse(["solve", "41", "--exclude", white, "--time-limit", "0.3"], code=75)


if __name__ == "__main__":
    program.main()
