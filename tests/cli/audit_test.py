"""nqueens verify --journal: audits of journals, finished, in use, wrong, and none at all."""

import json
import os
import re
import subprocess
import time

import program
from program import ProgramTest


class Audit(ProgramTest):
    def journal(self, *words):
        path = self.path("run.nqj")
        self.succeed("count", *words, "--journal", path)
        return path

    def test_every_engine(self):
        for engine in [row["name"] for row in self.record("info")["engines"]]:
            path = self.path(engine)
            self.succeed("count", "10", "--engine", engine, "--journal", path)
            with open(path, "rb") as file:
                before = file.read()
            record = self.record("verify", "--journal", path, "--sample", "1e9")
            self.assertIs(record["agree"], True)
            self.assertEqual(record["wrong"], [])
            self.assertEqual((record["recounted"], record["agreed"]),
                             (record["tasks"], record["records"]))
            self.assertEqual(record["confidence"]["detection_probability"], 1)
            with open(path, "rb") as file:
                self.assertEqual(file.read(), before)

    def test_text(self):
        path = self.journal("13", "--engine", "bitmask", "--depth", "3")
        tasks = self.record("verify", "--journal", path)["tasks"]
        done = program.run("verify", "--journal", path, "--seed", "7")
        self.assertEqual(done.returncode, 0)
        first, state, confidence = done.stdout.splitlines()
        self.assertEqual(first, "10 of 10 recounted records agree")
        self.assertEqual(state, f"journal: {tasks} of {tasks} tasks done (100.0 %), board 13, "
                                f"problem plain, rows at depth 3")
        wrong = tasks // 100
        self.assertRegex(confidence, rf"\Aconfidence: if 1 % of the records \({wrong} of {tasks}\) "
                                     rf"were wrong, this sample would have shown one with "
                                     rf"probability \d+\.\d %\Z")
        self.assertRegex(done.stderr, r"\A\S+ [um]?s, 10 records by bitmask, seed 7, \d+ threads?"
                                      r"\n\Z")
        everything = self.succeed("verify", "--journal", path, "--sample", str(tasks))
        self.assertIn("confidence: every record was counted again\n", everything)
        done = program.run("verify", "--journal", path, "-q")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))

    def test_the_same_seed_draws_the_same(self):
        path = self.journal("12", "--engine", "bitmask")
        first = self.record("verify", "--journal", path, "--engine", "reference")
        self.assertEqual(first["engine"], "reference")
        again = self.record("verify", "--journal", path, "--seed", first["seed"])
        self.assertEqual(again["seed"], first["seed"])

    def test_row_sets_are_recounted_by_colours_or_listed(self):
        path = self.journal("11", "--engine", "colour-join")
        for words, engine in ((), "colour-listing"), (("--engine", "listing"), "listing"):
            record = self.record("verify", "--journal", path, *words)
            self.assertEqual((record["engine"], record["agree"]), (engine, True))
        self.refuse(["verify", "--journal", path, "--engine", "bitmask"],
                    re.compile(r"\Aengine cannot audit decomposition row-sets: bitmask; its "
                               r"solutions have weights of their own: leave the engine out, or "
                               r"take listing"))

    def test_a_wrong_record_is_named(self):
        for engine in [row["name"] for row in self.record("info")["engines"]]:
            path = self.path(engine)
            self.succeed("count", "9", "--engine", engine, "--journal", path)
            planted = subprocess.run([os.environ["NQUEENS_PLANT_RECORD"], path, "0"], check=True,
                                     capture_output=True, text=True).stdout
            task, right, wrong = planted.split()
            done = program.run("verify", "--journal", path, "--sample", "1e6")
            self.assertEqual(done.returncode, 1)
            lines = done.stdout.splitlines()
            self.assertEqual(lines[0],
                             f"wrong record: task {task}: recorded {wrong}, recounted {right}")
            self.assertRegex(lines[1], r"\A(\d+) of \d+ recounted records? agree\Z")
            self.assertNotIn("confidence", done.stdout)
            done = program.run("verify", "--journal", path, "--sample", "1e6", "--json")
            record = json.loads(done.stdout)
            self.assertEqual((done.returncode, record["agree"], record["wrong"]),
                             (1, False, [{"task": int(task), "recorded": wrong,
                                          "recounted": right}]))
            self.assertEqual(record["agreed"] + 1, record["recounted"])
            done = program.run("verify", "--journal", path, "--sample", "1e6", "-q")
            self.assertEqual((done.returncode, done.stdout, done.stderr), (1, "", ""))
            # What the advice says: without its line the task is counted again.
            advice = re.search(r"sed -i \S+ /d\S* \S+", lines[-1])
            self.assertIsNotNone(advice, lines)
            subprocess.run(["/bin/sh", "-c", advice[0]], check=True)
            self.assertEqual(self.succeed("9", "-q", "--journal", path, "--resume"), "352\n")
            self.succeed("verify", "--journal", path, "--sample", "1e6")

    def test_a_wrong_board_shows(self):
        # The records of one restricted problem under the header of another: the check sums of
        # the records hold the plan, so this is refused before anything is counted.
        one = self.journal("10", "--engine", "bitmask", "--block", "9:0")
        other = self.path("other.nqj")
        self.succeed("count", "10", "--engine", "bitmask", "--block", "9:1", "--journal", other)
        with open(one, encoding="ascii") as file:
            records = file.readlines()[1:]
        with open(other, encoding="ascii") as file:
            header = file.readline()
        mixed = self.file("mixed.nqj", header + "".join(records))
        self.refuse(["verify", "--journal", mixed], re.compile(r"\Adamaged journal: "))

    def test_a_running_count(self):
        path = self.path("run.nqj")
        process = program.start("count", "17", "-t", "1", "--engine", "bitmask", "--depth", "4",
                                "--journal", path)
        try:
            for _ in range(200):
                if os.path.exists(path) and os.path.getsize(path) > 2000:
                    break
                time.sleep(0.05)
            record = self.record("verify", "--journal", path, "--sample", "20")
            self.assertIsNone(process.poll(), "the count has ended: nothing was tested")
        finally:
            process.terminate()
            process.communicate(timeout=60)
        self.assertEqual((process.returncode, record["agree"]), (143, True))
        self.assertLess(record["records"], record["tasks"])
        self.assertEqual(record["recounted"], 20)
        # It has not been disturbed: its journal is whole and goes on.
        self.succeed("verify", "--journal", path)

    def test_options_that_do_not_go_together(self):
        path = self.journal("8")
        placement = self.file("queens", "0 4 7 5 2 6 1 3\n")
        self.refuse(["verify", placement, "--journal", path],
                    "--journal and a placement file exclude each other; give one of them")
        self.refuse(["verify", "--journal", path, "--size", "8"], re.compile("--size needs a placement file"))
        for words in (["--sample", "3"], ["--engine", "bitmask"], ["--seed", "1"],
                      ["--time-limit", "5"]):
            self.refuse(["verify", placement, *words],
                        f"{words[0]} needs --journal or --certificate; give it too")
        self.refuse(["verify"], re.compile("a placement file is missing; "))
        self.refuse(["verify", "--journal", ""], "--journal must be a file name, not ''")
        self.refuse(["verify", "--journal", path, "--sample", "0"],
                    "--sample must be a whole number from 1 to 18446744073709551615, not '0'")
        self.refuse(["verify", "--journal", path, "--engine", "bitmsk"],
                    re.compile(r"not 'bitmsk'; did you mean bitmask\?"))

    def test_files_that_are_no_journals(self):
        self.refuse(["verify", "--journal", self.path("missing")],
                    f"cannot read journal: {self.path('missing')}; No such file or directory")
        self.refuse(["verify", "--journal", str(self.folder)], re.compile("not a regular file"))
        self.refuse(["verify", "--journal", "/dev/zero"], re.compile("not a regular file"))
        for content in ("", "0 4 7 5 2 6 1 3\n", "nqueens-journal 1 board=8"):
            self.refuse(["verify", "--journal", self.file("none", content)],
                        re.compile(r"\Anot a journal: "))
        path = self.journal("10", "--engine", "bitmask")
        with open(path, encoding="ascii") as file:
            header = file.readline()
        self.refuse(["verify", "--journal", self.file("fresh", header)],
                    re.compile(r"\Ajournal without a record: "))

    def test_a_time_limit_ends_it(self):
        path = self.journal("16", "--engine", "bitmask", "--depth", "1")
        said = self.refuse(["verify", "--journal", path, "--engine", "reference", "--time-limit",
                            "0.3"], code=75)
        self.assertRegex(said, r"\Astopped by the time limit of 0.3 s: (no record recounted|\d+ of "
                               r"8 tasks done [^;]*); run it again with a smaller --sample or more "
                               r"time\Z")


if __name__ == "__main__":
    program.main()
