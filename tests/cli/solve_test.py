"""nqueens solve: placements on standard output and in files, formats, messages."""

import json
import os
import re
import signal
import stat
import subprocess
import time
import unittest

import program
from program import ProgramTest, attacks


class Solve(ProgramTest):
    def test_columns_on_one_line(self):
        for size in (1, 4, 5, 6, 7, 8, 9, 10, 50, 1000, 1001):
            output = self.succeed("solve", str(size))
            self.assertRegex(output, r"\A\d+( \d+)*\n\Z")
            columns = [int(word) for word in output.split()]
            self.assertEqual(len(columns), size)
            self.assertFalse(attacks(columns), columns)

    def test_summary(self):
        done = program.run("solve", "100", "--seed", "7", "-t", "1")
        self.assertRegex(done.stderr, r"\A100 queens in \S+ [um]?s, algorithm \S+ \(\S+\), seed 7, 1 thread, "
                                      r"verified\n\Z")
        done = program.run("solve", "100", "--no-verify")
        self.assertTrue(done.stderr.endswith(", not verified\n"))
        self.assertEqual(program.run("solve", "100", "-q").stderr, "")

    def test_pictures(self):
        for name, start in (("a.svg", b"<svg"), ("b.png", b"\x89PNG")):
            done = program.run("solve", "8", "--seed", "1", "-o", self.path(name))
            self.assertRegex(done.stderr, r"\A8 queens, a solution\n8 queens in .*, verified\n\Z")
            self.assertTrue((self.folder / name).read_bytes().startswith(start))
        done = program.run("solve", "20001", "-o", self.path("a.png"))
        self.assertRegex(done.stderr, r"\Adensity of 20001 queens: .* found\n20001 queens in .*, verified\n")
        # Held placements: given queens, a problem, another algorithm.
        for words in ("2000 --place 0:5", "8x12", "8 --variant semi", "5000 --algorithm qs4"):
            self.assertIn("<svg", self.succeed("solve", *words.split(), "--format", "svg"))
        answer = json.loads(self.succeed("solve", "8", "--json", "-o", self.path("a.svg")))
        self.assertEqual((answer["format"], "columns" in answer), ("svg", False))

    def test_files(self):
        for form in ("columns", "npy", "board"):
            path = self.path(form)
            self.assertEqual(self.succeed("solve", "100", "--output", path, "--format", form), "")
            if form != "board":
                self.assertEqual(self.succeed("verify", path), "solution: 100 queens\n")
        self.assertEqual(os.path.getsize(path), 100 * 101)
        self.assertEqual(self.files(), ["board", "columns", "npy"])
        self.succeed("solve", "100", "-o", self.path("q.npy"))
        self.assertEqual(os.path.getsize(self.path("q.npy")), 128 + 4 * 100)
        self.succeed("solve", "100", "-o", self.path("q.json"), "-t", "1", "--seed", "7")
        answer = json.loads(self.read("q.json"))
        self.assertEqual((answer["board_size"], answer["outcome"]), (100, "done"))
        self.assertFalse(attacks(answer["columns"]))
        told = self.json_of("solve", "100", "-o", self.path("q.json"), "-t", "1", "--seed", "7")
        self.assertEqual((told["output"], told["format"]), (self.path("q.json"), "json"))
        self.assertEqual(json.loads(self.read("q.json"))["columns"], answer["columns"])
        self.succeed("solve", "100", "-o", self.path("q.txt"), "--format", "board")
        self.assertEqual(os.path.getsize(self.path("q.txt")), 100 * 101)

    def test_a_closed_folder_is_refused(self):
        if os.geteuid() == 0:
            self.skipTest("root may write everywhere")
        self.folder.chmod(stat.S_IRUSR | stat.S_IXUSR)
        self.addCleanup(self.folder.chmod, stat.S_IRWXU)
        self.refuse(["solve", "1e9", "--output", self.path("queens")], "Permission denied")

    def test_a_full_disk_tells_the_seed(self):
        for words in (["40", "--place", "0:0"], ["50"]):
            done = program.run("solve", *words, "--seed", "7", "--threads", "2", "-o", "/dev/full")
            told = "" if program.PROCESSORS > 1 else "; to find the solution again: --seed 7"
            self.assertEqual(done.stderr, "nqueens: cannot write /dev/full: No space left on device"
                             f"{told}\n")

    def test_a_table_repeats_nothing_of_the_summary(self):
        for board in (["1000"], ["11", "--variant", "torus"]):
            done = program.run("solve", *board, "--stats", "-q")
            names = re.findall(r"(?m)^  (\S.*?)  ", done.stderr)
            self.assertIn(names[0], ("memory", "initial conflicts"))
            for name in ("seconds", "seed", "algorithm", "threads", "verified", "statistics"):
                self.assertNotIn(name, names)
            times = re.findall(r"(?m)^  \w+ time +(.*)$", done.stderr)
            self.assertGreaterEqual(len(times), 2)
            for text in times:
                self.assertRegex(text, r"\A\d\S* [um]?s\Z")
            self.assertNotIn(" 0 bytes", done.stderr)

    def test_statistics(self):
        done = program.run("solve", "40", "--algorithm", "steepest", "--seed", "1", "--stats", "-q")
        self.assertEqual((done.returncode, len(done.stdout.split())), (0, 40))
        figures = dict(re.findall(r"(?m)^ *([a-z ]+?)  +(\d+)$", done.stderr))
        self.assertEqual(figures["restarts"], "629")
        # Each start places 40 queens; each move, and each end without one, prices 40 times 39.
        self.assertEqual(int(figures["probes"]), 630 * 40)
        self.assertEqual(int(figures["evaluations"]), (int(figures["moves"]) + 629) * 40 * 39)
        for name in ("initial conflicts", "exchanges", "memory", "start", "repair", "verify"):
            self.assertRegex(done.stderr, f"(?m)^ +{name} ")

    def test_a_seed_that_does_not_repeat_is_told(self):
        note = "note: on 2 threads the same seed may give another solution; --threads 1 always gives the same\n"
        for words, is_told in ((["50", "--seed", "7"], program.PROCESSORS > 1), (["50"], False),
                               (["50", "--seed", "7", "-t", "1"], False), (["1000", "--seed", "7"], False)):
            done = program.run("solve", *words, env={"NQUEENS_THREADS": "2"})
            self.assertEqual((done.returncode, note in done.stderr, "note:" in done.stderr), (0, is_told, is_told))

    def test_no_seed_where_nothing_is_random(self):
        for name in ("explicit", "max-free"):
            done = program.run("solve", "20", "--algorithm", name, "--stats")
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertNotIn("seed", done.stderr)
            self.assertNotIn("seed", self.json_of("solve", "20", "--algorithm", name))
            said = self.refuse(["solve", "20", "--algorithm", name, "--output", "/dev/full"])
            self.assertNotIn("seed", said)

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
        done = program.run("solve", "500", "--algorithm", "max-free", "--time-limit", "0.3")
        self.assertTrue(done.stderr.startswith("note: max-free is practical up to about 42 queens; "
                                               "--time-limit or a signal ends it\n"), done.stderr)

    def test_a_second_signal_ends_at_once(self):
        # A placement is written to its end while it is read.
        process = program.start("solve", "1e7", "--json", "-q")
        reader = process.stdout.fileno()
        os.read(reader, 1)
        process.send_signal(signal.SIGINT)
        began = time.monotonic()
        while time.monotonic() - began < 1:  # two signals within half a second are one
            os.read(reader, 1 << 16)
            time.sleep(0.01)
        self.assertIsNone(process.poll())
        self.assertEqual(program.stop(process)[::2],
                         (130, "nqueens: ended at once by another SIGINT; what was not written yet "
                               "is lost\n"))

    def test_terminals(self):
        code, _, _, shown = program.at_terminal("solve", "1000", "-q")
        self.assertEqual((code, len(shown.split())), (0, 1000))
        code, _, errors, shown = program.at_terminal("solve", "1001")
        self.assertEqual((code, shown), (0, ""))
        self.assertIn("not shown on a terminal: 1001 columns; give --output FILE, or redirect the "
                      "output\n", errors)
        for words, drawn in ((["8"], True), (["4x6"], True), (["8", "--place", "b4,d5", "--unique"], True),
                             (["40"], True), (["41"], False), (["8", "-q"], False),
                             (["8", "--format", "columns"], False)):
            shown = program.at_terminal("solve", *words, "--color", "never")[3]
            size = [int(part) for part in words[0].split("x")]
            rows = [line for line in shown.splitlines() if set(line) <= set(". QG") and set(line) & set("QG")]
            self.assertEqual(len(rows), size[0] * drawn * (1 + ("--unique" in words)), shown)
        code, _, errors, shown = program.at_terminal("solve", "8", "--format", "npy")
        self.assertEqual((code, shown, errors),
                         (2, "", "nqueens: an array is not for a terminal; give --output "
                                  "FILE, or redirect the output\n"))


