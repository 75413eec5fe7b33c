"""nqueens merge --certificate, verify --certificate: results files of counts, whole and forged."""

import json
import os
import pathlib
import re
import resource
import shutil
import signal
import subprocess
import time

import program
from program import ProgramTest

# Some tasks of each engine, so that a file can be changed in every place.
BOARD, SOLUTIONS = "8", "92"


class CertificateTest(ProgramTest):
    def certify(self, *words):
        """The certificate of a count by one writer, and its text."""
        journal, path = self.path("run.nqj"), self.path("run.nqc")
        self.succeed("count", *words, "--journal", journal)
        self.succeed("merge", journal, "--certificate", path)
        os.remove(journal)
        with open(path, encoding="ascii") as file:
            return path, file.read()

    def put(self, text, sign=False):
        path = self.file("changed.nqc", text)
        if sign:
            subprocess.run([os.environ["NQUEENS_SIGN_CERTIFICATE"], path], check=True)
        return path

    def forge(self, text, old, new):
        """A changed certificate whose check sum was made anew."""
        self.assertEqual(text.count(old), 1, old)
        return self.put(text.replace(old, new), sign=True)

    def engines(self):
        return [row["name"] for row in self.record("info")["engines"]]


class RoundTrip(CertificateTest):
    def test_every_engine(self):
        for engine in self.engines():
            path, text = self.certify("10", "--engine", engine)
            done = program.run("verify", "--certificate", path)
            self.assertEqual(done.returncode, 0, done.stderr)
            self.assertRegex(done.stdout, r"\AQ\(10\) = 724\ncertificate: \d+ tasks? of \S+ at depth "
                                          r"\d+, each once; check sum, plan and sums agree\n"
                                          rf"counted by: \S+, {engine} \(\w+\), \d+ threads?, version "
                                          r"\d+\.\d+\.\d+\n\Z")
            self.assertEqual(done.stderr,
                             "no task was counted again: --sample K counts K of them\n")
            record = self.record("verify", "--certificate", path, "--sample", "1e6")
            self.assertEqual((record["agree"], record["solutions"], record["recounted"],
                              record["agreed"], record["wrong"]),
                             (True, "724", record["tasks"], record["tasks"], []))
            self.assertEqual(text.count("\n"), record["tasks"] + 13)
            self.assertEqual([row["engine"] for row in record["counted_by"]], [engine])
            os.remove(path)

    def test_shards_on_several_hosts(self):
        paths = []
        for shard in (1, 2, 3):
            paths.append(self.path(f"part-{shard}.nqj"))
            self.succeed("work", "12", "--shard", f"{shard}/3", "--journal", paths[-1], "-t",
                         str(shard))
        path = self.path("q12.nqc")
        done = program.run("merge", *paths, "--certificate", path, "--check")
        self.assertEqual((done.returncode, done.stdout), (0, "Q(12) = 14200\n"))
        self.assertIn(f"certificate {path}: {os.path.getsize(path)} bytes\n", done.stderr)
        record = self.record("verify", "--certificate", path)
        self.assertEqual([row["threads"] for row in record["counted_by"]], [1, 2, 3])
        self.assertEqual(record["recounted"], 0)
        merged = self.record("merge", *paths, "--certificate", path)
        self.assertEqual((merged["certificate"], merged["plan_id"]), (path, record["plan_id"]))

    def test_restricted_boards(self):
        words = ["10", "--place", "2:5", "--block", "7:1,0:0"]
        expected = self.succeed("count", *words, "-q").strip()
        path, _ = self.certify(*words)
        self.assertTrue(self.succeed("verify", "--certificate", path, "--sample", "5").startswith(
            f"Q(10 with 2:5 without 0:0,7:1) = {expected}\ncertificate: "))

    def test_boards_without_solutions_or_queens(self):
        for board, solutions in (("0", 1), ("1", 1), ("2", 0), ("3", 0)):
            path, _ = self.certify(board)
            self.assertTrue(self.succeed("verify", "--certificate", path, "--sample", "9")
                            .startswith(f"Q({board}) = {solutions}\n"))
            os.remove(path)

    def test_quiet_and_pipes(self):
        path, text = self.certify(BOARD)
        done = program.run("verify", "--certificate", path, "-q")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))
        self.assertIn(f"Q({BOARD}) = ",
                      self.succeed("verify", "--certificate", "/dev/stdin", input=text))

    def test_others_can_check_it(self):
        """As src/journal/RUNNING.md tells: sum and residues by a few lines of their own."""
        path, text = self.certify("10", "--engine", "bitmask")
        fields = dict(line.split(" ", 1) for line in text.splitlines() if " " in line)
        tallies = [int(line) for line in
                   text[text.index("\ntallies\n") + 9:text.rindex("sum ")].split()]
        self.assertEqual(len(tallies), int(fields["tasks"]))
        self.assertEqual(sum(tallies), int(fields["solutions"]))
        self.assertEqual(f"{sum(tallies) % 65521} {sum(tallies) % 65519}", fields["residues"])
        # The lines of the page as they stand.
        os.rename(path, self.path("q20.nqc"))
        page = (pathlib.Path(__file__).resolve().parents[2] / "src" / "journal" /
                "RUNNING.md").read_text(encoding="utf-8")
        lines = re.findall(r"`(head -n -1 q20.nqc [^`]*)`|^    (sed -n .*\n.*)$", page, re.MULTILINE)
        self.assertEqual(len(lines), 2)
        for by_head, by_sed in lines:
            if by_head and not shutil.which("xxhsum"):
                continue
            output = subprocess.run(by_head or by_sed, shell=True, check=True, cwd=self.folder,
                                    capture_output=True, text=True).stdout
            self.assertIn(fields["sum"] if by_head else
                          f"{fields['solutions']} {fields['residues']}\n", output)


