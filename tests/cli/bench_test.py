"""nqueens bench: the fixed self-check and its signature; the scaling over threads."""

import json
import pathlib
import re

import program
from program import ProgramTest


class Bench(ProgramTest):
    def test_table_json_and_signature_agree(self):
        short = self.succeed("bench").splitlines()
        lines = self.succeed("bench", "--details").splitlines()
        self.assertEqual(len(short), 3)
        self.assertEqual(short[-1], lines[-1])
        lines[-3:-1], summary = [], lines[-3:-1]
        for said, kind in zip(summary, ("engine", "algorithm")):
            boards = sum(line.startswith(kind) for line in lines)
            self.assertRegex(said, rf"\A\d+ {kind}s, {boards} boards, .*: all correct\Z")
        self.assertRegex(lines[0], r"\Asubject +N +outcome +instructions +seconds +verdict\Z")
        self.assertRegex(lines[-1], r"\Asignature [0-9a-f]{16}\Z")
        for line in lines[1:-1]:
            self.assertRegex(line, r"\A(engine|algorithm) \S+ +\d+  \S.* +(\w+|-) +\d+\.\d{3}  "
                                   r"correct\Z")
        answer = self.json_of("bench")
        self.assertEqual("signature " + answer["signature"], lines[-1])
        self.assertIs(answer["correct"], True)
        self.assertEqual(len(answer["rows"]), len(lines) - 2)
        subjects = {row["subject"] for row in answer["rows"]}
        for engine in self.json_of("info")["engines"]:
            self.assertEqual("engine " + engine["name"] in subjects, not engine["needs_device"])
        for algorithm in self.json_of("info")["algorithms"]:
            self.assertIn("algorithm " + algorithm["name"], subjects)

    def test_rows_come_one_by_one_and_a_signal_stops(self):
        process = program.start("bench", "--details")
        self.assertTrue(process.stdout.readline().startswith("subject"))
        code, output, errors = program.stop(process, after=0.01)
        self.assertEqual(code, 130, (output, errors))
        self.assertNotIn("signature", output)
        self.assertRegex(errors, r"\Anqueens: stopped by SIGINT: (no row|\d+ rows) done; run it "
                                 r"again for a signature\n\Z")


class Algorithms(ProgramTest):
    def test_rows_are_medians_of_the_runs(self):
        answer = self.json_of("bench", "algorithms", "8", "200", "--runs", "3", "--seed", "5")
        known = self.json_of("info")["algorithms"]
        self.assertEqual([(row["algorithm"], row["board_size"]) for row in answer["rows"]],
                         [(one["name"], size) for size in (8, 200) for one in known
                          if size <= (one["practical_size"] or size)])
        for row in answer["rows"]:
            runs = [run for run in answer["runs"]
                    if all(run[name] == row[name] for name in ("algorithm", "board_size"))]
            self.assertEqual((row["runs"], row["solved"], len(runs)), (3, 3, 3))
            self.assertIn([run["seed"] for run in runs], (["5", "6", "7"], [None] * 3))
            for name in ("seconds", "moves", "restarts"):
                low, median, high = sorted(run[name] for run in runs)
                self.assertEqual(row[name], {"median": median, "low": low, "high": high})
        run = next(run for run in answer["runs"] if run["algorithm"] == "steepest" and run["seed"] == "6")
        did = self.json_of("solve", "8", "--algorithm", "steepest", "--seed", "6")["statistics"]
        self.assertEqual([run[name] for name in ("moves", "restarts", "evaluations")],
                         [did[name] for name in ("moves", "restarts", "evaluations")])

    def test_table(self):
        lines = self.succeed("bench", "algorithms", "500", "--algorithm", "max-free", "--algorithm", "qs4",
                             "--give-up", "0.05", "--runs", "6").splitlines()
        self.assertRegex(lines[0], r"\Aalgorithm +N +solved +time +95 % interval +moves +restarts\Z")
        self.assertRegex(lines[1], r"\Amax-free +500 +0 of 6 +- +- to - +- +-\Z")
        self.assertRegex(lines[2], r"\Aqs4 +500 +6 of 6 +\d.* [mu]?s +\d.* to \d.* [mu]?s +\d+ +0\Z")
        one = self.succeed("bench", "algorithms", "8", "--algorithm", "steepest", "--max-starts", "1", "-q")
        self.assertRegex(one, r"\Asteepest +8 +\d+ of 11 .*\n\Z")