class Streams(ProgramTest):
    """Placements that go out while the board is filled."""

    def test_the_same_bytes_everywhere(self):
        path = self.path("queens.npy")
        for size, threads in (("1000", "1"), ("200_000", "1"), ("200_000", "3")):
            words = ["solve", size, "--seed", "5", "--threads", threads, "-q"]
            self.succeed(*words, "-o", path)
            data = (self.folder / "queens.npy").read_bytes()
            self.assertEqual(self.succeed(*words, "--format", "npy", text=False), data)
            for mode in ("wb", "ab"):
                with open(self.path("redirected"), mode) as file:
                    if mode == "ab":
                        file.truncate(0)
                    program.run(*words, "--format", "npy", stdout=file)
                self.assertEqual((self.folder / "redirected").read_bytes(), data)
            self.assertEqual(self.succeed("verify", path),
                             f"solution: {int(size)} queens\n")
            text = self.succeed(*words)
            self.succeed(*words, "-o", self.path("queens.txt"))
            self.assertEqual(self.read("queens.txt"), text)
            columns = json.loads(self.succeed(*words, "--json"))["columns"]
            self.assertEqual([int(word) for word in text.split()], columns)

    def test_a_full_file_system_leaves_no_file(self):
        folder = self.path("small")
        os.mkdir(folder)
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=2m", "none", folder],
                                 check=False, stderr=subprocess.DEVNULL)
        if mounted.returncode != 0:
            self.skipTest("file systems cannot be mounted here")
        self.addCleanup(subprocess.run, ["umount", folder], check=True)
        for form in ("columns", "npy"):
            # What is known beforehand is said beforehand; a redirect is not looked at.
            self.refuse(["solve", "1e6", "-q", "--format", form, "-o", folder + "/queens"],
                        "too little room on disk")
            self.assertEqual(os.listdir(folder), [])
            with open(folder + "/redirected", "wb") as file:
                done = program.run("solve", "1e6", "--format", form, "-q", "--seed", "1",
                                   stdout=file)
            self.assertEqual((done.returncode, done.stderr),
                             (2, "nqueens: cannot write standard output: No space left on device; "
                                 "to find the solution again: --seed 1\n"))
            self.assertEqual(program.run("verify", folder + "/redirected").returncode, 2)
            os.remove(folder + "/redirected")

    def test_a_stop_at_any_moment_leaves_no_file(self):
        for form in ("columns", "npy"):
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
                             str(tenths / 20)], code=75)
                self.assertEqual(self.files(), [])