class Forgeries(CertificateTest):
    def test_every_changed_digit_is_found(self):
        _, text = self.certify(BOARD, "--engine", "bitmask")
        places = [match.start() for match in re.finditer(r"[0-9]", text)]
        for place in places:
            other = str((int(text[place]) + 1) % 10)
            path = self.put(text[:place] + other + text[place + 1:])
            wanted = "unknown version of certificate" if place < 25 else "changed certificate"
            if text.rfind("\n", 0, place) == len(text) - 22:
                wanted = "changed certificate"  # the check sum itself
            self.refuse(["verify", "--certificate", path], re.compile(rf"\A{wanted}"))

    def test_every_changed_field_is_found_with_a_new_check_sum(self):
        """All but the version and who counted, on which nothing rests."""
        _, text = self.certify(BOARD, "--engine", "bitmask")
        lines = text.splitlines(keepends=True)
        numbers = {"board", "depth", "tasks", "solutions", "residues"}
        found = {}
        for index, line in enumerate(lines[:-1]):
            key = line.split()[0] if " " in line else "tally"
            if key in ("nqueens-certificate", "version", "counted-by") or line == "tallies\n":
                continue
            if key in numbers or key == "tally":
                changes = [m.start() for m in re.finditer(r"[0-9]", line)]
            else:
                changes = [line.index(" ") + 1]
            for place in changes:
                old = line[place]
                new = str((int(old) + 1) % 10) if old.isdigit() else "b"
                changed = line[:place] + new + line[place + 1:]
                path = self.put("".join(lines[:index] + [changed] + lines[index + 1:]), sign=True)
                said = self.refuse(["verify", "--certificate", path])
                found.setdefault(key, set()).add(re.sub(r"(certificate).*", r"\1", said))
        # A leading zero is no number as it is written here.
        for key, wanted in (("tally", "wrong sum in certificate"),
                            ("solutions", "wrong sum in certificate"),
                            ("residues", "wrong residue in certificate")):
            self.assertEqual(found[key] - {"malformed certificate"}, {wanted})
        self.assertEqual(found["plan"], {"certificate"})
        self.assertEqual(set(found), {"board", "problem", "decomposition", "depth", "tasks", "plan",
                                      "solutions", "residues", "tally"})

    def test_a_forged_total_is_found_by_the_residues(self):
        _, text = self.certify("10", "--engine", "bitmask")
        tally = re.search(r"\n(\d\d)\n", text)[1]
        text = text.replace(f"\n{tally}\n", f"\n{int(tally) + 2}\n", 1)
        path = self.forge(text, "solutions 724", "solutions 726")
        self.refuse(["verify", "--certificate", path],
                    f"wrong residue in certificate {path}: the tallies have 726 modulo 65521; it says "
                    f"724")

    def test_a_forgery_of_all_sums_is_found_by_the_sample(self):
        _, text = self.certify("10", "--engine", "bitmask")
        match = re.search(r"\n(\d\d)\n", text)
        task = text[text.index("\ntallies\n") + 9:match.start() + 1].count("\n")
        tally = int(match[1])
        text = text[:match.start()] + f"\n{tally + 2}\n" + text[match.end():]
        text = text.replace("residues 724 724", "residues 726 726")
        path = self.forge(text, "solutions 724", "solutions 726")
        self.succeed("verify", "--certificate", path)
        done = program.run("verify", "--certificate", path, "--sample", "1e6")
        self.assertEqual(done.returncode, 1)
        wrong, agreed, advice = done.stdout.splitlines()
        self.assertEqual(wrong, f"wrong record: task {task}: recorded {tally + 2}, recounted {tally}")
        self.assertRegex(agreed, r"\A\d+ of \d+ recounted tasks agree\Z")
        self.assertEqual(advice, "the total of this certificate is not to be trusted: Q(10) = 726")
        done = program.run("verify", "--certificate", path, "--sample", "1e6", "--json")
        record = json.loads(done.stdout)
        self.assertEqual((done.returncode, record["agree"], record["agreed"]),
                         (1, False, record["tasks"] - 1))
        self.assertEqual(record["wrong"], [{"task": task, "recorded": str(tally + 2),
                                            "recounted": str(tally)}])
        done = program.run("verify", "--certificate", path, "--sample", "1e6", "-q")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (1, "", ""))

    def test_torn_and_lengthened_files(self):
        _, text = self.certify(BOARD)
        for length in (0, 5):
            self.refuse(["verify", "--certificate", self.put(text[:length])],
                        re.compile(r"\Anot a certificate: "))
        for length in (len(text) // 2, len(text) - 18, len(text) - 1):
            self.refuse(["verify", "--certificate", self.put(text[:length])],
                        re.compile(r"\Atorn certificate: \S+; its last line is not its check sum"))
        self.refuse(["verify", "--certificate", self.put(text + "\n")], re.compile(r"\Atorn"))
        self.refuse(["verify", "--certificate", self.put(text + text)], re.compile(r"\Achanged"))
        self.refuse(["verify", "--certificate", self.put(text.replace("\n", "\r\n"))])

    def test_missing_and_repeated_tasks(self):
        _, text = self.certify(BOARD)
        lines = text.splitlines(keepends=True)
        for changed in (lines[:-2] + lines[-1:], lines[:-1] + lines[-2:]):
            self.refuse(["verify", "--certificate", self.put("".join(changed), sign=True)],
                        re.compile(r"\Acertificate without the right number of tasks: \S+; it has \d+ "
                                   r"tallies, its plan \d+ tasks"))

    def test_other_versions(self):
        _, text = self.certify(BOARD)
        path = self.put(text.replace("nqueens-certificate 1", "nqueens-certificate 2"))
        self.refuse(["verify", "--certificate", path],
                    f"unknown version of certificate {path}: 2; this program reads version 1")
        version = re.search(r"\nversion (\S+)\n", text)[1]
        path = self.forge(re.sub("\nplan .", "\nplan 0", text).replace("\nversion ", "\nversion 9"),
                          "\ntallies\n", "\ntallies\n")
        said = self.refuse(["verify", "--certificate", path])
        if not re.search("\nplan 0", text):
            self.assertIn(f"use version 9{version}, which wrote it", said)

    def test_words_from_the_file_do_not_reach_the_terminal(self):
        _, text = self.certify(BOARD)
        path = self.forge(text, "decomposition ", "decomposition \x1b[2J")
        self.refuse(["verify", "--certificate", path], re.compile(r"\\x1b\[2J"))


class Writing(CertificateTest):
    def journals(self, count=3):
        paths = []
        for shard in range(1, count + 1):
            paths.append(self.path(f"part-{shard}.nqj"))
            self.succeed("work", "11", "--shard", f"{shard}/{count}", "--journal", paths[-1])
        return paths

    def test_none_of_an_incomplete_merge(self):
        paths = self.journals()
        path = self.path("q11.nqc")
        self.refuse(["merge", *paths[1:], "--certificate", path],
                    re.compile(r"\Amerged journals are incomplete: "), code=1)
        self.assertFalse(os.path.exists(path))
        self.succeed("merge", *paths, "--certificate", path)
        before = os.stat(path).st_mtime_ns
        self.refuse(["merge", *paths[1:], "--certificate", path], code=1)
        self.assertEqual(os.stat(path).st_mtime_ns, before)

    def test_no_journal_is_overwritten(self):
        paths = self.journals()
        with open(paths[0], "rb") as file:
            before = file.read()
        # What `--certificate part-*.nqj` does.
        self.refuse(["merge", "--certificate", *paths], code=1)
        self.refuse(["merge", *paths, "--certificate", paths[0]],
                    f"file exists and is no certificate: {paths[0]}; name another file, nothing was "
                    f"written")
        with open(paths[0], "rb") as file:
            self.assertEqual(file.read(), before)

    def test_where_it_cannot_be_written(self):
        paths = self.journals()
        self.refuse(["merge", *paths, "--certificate", str(self.folder)],
                    re.compile(r"\Afile exists and is no certificate: "))
        self.refuse(["merge", *paths, "--certificate", self.path("none/q11.nqc")],
                    f"cannot write: {self.path('none/q11.nqc')}; No such file or directory")
        self.refuse(["merge", *paths, "--certificate", "/dev/full"],
                    re.compile(r"\Afile exists and is no certificate: /dev/full"))

        def little_room():
            program.usual_signals()
            resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))

        names = sorted(os.listdir(self.folder))
        done = subprocess.run([program.PROGRAM, "merge", *paths, "--certificate",
                               self.path("q11.nqc")], env=program.environment(),
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
                              preexec_fn=little_room, timeout=60)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertEqual(done.stderr,
                         f"nqueens: cannot write: {self.path('q11.nqc')}; File too large\n")
        self.assertEqual(sorted(os.listdir(self.folder)), names)

    def test_a_kill_leaves_the_old_or_the_new_one(self):
        journal = self.path("run.nqj")
        self.succeed("count", "13", "--engine", "bitmask", "--depth", "5", "--journal", journal)
        path = self.path("q13.nqc")
        self.succeed("merge", journal, "--certificate", path)
        with open(path, "rb") as file:
            whole = file.read()
        for round_number in range(10):
            process = program.start("merge", journal, "--certificate", path)
            time.sleep(0.004 * round_number)
            process.send_signal(signal.SIGKILL)
            process.communicate(timeout=60)
            with open(path, "rb") as file:
                self.assertEqual(file.read(), whole)

    def test_options_that_do_not_go_together(self):
        paths = self.journals(1)
        self.refuse(["merge", *paths, "--certificate", ""],
                    "--certificate must be a file name, not ''")
        self.refuse(["merge", *paths, "--certificate", "-"],
                    "a certificate is a file, not standard output; give --certificate FILE")
        self.refuse(["merge", *paths, "--missing", "--shards", "1", "--certificate", "x"],
                    "--missing and --certificate exclude each other; give one of them")
        path, _ = self.certify(BOARD)
        self.refuse(["verify", "--certificate", path, "--journal", paths[0]],
                    "--journal and --certificate exclude each other; give one of them")
        self.refuse(["verify", path, "--certificate", path],
                    "--certificate and a placement file exclude each other; give one of them")
        self.refuse(["verify", "--certificate", path, "--size", "8"], re.compile("--size needs a placement file"))
        self.refuse(["verify", "--certificate", ""],
                    "--certificate must be a file name, not ''")
        self.refuse(["verify", "--certificate", path, "--engine", "bitmask"],
                    "--engine and --seed are for recounting; give --sample NUM too")
        self.refuse(["verify", "--certificate", path, "--seed", "1"], re.compile("--seed"))
        self.refuse(["verify", "--certificate", self.path("none")],
                    f"cannot read: {self.path('none')}; No such file or directory")
        self.refuse(["verify", "--certificate", str(self.folder)], re.compile("is a directory"))
        self.refuse(["verify", "--certificate", "/dev/zero"], re.compile(r"\Anot a certificate: "))

    def test_a_time_limit_ends_the_sample(self):
        path, _ = self.certify("16", "--engine", "bitmask", "--depth", "1")
        said = self.refuse(["verify", "--certificate", path, "--sample", "8", "--engine",
                            "reference", "--time-limit", "0.3"], code=75)
        self.assertRegex(said, r"\Astopped by the time limit of 0.3 s: (no record recounted|\d+ of "
                               r"8 tasks done [^;]*); run it again with a smaller --sample or more "
                               r"time\Z")


if __name__ == "__main__":
    program.main()
