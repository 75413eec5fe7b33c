"""nqueens plan: what a count in shards would take, on every machine the same."""

import re

import program
from program import ProgramTest


class Plan(ProgramTest):
    def test_text(self):
        done = program.run("plan", "17", "--shards", "8", "-t", "3", "--color", "never")
        self.assertEqual(done.returncode, 0)
        lines = done.stdout.splitlines()
        self.assertEqual(lines[0], "Plan for Q(17) in 8 shards")
        fields = dict(re.split(r"  +", line.strip(), maxsplit=1) for line in lines[1:])
        self.assertEqual(list(fields), ["engine", "decomposition", "depth", "tasks", "plan id",
                                        "predicted time", "of a shard", "memory of each"])
        self.assertRegex(fields["tasks"], r"\A\d+, (\d+ to \d+ in a|\d+ in each) shard\Z")
        self.assertRegex(fields["predicted time"], r"\Aabout \S+ \S+ on one core by \w+\Z")
        self.assertRegex(fields["of a shard"], r"\Aabout [^;]+; min [^,]+, max .+\Z")
        self.assertIn("3 x ", fields["memory of each"])
        self.assertTrue(done.stderr.endswith(
            "the first shard: nqueens work 17 --shard 1/8 --journal part-1.nqj\n"
            "the last shard: nqueens work 17 --shard 8/8 --journal part-8.nqj\n"
            "the total: nqueens merge part-*.nqj\n"), done.stderr)

    def test_one_shard_is_the_default(self):
        done = program.run("plan", "12")
        self.assertIn("Plan for Q(12) in 1 shard\n", done.stdout)
        self.assertIn("nqueens work 12 --shard 1/1 --journal part-1.nqj\n", done.stderr)
        self.assertNotIn("the last shard", done.stderr)
        self.assertIn("the total: nqueens merge part-1.nqj\n", done.stderr)

    def test_quiet_is_a_number(self):
        done = program.run("plan", "16", "--shards", "4", "-q")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertGreater(float(done.stdout), 0)

    def test_json(self):
        plan = self.record("plan", "16", "--shards", "5", "--engine", "bitmask", "-t", "2")
        self.assertEqual((plan["command"], plan["engine"], plan["decomposition"], plan["shards"],
                          plan["threads"]), ("plan", "bitmask", "rows", 5, 2))
        spread = plan["spread"]
        self.assertAlmostEqual(5 * spread["mean_core_seconds"], plan["predicted_core_seconds"])
        self.assertLessEqual(spread["least_core_seconds"], spread["most_core_seconds"])
        self.assertLessEqual(spread["least_tasks"] * 5, plan["tasks"])
        self.assertGreaterEqual(spread["most_tasks"] * 5, plan["tasks"])
        memory = plan["memory"]
        self.assertEqual(memory["total_bytes"], memory["shared_bytes"] + memory["plan_bytes"] +
                         2 * memory["bytes_per_thread"])

    def test_the_plan_is_the_same_on_every_machine(self):
        ids = {self.record("plan", "15", "--shards", "6", *words, env=env)["plan_id"]
               for words in (["-t", "1"], ["-t", "64"], ["--isa", "portable"])
               for env in ({}, {"NQUEENS_THREADS": "3"})}
        self.assertEqual(len(ids), 1)

    def test_it_is_the_plan_that_work_does(self):
        plan = self.record("plan", "13", "--shards", "3", "--place", "0:4", "--block", "12:0")
        work = self.record("work", "13", "--shard", "2/3", "--place", "0:4", "--block", "12:0",
                           "--journal", self.path("part"))
        self.assertEqual((work["plan_id"], work["plan_tasks"], work["problem"]),
                         (plan["plan_id"], plan["tasks"], plan["problem"]))
        text = program.run("plan", "13", "--shards", "3", "--place", "0:4", "--block", "12:0")
        self.assertIn("Plan for Q(13 with 0:4 without 12:0) in 3 shards\n", text.stdout)
        self.assertIn("nqueens work 13 --place 0:4 --block 12:0 --shard 1/3 ", text.stderr)
        self.assertRegex(text.stdout, r"predicted time +about")

    def test_boards_of_years_are_planned_at_once(self):
        plan = self.record("plan", "27", "--shards", "1000")
        self.assertGreater(plan["predicted_core_seconds"], 1e6)
        self.assertRegex(self.succeed("plan", "27", "--shards", "1000"),
                         r"\n  predicted time +about .* on one core by \w+ \(\d+ core hours\)\n")
        done = program.run("plan", "29", "--engine", "bitmask", "--depth", "2", "--block", "1:1")
        self.assertIn("nqueens work 29 --block 1:1 --engine bitmask --depth 2 --shard 1/1 "
                      "--journal part-1.nqj\n", done.stderr)

    def test_refusals(self):
        self.refuse(["plan"], re.compile("board size is missing; for example: nqueens plan "))
        self.refuse(["plan", "8", "--engine", "bitmask", "--depth", "1", "--shards", "5"],
                    re.compile("number of shards out of range: 5; 1 to 4, the number of tasks at this "
                               "depth"))
        done = program.run("plan", "8", "--engine", "simd", "--place", "0:0")
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("engine simd cannot count a restricted board", done.stderr)


if __name__ == "__main__":
    program.main()