class SolveJson(ProgramTest):
    def test_columns(self):
        answer = self.json_of("solve", "300", "--seed", "9", "-t", "1")
        self.assertEqual([answer[name] for name in ("command", "board_size", "seed", "threads",
                                                    "verified")], ["solve", 300, "9", 1, True])
        self.assertGreater(answer["memory_bytes"], 0)
        self.assertFalse(attacks(answer["columns"]))
        large = self.json_of("solve", "200_000", "-t", "1")
        self.assertFalse(attacks(large["columns"]))

    def test_file_name_and_statistics(self):
        path = self.path("queens")
        answer = self.json_of("solve", "300", "--output", path, "--format", "npy")
        self.assertEqual((answer["output"], answer["format"]), (path, "npy"))
        self.assertNotIn("columns", answer)
        self.assertEqual(set(answer["statistics"]),
                         {"initial_conflicts", "probes", "evaluations", "moves", "exchanges", "restarts",
                          "nodes", "start_seconds", "repair_seconds", "output_seconds", "verify_seconds"})

    def test_a_name_that_is_not_utf8_is_still_json(self):
        path = os.fsencode(self.folder) + b"/\xff"
        output = self.succeed("solve", "8", "--json", "--output", path, text=False)
        self.assertEqual(json.loads(output)["output"][-1], "\N{REPLACEMENT CHARACTER}")
