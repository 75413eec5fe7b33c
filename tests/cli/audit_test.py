"""nqueens audit: journals, finished, closed, in use, wrong, forged, and none at all."""

import pathlib
import re
import subprocess

import program
from program import ProgramTest


class Audit(ProgramTest):
    def journal(self, *words):
        path = self.path("run.nqj")
        self.succeed("count", *words, "--journal", path)
        return path

    def test_text(self):
        path = self.journal("13", "--engine", "bitmask", "--depth", "3")
        tasks = self.json_of("audit", path)["tasks"]
        done = program.run("audit", path, "--seed", "7")
        self.assertEqual(done.returncode, 0)
        total, arithmetic, counted_by, sample, confidence = done.stdout.splitlines()
        self.assertEqual(total, "Q(13) = 73712")
        self.assertEqual(arithmetic, f"arithmetic: {tasks} records of rows at depth 3; check sums, "
                                     f"plan and tallies agree")
        self.assertRegex(counted_by, r"\Acounted by: \S+, bitmask \(\w+\), \d+ threads?, version "
                                     r"\d+\.\d+\.\d+\Z")
        self.assertEqual(sample, "10 of 10 recounted records agree")
        self.assertRegex(confidence, rf"\Aconfidence: a sample of 10 of {tasks} records finds a wrong "
                                     rf"one with probability {1000 / tasks:.1f} % if one is wrong, "
                                     r"\d+\.\d % if ten are\Z")
        self.assertRegex(done.stderr, r"\A\S+ [um]?s, 10 records by listing all solutions, seed 7, "
                                      r"\d+ threads?\n\Z")
        everything = self.succeed("audit", path, "--samples", str(tasks))
        self.assertIn("confidence: the sample has every record\n", everything)
        done = program.run("audit", path, "-q")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
        done = program.run("audit", path, "--samples", "0")
        self.assertEqual((done.returncode, done.stdout.splitlines()),
                         (0, [total, arithmetic, counted_by]))
        self.assertEqual(done.stderr, "no record was recounted; --samples NUM recounts some\n")

    def test_a_dry_run_recounts_nothing(self):
        path = self.journal("12", "--engine", "bitmask", "--depth", "3")
        self.plant(path, "0")
        done = program.run("audit", path, "--dry-run", "--samples", "1e6")
        self.assertEqual((done.returncode, done.stderr), (0, "the sample was not recounted\n"))
        self.assertRegex(done.stdout.splitlines()[-2], r"\Aforecast: \d+ records by listing all "
                         r"solutions on \d+ threads?: (about|at least|less than) [^\n]+\Z")
        self.assertEqual(done.stdout.splitlines()[-1], "confidence: the sample has every record")
        answer = self.json_of("audit", path, "--dry-run", "--sample", "4")  # the name in 1.1.0
        self.assertEqual((answer["dry_run"], answer["sample"], answer["recounted"]), (True, 4, 0))
        self.assertGreater(answer["forecast"]["seconds"], 0)
        one, ten = answer["confidences"]
        self.assertEqual((one["supposed_wrong"], ten["supposed_wrong"]), (1, 10))
        self.assertAlmostEqual(one["detection_probability"], 4 / answer["records"])
        self.assertGreater(float(self.succeed("audit", path, "--dry-run", "-q")), 0)

    def test_a_time_chooses_the_sample_before_it_is_drawn(self):
        path = self.journal("12", "--engine", "bitmask", "--depth", "3")
        done = program.run("audit", path, "--time", "0.001")
        self.assertEqual(done.returncode, 0)
        size, records, seed = re.match(r"recounts (\d+) of (\d+) records, seed (\d+), in (?:about|at "
                                       r"least|less than) [^\n]+\n", done.stderr).groups()
        self.assertIn(f", {size} record", done.stderr.splitlines()[1])
        self.assertIn(f"seed {seed}, ", done.stderr.splitlines()[1])
        everything = self.json_of("audit", path, "--time", "1e6")
        self.assertEqual(everything["recounted"], int(records))
        self.assertEqual(everything["confidences"][-1]["detection_probability"], 1)

    def test_several_journals(self):
        paths = [self.path(f"part-{shard}.nqj") for shard in (1, 2)]
        for shard, path in enumerate(paths, 1):
            self.succeed("count", "12", "--engine", "bitmask", "--depth", "3", "--place", "2:5",
                         "--shard", f"{shard}/2", "--journal", path)
        expected = self.succeed("count", "12", "--place", "2:5", "-q")
        self.assertTrue(self.succeed("audit", *paths).startswith(f"Q(12 with 2:5) = {expected}"))
        lines = self.succeed("audit", paths[0]).splitlines()
        self.assertRegex(lines[0], r"\AQ\(12 with 2:5\): \d+ of \d+ tasks done\Z")

    def test_the_published_journal(self):
        path = str(pathlib.Path(__file__).parents[2] / "results/journals/25.nqj")
        self.assertEqual(self.succeed("merge", path, "--check"), "Q(25) = 2207893435808352\n")
        if program.INSTRUMENTED:  # minutes
            return
        result = self.json_of("audit", path, "--samples", "1", "--seed", "7")  # a small task
        self.assertEqual((result["records"], result["recounted"], result["agreed"]), (4159, 1, 1))

    def test_a_wrong_record_is_named(self):
        path = self.journal("9", "--engine", "bitmask", "--depth", "2")
        task, right, wrong = self.plant(path, "0")
        done = program.run("audit", path, "--samples", "1e6")
        self.assertEqual(done.returncode, 1)
        lines = done.stdout.splitlines()
        self.assertEqual(lines[0], f"wrong record: task {task}: recorded {wrong}, recounted {right}")
        self.assertRegex(lines[1], r"\A\d+ of \d+ recounted (records agree|record agrees)\Z")
        self.assertNotIn("confidence", done.stdout)
        answer = self.json_of("audit", path, "--samples", "1e6", code=1)
        self.assertEqual((answer["agree"], answer["wrong"]),
                         (False, [{"task": int(task), "recorded": wrong, "recounted": right}]))
        done = program.run("audit", path, "--samples", "1e6", "-q")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (1, "", ""))
        # What the advice says: without its line the task is counted again.
        advice = re.search(r"sed -i --follow-symlinks -e \S+ /d\S* \S+", lines[-1])
        self.assertIsNotNone(advice, lines)
        subprocess.run(["/bin/sh", "-c", advice[0]], check=True)
        self.assertEqual(self.succeed("9", "-q", "--journal", path), "352\n")
        self.succeed("audit", path, "--samples", "1e6")

    def test_all_wrong_records_are_deleted(self):
        path = self.journal("8", "--engine", "bitmask", "--depth", "1")
        for text in ("0", "1"):
            self.plant(path, text)
        done = program.run("audit", path)
        self.assertEqual((done.returncode, done.stdout.count("wrong record")), (1, 2))
        subprocess.run(["/bin/sh", "-c", done.stdout.splitlines()[-1].split("again: ")[1]],
                       check=True)
        self.assertEqual(self.succeed("8", "-q", "--journal", path), "92\n")

    def test_a_closed_journal(self):
        path = self.journal("8", "--engine", "bitmask")
        self.succeed("merge", path, "-o", path)
        lines = self.succeed("audit", path).splitlines()
        self.assertEqual(lines[0], "Q(8) = 92")
        self.assertRegex(lines[1], r"\Aarithmetic: \d+ records? of rows at depth \d; check sums, "
                                   r"plan, tallies and sums agree\Z")
        changed = self.file("changed", self.read("run.nqj").replace(" 92 ", " 94 ", 1))
        self.refuse(["audit", changed], "closed journal was changed: ")

    def test_a_time_limit_ends_it(self):
        path = self.journal("15", "--engine", "bitmask", "--depth", "1")
        said = self.refuse(["audit", path, "--engine", "reference", "--time-limit", "0.3"], code=75)
        self.assertRegex(said, r"\Astopped by the time limit of 0.3 s: audit, (no|\d+ of 8) records "
                               r"recounted[^;]*; run it again with a smaller --samples or more "
                               r"time\Z")

    def test_a_long_record_shows_that_time_passes(self):
        path = self.journal("15", "--engine", "bitmask", "--depth", "1")
        _, _, _, shown = program.at_terminal("audit", path, "--engine", "reference", "-t", "1",
                                             "--time-limit", "1", streams=("stderr",))
        lines = re.findall(r"0 of \d+ records  0.0/s  after (\S+ m?s)", shown)
        self.assertGreater(len(set(lines)), 1, shown)
