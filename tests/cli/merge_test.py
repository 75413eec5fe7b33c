"""nqueens merge: totals, duplicates, conflicts, missing tasks."""

import os
import pathlib
import re
import resource
import shlex
import shutil
import signal
import subprocess
import time

import program
from program import ProgramTest


# Hundreds of tasks: small boards have one by default.
MANY = ["12", "--engine", "bitmask", "--depth", "3"]


class Merge(ProgramTest):
    def shards(self, count, *words):
        """The journals of all shards."""
        paths = []
        for shard in range(1, count + 1):
            paths.append(self.path(f"part-{shard}.nqj"))
            self.succeed("count", *words, "--shard", f"{shard}/{count}", "--journal", paths[-1])
        return paths

    def cut(self, path, part):
        """Takes the end of a journal away."""
        with open(path, encoding="ascii") as file:
            lines = file.readlines()
        kept = lines[:1 + int(part * (len(lines) - 1))]
        with open(path, "w", encoding="ascii") as file:
            file.writelines(kept)

    def test_a_count_of_thirteen_is_the_published_one(self):
        paths = self.shards(5, "13", "--depth", "1")
        done = program.run("merge", "--check", *paths)
        self.assertEqual((done.returncode, done.stdout), (0, "Q(13) = 73712\n"))
        self.assertTrue(done.stderr.startswith("agrees with A000170\n"), done.stderr)
        answer = self.json_of("merge", "--check", *paths)
        self.assertEqual((answer["agrees_with"], answer["solutions"]), (["A000170"], "73712"))

    def test_a_conflict_names_both_files_and_the_task(self):
        paths = self.shards(2, *MANY)
        copy = self.path("copy")
        shutil.copy(paths[1], copy)
        task, right, wrong = self.plant(copy, "3")
        said = self.refuse(["merge", *paths, copy])
        self.assertTrue(said.startswith(
            f"contradiction between journals {paths[1]} and {copy}: task {task} has the tallies "
            f"{right} and {wrong}; "), said)
        # What the advice says.
        self.assertIn(f"delete the line that begins with '{task} ' in both files", said)
        for path in (paths[1], copy):
            subprocess.run(["sed", "-i", f"/^{task} /d", path], check=True)
        self.succeed("count", *MANY, "--shard", "2/2", "--journal", paths[1])
        self.assertEqual(self.succeed("merge", *paths, copy, "-q"), "14200\n")

    def test_when_tasks_are_missing_it_says_how_far_it_is(self):
        paths = self.shards(4, *MANY)
        total = self.json_of("merge", *paths)["tasks"]
        done = program.run("merge", *paths[1:])
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, rf"\Anqueens: no total yet: 7\d\.\d % of the work is done; \d+ of "
                                      rf"{total} tasks missing, (about \S+ \S+|less than 1 ms) on one "
                                      r"core by prediction, in 1 of 4 shards\n\Z")
        self.assertRegex(done.stdout, r"\Anqueens count 12 [^\n]* --shard 1/4 --journal \S+\n\Z")
        self.refuse(["merge", *paths[1:], "--check", "-q"], code=1)
        answer = self.json_of("merge", *paths[1:], code=1)
        self.assertEqual((answer["complete"], answer["solutions"],
                          answer["tasks_done"] + answer["tasks_missing"]), (False, None, total))
        self.assertEqual([row["shard"] for row in answer["incomplete_shards"]], [1])

    def test_journals_of_other_numbers_of_shards(self):
        one, two = self.path("one"), self.path("two")
        self.succeed("count", *MANY, "--shard", "1/2", "--journal", one)
        self.succeed("count", *MANY, "--shard", "3/40", "--journal", two)
        # By the number that they name most often, the largest of two.
        done = program.run("merge", one, two)
        self.assertRegex(done.stderr, r", in \d\d of 40 shards\n\Z")
        self.assertNotIn(" --shard 3/40 ", done.stdout)

    def test_the_lines_of_what_is_missing_do_it(self):
        for words, total in ((MANY, "14200\n"), (["17"], "95815104\n")):
            paths = self.shards(5, *words)
            self.cut(paths[1], 0.7)
            os.truncate(paths[3], os.path.getsize(paths[3]) - 5)
            os.remove(paths[4])
            there = paths[:4]
            done = program.run("merge", *there)
            self.assertEqual(done.returncode, 1)
            lines = done.stdout.splitlines()
            self.assertEqual(len(lines), 3, done.stdout)
            for line, shard in zip(lines, (2, 4, 5)):
                self.assertTrue(line.startswith(f"nqueens count {words[0]} "), line)
                self.assertTrue(line.endswith(f" --shard {shard}/5 --journal {paths[shard - 1]}"),
                                line)
            self.assertRegex(done.stderr,
                             r"\Anqueens: no total yet: [\d.]+ % of the work is done; \d+ of \d+ tasks "
                             r"missing, (about .*|less than 1 ms) on one core by prediction, in 3 of 5 "
                             r"shards\n\Z")
            script = f"nqueens() {{ {program.PROGRAM} \"$@\"; }}\nset -e\n" + done.stdout
            subprocess.run(["/bin/sh", "-c", script], env=program.environment(), check=True,
                           capture_output=True, timeout=100)
            self.assertEqual(self.succeed("merge", *paths, "-q"), total)
            for path in paths:
                os.remove(path)

    def test_the_lines_count_exactly_what_is_missing(self):
        names = {name: self.path(name) for name in ("part-1.nqj", "part-2.nqj", "part-5.nqj", "run.nqj",
                                                    "other.nqj", "copy.nqj")}
        one, two, five, run, other, copy = names.values()
        for path, shard in ((one, ["1/3"]), (two, ["2/3"]), (five, ["5/7"]), (run, []), (other, [])):
            self.succeed("count", *MANY, *(["--shard", *shard] if shard else []), "--journal", path, "-t1")
        self.cut(run, 0.4)
        self.cut(other, 0.6)
        shutil.copy(five, copy)
        self.file("part-2-of-7.nqj", "0 4 7 5\n")  # of somebody else
        for paths, journals in [
                ([one, two, five], [r"part-3\.nqj"]),
                ([run, other], [r"run\.nqj"]),
                ([one, run, two, copy], [r"part-3\.nqj"]),
                # Names of another number of shards are taken.
                ([two, copy, five], ["part-1-of-7.nqj", "part-2-of-7.[0-9a-f]{16}.nqj", "part-3.nqj",
                                     "part-4.nqj", "part-6.nqj", "part-7.nqj"])]:
            with self.subTest(paths=paths):
                before = set(self.files())
                answer = self.json_of("merge", *paths, code=1)
                self.assertEqual(answer["missing_seconds_by"], "prediction")
                counted, made = 0, []
                for line in answer["lines"]:
                    words = shlex.split(line)[1:]
                    made.append(words[words.index("--journal") + 1])
                    part = self.json_of(*words)
                    counted += part["shard_tasks"] - part["tasks_resumed"]
                self.assertEqual(counted, answer["tasks_missing"])
                self.assertRegex(" ".join(map(os.path.basename, made)), rf"\A{' '.join(journals)}\Z")
                self.assertEqual(self.succeed("merge", *{*paths, *made}, "-q"), "14200\n")
                for name in set(self.files()) - before:
                    os.remove(self.path(name))

    def test_a_second_count_is_a_check(self):
        first, copy, second = self.path("one.nqj"), self.path("copy.nqj"), self.path("two.nqj")
        tasks = self.json_of("count", *MANY, "--journal", first)["tasks"]
        shutil.copy(first, copy)
        self.succeed("count", "12", "--engine", "reference", "--depth", "3", "--journal", second)
        for other, twice, said in ((copy, 0, f", {tasks} equal duplicates dropped"),
                                   (second, tasks, f"; two counts of {tasks} tasks agree, by different "
                                                   "machines, engines or instruction sets")):
            answer = self.json_of("merge", first, other)
            self.assertEqual((answer["counted_twice"], answer["duplicates"]), (twice, tasks))
            self.assertEqual([row["tasks_new"] for row in answer["journals"]], [tasks, 0])
            done = program.run("merge", first, other)
            self.assertTrue(done.stderr.endswith(f" from 2 journals{said}\n"), done.stderr)

    def test_torn_writes_are_left_out_and_damage_is_reported(self):
        paths = self.shards(2, *MANY)
        with open(paths[1], "ab") as file:
            file.write(b"17 4")
        done = program.run("merge", *paths)
        self.assertEqual((done.returncode, done.stdout), (0, "Q(12) = 14200\n"))
        self.assertTrue(done.stderr.endswith(" from 2 journals\n"), done.stderr)
        with open(paths[1], "ab") as file:
            file.write(b"\n")
        done = program.run("merge", *paths)
        self.assertEqual((done.returncode, done.stdout), (0, "Q(12) = 14200\n"))
        self.assertTrue(done.stderr.endswith(f" from 2 journals, 1 damaged line (5 bytes) left out "
                                             f"of {paths[1]}\n"), done.stderr)
        answer = self.json_of("merge", *paths)
        self.assertEqual([row["damaged_lines"] for row in answer["journals"]], [0, 1])
        self.cut(paths[0], 0.5)
        done = program.run("merge", *paths)
        self.assertEqual(done.returncode, 1)
        self.assertTrue(done.stderr.endswith(f", in 1 of 2 shards, 1 damaged line (5 bytes) left "
                                             f"out of {paths[1]}\n"), done.stderr)

    def test_a_fresh_journal_is_named_as_the_others(self):
        paths = [self.path(f"q12 of 3 machine {shard}.journal") for shard in (1, 2, 3)]
        for shard in (1, 2):
            self.succeed("count", *MANY, "--shard", f"{shard}/3", "--journal", paths[shard - 1])
        done = program.run("merge", *paths[:2])
        self.assertTrue(done.stdout.endswith(f" --shard 3/3 --journal '{paths[2]}'\n"), done.stdout)

    def test_a_running_worker_is_read(self):
        path = self.path("part")
        process = program.start("count", "20", "--engine", "bitmask", "--depth", "5", "--shard", "1/2",
                                "--journal", path)
        try:
            program.wait_for_bytes(path)
            for _ in range(5):
                done = program.run("merge", path)
                self.assertEqual(done.returncode, 1, done.stderr)
                self.assertRegex(done.stdout, r"\A(nqueens count 20 [^\n]*\n){1,2}\Z")
            self.assertIsNone(process.poll())
        finally:
            process.terminate()
            process.communicate(timeout=60)
        self.assertEqual(process.returncode, 143)

    def test_names_of_any_kind(self):
        for name in ("[a,b]", "a b", "-x", "--", "8"):
            self.succeed("count", "8", "--shard", "1/1", f"--journal={name}", cwd=self.folder)
            self.assertEqual(self.succeed("merge", "-q", "--", name, cwd=self.folder), "92\n")

    def test_one_journal_of_all(self):
        words = ["11", "--engine", "bitmask", "--depth", "2"]
        paths = self.shards(3, *words)
        whole = self.path("whole.nqj")
        done = program.run("merge", *paths, "--output", whole, "--check")
        self.assertEqual((done.returncode, done.stdout), (0, "Q(11) = 2680\n"))
        self.assertIn(f"{whole}: closed journal, {os.path.getsize(whole)} bytes\n", done.stderr)
        text = pathlib.Path(whole).read_bytes()
        # It is a journal like any other, and there is nothing left to do.
        self.assertEqual(self.succeed("merge", whole, "-q", "-o", whole), "2680\n")
        self.assertEqual(self.succeed("count", *words, "-q", "--journal", whole), "2680\n")
        self.succeed("count", *words, "--shard", "2/3", "--journal", whole)
        audit = self.json_of("audit", whole, "--samples", "1e6")
        self.assertEqual((audit["closed"], audit["agree"], audit["recounted"]),
                         (True, True, audit["tasks"]))
        self.assertEqual(pathlib.Path(whole).read_bytes(), text)

    def test_others_can_check_it(self):
        """As src/journal/RUNNING.md tells: check sum, sum and residues by lines of one's own."""
        path = self.path("whole.nqj")
        self.succeed("count", "10", "--engine", "bitmask", "--shard", "1/1", "--journal", path)
        self.succeed("merge", path, "-o", path)
        with open(path, encoding="ascii") as file:
            fields = dict(word.split("=") for word in file.readline().split() if "=" in word)
        page = (pathlib.Path(__file__).resolve().parents[2] / "src" / "journal" /
                "RUNNING.md").read_text(encoding="utf-8")
        lines = re.findall(r"^    (tail -n \+2 whole.nqj .*)$|^    (grep .*whole.nqj .*\n.*)$", page,
                           re.MULTILINE)
        self.assertEqual(len(lines), 2)
        for by_tail, by_grep in lines:
            if by_tail and not shutil.which("xxhsum"):
                continue
            output = subprocess.run(by_tail or by_grep, shell=True, check=True, cwd=self.folder,
                                    capture_output=True, text=True).stdout
            self.assertIn(fields["text"] if by_tail else
                          f"{fields['solutions']} {fields['residues'].replace(',', ' ')}\n", output)

    def test_an_incomplete_merge_writes_nothing(self):
        paths = self.shards(3, "11", "--depth", "2")
        path = self.path("whole.nqj")
        self.refuse(["merge", *paths[1:], "-q", "-o", path], "no total yet: ", 1)
        self.assertFalse(os.path.exists(path))
        self.succeed("merge", *paths, "-o", path)
        before = os.stat(path).st_mtime_ns
        self.refuse(["merge", *paths[1:], "-q", "-o", path], code=1)
        self.assertEqual(os.stat(path).st_mtime_ns, before)
        # What `-o part-*.nqj` does: the first is the output, and its tasks are missing.
        self.refuse(["merge", "-q", "-o", *paths], code=1)

    def test_a_full_disk_or_a_kill_leaves_the_old_or_the_new_one(self):
        def little_room():
            program.usual_signals()
            resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))

        journal = self.path("run.nqj")
        self.succeed("count", "13", "--engine", "bitmask", "--depth", "5", "--journal", journal)
        path = self.path("whole.nqj")
        done = subprocess.run([program.PROGRAM, "merge", journal, "-o", path],
                              env=program.environment(), stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, check=False, preexec_fn=little_room,
                              timeout=60)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertEqual(done.stderr, f"nqueens: cannot write {path}: File too large\n")
        self.assertEqual(os.listdir(self.folder), ["run.nqj"])
        self.succeed("merge", journal, "-o", path)
        with open(path, "rb") as file:
            whole = file.read()
        for round_number in range(10):
            process = program.start("merge", journal, "-o", path)
            time.sleep(0.004 * round_number)
            process.send_signal(signal.SIGKILL)
            process.communicate(timeout=60)
            with open(path, "rb") as file:
                self.assertEqual(file.read(), whole)
