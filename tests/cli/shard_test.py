"""nqueens count --shard: journals of shards; early ends of every kind; resuming."""

import fcntl
import os
import re

import program
from program import ProgramTest

# Hours of work by this engine on any machine.
LONG = ["20", "--engine", "bitmask", "--depth", "5", "--shard", "2/3"]


class Shards(ProgramTest):
    def test_text(self):
        journal = self.path("part-2.nqj")
        words = ["count", "13", "--depth", "2", "--journal", journal]
        done = program.run(*words, "--shard", "2/3", "-t", "2")
        self.assertEqual(done.stdout, "")
        _, summary, following = done.stderr.splitlines()
        match = re.fullmatch(r"\S+ [um]?s, engine \S+ \(\w+\), \d threads?, (\d+) of \d+ tasks of \S+ "
                             r"at depth \d+", summary)
        self.assertIsNotNone(match, summary)
        self.assertEqual(following,
                         f"when all shards are done: nqueens merge {self.path('part-')}*.nqj")
        again = program.run(*words, "--shard", "2/3")
        self.assertIn(f", {match[1]} of these found in the journal\n", again.stderr)
        other = program.run(*words, "--shard", "1/3")
        self.assertIn(f", beside {match[1]} of other shards\n", other.stderr)
        quiet = program.run(*words, "--shard", "2/3", "-q")
        self.assertEqual((quiet.returncode, quiet.stdout, quiet.stderr), (0, "", ""))

    def test_the_merge_line_finds_the_other_shards(self):
        (self.folder / "3").mkdir()
        # The last place where the number stands on its own.
        for name, line in [("part-3.nqj", "part-*.nqj"), ("a b-3", "'a b-'*"), ("3-33", "*-33"),
                           ("17-shard-3-of-8.nqj", "17-shard-*-of-8.nqj"), ("13-3-33", "13-*-33"),
                           ("3/run-3-a", "3/run-*-a"), ("3/run.nqj", "FILE..."), ("33", "FILE..."),
                           ("run.nqj", "FILE..."), ("part-03", "FILE...")]:
            done = program.run("count", "9", "--engine", "bitmask", "--depth", "3", "--shard", "3/8",
                               "--journal", name, cwd=self.folder)
            self.assertTrue(done.stderr.endswith(f"nqueens merge {line}\n"), done.stderr)
        done = program.run("count", "9", "--shard", "1/1", "--journal", "part-1", cwd=self.folder)
        self.assertTrue(done.stderr.endswith("for the total: nqueens merge part-1\n"), done.stderr)


class Except(ProgramTest):
    WORDS = ["--engine", "bitmask", "--depth", "3"]

    def setUp(self):
        super().setUp()
        self.parts = [self.path("part-1.nqj"), self.path("part-2.nqj")]
        for path, shard in zip(self.parts, ("1/4", "2/4")):
            self.succeed("count", "12", *self.WORDS, "--shard", shard, "--journal", path)

    def test_it_counts_what_the_journals_lack_by_their_plan(self):
        rest = self.path("rest.nqj")
        for words in (["12"], []):
            done = program.run("count", *words, "--journal", rest, "--except", *self.parts)
            self.assertEqual((done.returncode, done.stdout), (0, ""), done.stderr)
        self.assertRegex(done.stderr, r", (\d+) of \d+ tasks of rows at depth 3, \1 of these found in "
                         rf"the journal\nfor the total: nqueens merge {rest} {' '.join(self.parts)}\n\Z")
        answer = self.json_of("merge", rest, *self.parts)
        self.assertEqual((answer["solutions"], answer["duplicates"]), ("14200", 0))
        # Of a shard; its journal may be among the others, as "part-*.nqj" has it.
        mine = ["--shard", "1/3", "--journal", self.path("part-1-of-3")]
        first = self.json_of("count", "--except", *self.parts, *mine)
        again = self.json_of("count", "--except", *self.parts, mine[-1], *mine)
        self.assertEqual(again["tasks_resumed"], first["shard_tasks"])
        self.assertEqual(self.json_of("merge", *self.parts, mine[-1], code=1)["duplicates"], 0)

    def test_a_dry_run_predicts_what_is_left_and_writes_nothing(self):
        whole = self.json_of("count", "12", *self.WORDS, "--dry-run", "--journal", self.path("none.nqj"))
        self.assertNotIn("tasks_done", whole)
        one, two = self.parts
        before = [os.stat(path).st_mtime_ns for path in self.parts]
        with open(one, encoding="ascii") as running:
            fcntl.flock(running, fcntl.LOCK_EX)
            for words in (["--journal", one, "--except", two], ["--except", one, two]):
                rest = self.json_of("count", "--dry-run", *words)
                self.assertEqual(rest["tasks_done"] + rest["tasks_left"], whole["tasks"])
                self.assertAlmostEqual(rest["predicted_core_seconds"] / whole["predicted_core_seconds"],
                                       0.5, delta=0.1)
            text = self.succeed("count", "--dry-run", "--journal", one, "--shard", "1/4")
        self.assertRegex(text, r"(?m)^  tasks done +[1-9]\d*\n  tasks left +0$")
        self.assertEqual([os.stat(path).st_mtime_ns for path in self.parts], before)
        self.assertEqual(self.files(), ["part-1.nqj", "part-2.nqj"])


class EarlyEnds(ProgramTest):
    def test_runs_with_time_limits_come_to_an_end(self):
        # As a batch system would, which runs the same line again for as long as it ends with 75.
        journal = self.path("part-1.nqj")
        line = ["count", "15", "--engine", "bitmask", "--depth", "4", "--shard", "1/2", "-t", "1",
                "--journal", journal, "--time-limit", "1" if program.INSTRUMENTED else "0.15"]
        limit = 300
        codes = []
        while not codes or codes[-1] == 75:
            codes.append(program.run(*line).returncode)
            self.assertLess(len(codes), limit)
        self.assertEqual(codes[-1], 0)
        other = self.path("part-2.nqj")
        self.succeed("count", "15", "--engine", "bitmask", "--depth", "4", "--shard", "2/2",
                     "--journal", other)
        self.assertEqual(self.succeed("merge", journal, other), "Q(15) = 2279184\n")

    def test_a_journal_in_use_is_refused(self):
        journal = self.path("part")
        process = program.start("count", *LONG, "--journal", journal)
        try:
            program.wait_for_bytes(journal)
            self.refuse(["count", *LONG, "--journal", journal], "journal in use: ")
            self.assertIsNone(process.poll())
        finally:
            process.terminate()
            errors = process.communicate(timeout=60)[1]
        self.assertRegex(errors, r"\nnqueens: stopped by SIGTERM: shard 2/3 of Q\(20\), \d+ of \d+ tasks "
                                 r"done \([\d.]+ %\); run it again to resume\n\Z")
