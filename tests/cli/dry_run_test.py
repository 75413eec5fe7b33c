"""nqueens count --dry-run tells the plan of a run; runs that need too much memory are refused."""

import json
import os
import re
import subprocess
import sys
import unittest

import program
from program import ProgramTest


class DryRun(ProgramTest):
    def test_the_plan_tells_tasks_memory_and_time(self):
        done = program.run("count", "16", "--dry-run", "-t", "2")
        self.assertEqual(done.returncode, 0)
        self.assertTrue(done.stdout.startswith("Plan for Q(16)\n"), done.stdout)
        for name in ("engine", "instruction set", "decomposition", "depth", "tasks", "plan id",
                     "threads", "  total", "  available", "predicted time", "predicted core time"):
            self.assertRegex(done.stdout, rf"(?m)^  {name} +\S")
        for name in ("board", "problem"):
            self.assertNotIn(f"\n  {name} ", done.stdout)
        self.assertRegex(self.succeed("count", "24", "--dry-run", "-t", "1"),
                         r"(?m)^  predicted core time  about [\d.]+ (s|min|h|days)$")
        self.assertRegex(done.stderr, r"\Anothing was counted; times are for 2 threads, a processor "
                                      r"each \(\d+ usable here\); they are predicted [^\n]*\n\Z")

    def test_only_long_counts_have_a_forecast(self):
        words = ["count", "19", "--dry-run", "-t", "1"]
        answer = self.json_of(*words)
        forecast = answer["forecast"]
        self.assertEqual(set(forecast), {"seconds", "core_seconds", "error", "is_least",
                                         "processor_share", "sample_tasks", "sample_seconds"})
        # Under the thread sanitizer tasks take up to 85 times as long as predicted.
        if not (program.INSTRUMENTED and forecast["is_least"]):
            self.assertGreaterEqual(forecast["sample_tasks"], 4)
        self.assertAlmostEqual(forecast["seconds"], forecast["core_seconds"])
        again = self.json_of(*words)
        for name in ("predicted_seconds", "plan_id"):
            self.assertEqual(answer[name], again[name])
        self.assertNotIn("forecast", self.json_of("count", "12", "--dry-run"))
        done = program.run(*words)
        sample = r"by \d+ tasks counted here in [\d.]+ s, give or take \d+ %"
        if program.INSTRUMENTED:
            sample += (r"|by \d+ tasks? counted here in [\d.]+ s, some of them not to their end: at least "
                       "this time")
        self.assertRegex(done.stderr, rf"\AQ\(19\): ({sample})(; the machine is busy: [^\n]*)?\n"
                                      r"nothing else was counted; times are for 1 thread, a processor "
                                      r"each \(\d+ usable here\)\n\Z")
        self.assertNotIn("forecast", done.stdout)
        done = program.run("count", "11..18", "--dry-run", "-t", "1")
        self.assertRegex(done.stderr, r"; those without a sample are predicted from figures of ")

    def test_a_busy_machine_is_said(self):
        busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"])
                for _ in range(3 * program.PROCESSORS)]
        try:
            done = program.run("count", "20", "--dry-run")
        finally:
            for process in busy:
                process.kill()
                process.wait()
        self.assertRegex(done.stderr, r"; the machine is busy: others took [3-9]\d % of the processors\n")

    def test_threads_of_another_machine(self):
        here = self.json_of("info")["host"]["usable_processors"]
        words = ["count", "29", "--dry-run"]
        usual, many = self.json_of(*words), self.json_of(*words, "-t", "64")
        self.assertEqual((usual["threads"], many["threads"]), (here, 64))
        self.assertEqual((usual["usable_processors"], many["usable_processors"]), (here, here))
        self.assertEqual(many["plan_id"], usual["plan_id"])
        self.assertAlmostEqual(many["predicted_seconds"], many["predicted_core_seconds"] / 64,
                               delta=many["predicted_seconds"] / 10)
        need = many["memory"]
        self.assertEqual(need["total_bytes"], need["shared_bytes"] + need["plan_bytes"]
                         + 64 * need["bytes_per_thread"])
        done = program.run(*words, "-t", "4096")
        self.assertRegex(done.stderr, r"Q\(29\) on 4096 threads needs [\d.]+ [GT]iB; \S+ \S+ are "
                                      r"available here\nnothing (else )?was counted; times are for 4096 ")
        self.assertRegex(done.stdout, rf"(?m)^  usable processors +{here}$")
        self.assertLess(float(self.succeed(*words, "-q", "-t", "64")),
                        float(self.succeed(*words, "-q", "-t", "1")) / 50)

    @unittest.skipIf(program.INSTRUMENTED, "sanitizers take more memory")
    def test_no_more_memory_than_predicted(self):
        many = os.environ["NQUEENS_MANY_PROCESSORS"]
        for board in ("17", "18"):
            for threads in ("8", "64"):
                words = [many, "count", board, "-t", threads]
                plan = json.loads(subprocess.run([*words, "--dry-run", "--json"], check=True,
                                                 capture_output=True).stdout)
                with subprocess.Popen([*words, "-q"], stdout=subprocess.DEVNULL) as process:
                    _, process.returncode, usage = os.wait4(process.pid, 0)
                self.assertEqual((process.returncode, plan["threads"]), (0, int(threads)))
                # The program itself takes 10 MB.
                self.assertLess(usage.ru_maxrss << 10, plan["memory"]["total_bytes"] + (16 << 20))

    def test_a_range_has_a_plan_for_each_board(self):
        text = self.succeed("count", "8..10", "--dry-run")
        self.assertEqual(re.findall(r"(?m)^Plan for (.*)$", text), ["Q(8)", "Q(9)", "Q(10)"])
        answer = self.json_of("count", "8..12", "--dry-run")
        self.assertEqual([plan["board_size"] for plan in answer["plans"]], [8, 9, 10, 11, 12])

    def test_a_restricted_board_has_a_plan(self):
        words = ["count", "12", "--place", "0:3", "--block", "4:4"]
        plan = self.json_of(*words, "--dry-run")
        self.assertEqual(plan["plan_id"], self.json_of(*words)["plan_id"])
        self.assertTrue(plan["problem"].startswith("8-fff-"), plan["problem"])
        text = self.succeed(*words, "--dry-run")
        self.assertTrue(text.startswith("Plan for Q(12 with 0:3 without 4:4)\n"))

    def test_quiet_is_the_predicted_time(self):
        done = program.run("count", "16", "--dry-run", "-q")
        self.assertGreater(float(done.stdout), 0)
        self.assertEqual(done.stderr, "")
        self.assertRegex(self.succeed("count", "29", "--dry-run", "-q", "-t", "1"),
                         r"\A\d\.\de\d+\n\Z")
        lines = self.succeed("count", "10..12", "--dry-run", "-q").splitlines()
        self.assertEqual([line.split()[0] for line in lines], ["10", "11", "12"])

    def test_a_shard_has_the_plan_of_the_whole(self):
        words = ["count", "16", "--dry-run"]
        whole = self.json_of(*words)
        part = self.json_of(*words, "--shard", "2/5")
        self.assertEqual((part["plan_id"], part["shard"]), (whole["plan_id"], 2))
        text = self.succeed(*words, "--shard", "2/5")
        self.assertRegex(text, rf"(?m)^  tasks +{whole['tasks']}$")
        self.assertRegex(text, rf"(?m)^  shard tasks +{part['shard_tasks']}$")
