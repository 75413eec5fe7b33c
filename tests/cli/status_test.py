"""nqueens status: how far journals are, while they are written and afterwards."""

import os
import re
import time

import program
from program import ProgramTest


class Status(ProgramTest):
    def work(self, shard, *words):
        path = self.path(f"part-{shard.split('/')[0]}.nqj")
        self.succeed("work", *words, "--shard", shard, "--journal", path)
        return path

    def test_text(self):
        paths = [self.work("1/2", "12"), self.work("2/2", "12")]
        done = program.run("status", paths[0], "--color", "never")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        head, columns, row, missing = done.stdout.splitlines()
        match = re.fullmatch(r"Q\(12\): (\d+) of (\d+) tasks done \((\d+\.\d) % of the work\)", head)
        self.assertIsNotNone(match, head)
        self.assertAlmostEqual(float(match[3]), 50, delta=5)
        self.assertEqual(re.split(r"  +", columns.strip()),
                         ["journal", "tasks", "part", "damaged lines", "last written", "host"])
        name, tasks, part, torn, last, host = re.split(r"  +", row.strip())
        self.assertEqual((name, tasks, part, torn), (paths[0], match[1], f"{match[3]} %", "0"))
        self.assertRegex(last, r"\A(just now|\S+ \S+ ago)\Z")
        self.assertEqual(host, re.sub(r"[^A-Za-z0-9._+-]", "_", os.uname().nodename)[:64])
        left = int(match[2]) - int(match[1])
        self.assertRegex(missing, rf"^missing: {left} tasks, (about \S.*|less than 1 ms) on one core$")
        done = program.run("status", *paths, "--color", "never")
        lines = done.stdout.splitlines()
        self.assertEqual(lines[0], f"Q(12): {match[2]} of {match[2]} tasks done (100.0 % of the work)")
        self.assertEqual(lines[-1], "nothing is missing: nqueens merge prints the total")
        self.assertEqual(self.succeed("status", "-q", paths[0]), f"{match[1]} {match[2]}\n")

    def test_json(self):
        paths = [self.work("1/2", "12", "--place", "0:3"), self.work("2/2", "12", "--place", "0:3")]
        os.utime(paths[1], (1e9, 1e9))
        os.truncate(paths[0], os.path.getsize(paths[0]) - 3)
        record = self.record("status", *paths)
        self.assertEqual((record["command"], record["board_size"], record["tasks_missing"]),
                         ("status", 12, 1))
        self.assertNotEqual(record["problem"], "plain")
        first, second = record["journals"]
        self.assertEqual((first["path"], second["path"]), tuple(paths))
        self.assertEqual(first["tasks_done"] + second["tasks_done"], record["tasks_done"])
        self.assertEqual(first["damaged_lines"], 0)
        self.assertAlmostEqual(first["fraction"] + second["fraction"], record["fraction"])
        self.assertEqual(second["last_write"], "2001-09-09T01:46:40Z")
        self.assertGreater(second["seconds_since_write"], 1e8)
        # A file that is older than its birth is a copy: its times tell nothing.
        self.assertIsNone(record["rate"])

    def test_a_running_worker(self):
        path = self.path("part")
        process = program.start("work", "20", "--engine", "bitmask", "--shard", "1/2", "--journal",
                                path)
        try:
            for _ in range(600):
                if os.path.exists(path) and os.path.getsize(path) > 1000:
                    break
                time.sleep(0.05)
            time.sleep(2)
            record = self.record("status", path)
            text = self.succeed("status", path)
            self.assertIsNone(process.poll())
        finally:
            process.terminate()
            process.communicate(timeout=60)
        self.assertEqual(process.returncode, 143)
        self.assertGreater(record["tasks_done"], 0)
        self.assertLess(record["journals"][0]["seconds_since_write"], 60)
        if record["rate"] is None:  # this file system keeps no times of birth
            self.assertNotIn("tasks/s", text)
            return
        self.assertGreater(record["rate"]["tasks_per_second"], 0)
        self.assertGreater(record["rate"]["seconds_left"], 60)
        self.assertRegex(text, r"\n\S+ tasks/s over .* from the first begin to the last write; "
                               r"about .* left after it at that rate\n\Z")

    def test_refusals(self):
        path = self.work("1/2", "12")
        other = self.path("other")
        self.succeed("count", "11", "--journal", other)
        self.refuse(["status"], re.compile(r"\Ajournal is missing; for example: "))
        self.refuse(["status", path, other],
                    re.compile(rf"\Ajournal of another plan: {other}; it holds board 11"))
        self.refuse(["status", self.path("none")], re.compile("no such journal: "))


if __name__ == "__main__":
    program.main()
