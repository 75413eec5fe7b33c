"""nqueens count --dry-run: the plan that a run then has, without the run; and runs that memory does
not suffice for."""

import re

import program
from program import ProgramTest


class DryRun(ProgramTest):
    def test_text(self):
        done = program.run("count", "16", "--dry-run", "-t", "2")
        self.assertEqual(done.returncode, 0)
        self.assertTrue(done.stdout.startswith("Plan for Q(16)\n"), done.stdout)
        for name in ("engine", "instruction set", "decomposition", "depth", "tasks", "plan id",
                     "threads", "  total", "  available", "predicted", "predicted core"):
            self.assertRegex(done.stdout, rf"(?m)^  {name} +\S")
        self.refuse(["8", "--dry-run", "--engine", "bitmask", "--depth", "9"],
                    re.compile("depth out of range: 9"))
        self.assertRegex(done.stderr, r"\Anothing was counted; times are predicted [^\n]*\n\Z")

    def test_it_is_the_plan_of_the_run(self):
        for engine in ["auto", *self.engines()]:
            for size in ("1", "7", "10", "11"):
                words = ["count", size, "--engine", engine, "-t", "2"]
                plan = self.record(*words, "--dry-run")
                run = self.record(*words)
                self.assertIs(plan["dry_run"], True)
                self.assertNotIn("solutions", plan)
                for name in ("board_size", "engine", "instruction_set", "threads",
                             "decomposition", "depth", "plan_id", "tasks"):
                    self.assertEqual(plan[name], run[name], (engine, size, name))
                memory = plan["memory"]
                self.assertEqual(memory["total_bytes"], memory["shared_bytes"] +
                                 plan["threads"] * memory["bytes_per_thread"] + memory["plan_bytes"])
                self.assertEqual(memory["fits"],
                                 memory["total_bytes"] <= memory["available_bytes"])
                self.assertLessEqual(plan["predicted_seconds"], plan["predicted_core_seconds"])

    def test_ranges(self):
        text = self.succeed("count", "8..10", "--dry-run")
        self.assertEqual(re.findall(r"(?m)^Plan for (.*)$", text), ["Q(8)", "Q(9)", "Q(10)"])
        record = self.record("count", "8..12", "--dry-run")
        self.assertEqual([plan["board_size"] for plan in record["plans"]], [8, 9, 10, 11, 12])

    def test_restricted_problems(self):
        words = ["count", "12", "--place", "0:3", "--block", "4:4"]
        plan = self.record(*words, "--dry-run")
        self.assertEqual(plan["plan_id"], self.record(*words)["plan_id"])
        self.assertTrue(plan["problem"].startswith("8-fff-"), plan["problem"])
        text = self.succeed(*words, "--dry-run")
        self.assertTrue(text.startswith("Plan for Q(12 with 0:3 without 4:4)\n"))

    def test_quiet_is_the_predicted_time(self):
        done = program.run("count", "16", "--dry-run", "-q")
        self.assertGreater(float(done.stdout), 0)
        self.assertEqual(done.stderr, "")
        lines = self.succeed("count", "10..12", "--dry-run", "-q").splitlines()
        self.assertEqual([line.split()[0] for line in lines], ["10", "11", "12"])

    def test_shards(self):
        words = ["count", "16", "--dry-run"]
        whole = self.record(*words)
        parts = [self.record(*words, "--shard", f"{shard}/5") for shard in range(1, 6)]
        self.assertEqual({part["plan_id"] for part in parts}, {whole["plan_id"]})
        self.assertEqual(sum(part["shard_tasks"] for part in parts), whole["tasks"])
        self.assertEqual([part["shard"] for part in parts], [1, 2, 3, 4, 5])
        for part in parts:
            self.assertGreater(5.5 * part["predicted_core_seconds"],
                               whole["predicted_core_seconds"])
        text = self.succeed(*words, "--shard", "2/5")
        self.assertRegex(text, rf"(?m)^  tasks +{whole['tasks']}$")
        self.assertRegex(text, rf"(?m)^  shard tasks +{parts[1]['shard_tasks']}$")

    def test_the_plan_is_the_same_on_every_machine(self):
        for size in ("14", "16"):
            ids = {self.record("count", size, "--dry-run", *words, env=env)["plan_id"]
                   for words in (["-t", "1"], ["-t", "64"], ["--isa", "portable"])
                   for env in ({}, {"NQUEENS_THREADS": "3"})}
            self.assertEqual(len(ids), 1)

    def test_boards_of_years_are_planned_at_once(self):
        for words in (["28", "--engine", "bitmask"], ["27"], ["32", "--depth", "0"]):
            plan = self.record("count", *words, "--dry-run")
            self.assertGreater(plan["predicted_core_seconds"], 1e6)


if __name__ == "__main__":
    program.main()