class Scaling(ProgramTest):
    SMALL = ("--size", "10", "--queens", "2e4", "--runs", "2")

    def test_series_scale_strongly_and_weakly(self):
        answer = self.json_of("bench", "scaling", "--threads", "2,1", "--size", "14",
                             "--engine", "colour-join", *self.SMALL[2:])
        self.assertEqual(answer["command"], "bench scaling")
        self.assertEqual(answer["repetitions"], 2)
        rows = answer["rows"]
        self.assertEqual(
            [(row["scaling"], row["pinning"], row["command"], row["threads"]) for row in rows],
            [(scaling, pinning, command, threads) for scaling in ("strong", "weak")
             for pinning in ("none", "cores") for command in ("count", "solve")
             for threads in (1, 2)])
        for row in rows:
            self.assertEqual(len(row["seconds"]), 2)
            self.assertAlmostEqual(row["speedup"], row["efficiency"] * row["threads"])
            work = row["threads"] if row["scaling"] == "weak" else 1
            self.assertAlmostEqual(row["work"], work, delta=0.1)

    def test_a_command_line(self):
        def rows(threads, *words):
            queens = ["--queens", "2e4"] if "QUEENS" in words else []
            return json.loads(self.succeed("bench", "scaling", "--threads", threads, "--pin", "none", *queens,
                                           "--json", "--", *words))["rows"]
        strong, = rows("1", "solve", "3")  # which has no solution: an answer
        self.assertEqual([strong[name] for name in ("scaling", "command", "method", "board_size", "work")],
                         ["strong", "solve", "", 3, 1])
        for row in rows("1,2", "count", "12", "--depth", "2", "--shard", "SHARD", "--journal", "FILES/part.nqj"):
            self.assertEqual([row[name] for name in ("scaling", "command", "board_size", "work")],
                             ["weak", "count", 12, row["threads"]])
        for row in rows("1,2", "solve", "QUEENS", "--output", "FILES/queens.npy"):
            self.assertEqual([row[name] for name in ("scaling", "board_size", "work")],
                             ["weak", 10_000 * row["threads"], row["threads"]])
            self.assertGreater(min(row["seconds"]), 0)

    def test_a_board_of_one_task_is_one_shard(self):
        rows = self.json_of("bench", "scaling", "--threads", "1,2", "--pin", "none", *self.SMALL)["rows"]
        self.assertEqual([row["work"] for row in rows if row["command"] == "count"], [1, 1, 1, 1])

    def test_options_of_the_published_table_are_known(self):
        tables = pathlib.Path(__file__).resolve().parents[2] / "results" / "tables.toml"
        series = re.findall(r'words = "+((?:count|solve|list)\b[^"]*)"', tables.read_text())
        self.assertGreater(len(series), 10)
        for words in series:
            options = {word for word in words.split() if word.startswith("--")}
            known = set(re.findall(r"--[a-z]+", self.succeed("help", words.split()[0])))
            self.assertLessEqual(options, known, words)

    def test_table(self):
        lines = self.succeed("bench", "scaling", "-t", "1", "--pin", "none", "--engine", "simd",
                             *self.SMALL).splitlines()
        for heading, speedup in ((lines.pop(0), "speedup"), (lines.pop(2), "scaled speedup")):
            self.assertRegex(heading, r"\Ascaling +command +method +N +pinning +threads +work +seconds "
                                      rf"+{speedup} +efficiency\Z")
        self.assertEqual(len(lines), 4)
        for line, series in zip(lines, ("strong +count +simd", "strong +solve +windowed",
                                        "weak +count +simd", "weak +solve +windowed")):
            self.assertRegex(line, rf"\A{series} +\d+ +none +1 +1x +\d+\.\d{{4}} +1\.00 "
                                   r"+100\.0 %\Z")
