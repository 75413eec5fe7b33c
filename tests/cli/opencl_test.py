"""Engine opencl on the device of a processor: journals that it shares with colour-join, early ends,
and what it says where no device is."""

import os
import re
import signal
import time
import unittest

import program
from program import ProgramTest

NO_DRIVERS = {"OCL_ICD_VENDORS": "/nowhere"}
SIXTEEN = "14772512"


def processor():
    """The number of a device that is a processor; None without one, which pocl must not be."""
    for device in program.json.loads(program.run("info", "--json").stdout)["devices"]:
        if device["kind"] == "processor":
            return str(device["number"])
    if os.path.exists("/etc/OpenCL/vendors/pocl.icd"):
        raise AssertionError("pocl is installed, and finds no device")
    return None


class OpenCl(ProgramTest):
    def setUp(self):
        super().setUp()
        if "opencl" not in self.engines():
            self.skipTest("built without OpenCL")

    def test_without_a_device_one_line_says_what_is_missing(self):
        self.refuse("count 8 --engine opencl".split(),
                    re.compile("engine opencl needs an OpenCL device: no driver names one, "),
                    env=NO_DRIVERS)
        self.assertEqual(self.record("info", env=NO_DRIVERS)["devices"], [])
        self.assertIn("\nDevices of engine opencl\n  none\n", self.succeed("info", env=NO_DRIVERS))
        journal = self.path("run.nqj")
        self.refuse(["count", "8", "--engine", "opencl", "--journal", journal], env=NO_DRIVERS)
        self.assertEqual(self.files(), [])
        self.succeed("count", "16", "--engine", "opencl", "--dry-run", env=NO_DRIVERS)
        self.refuse("count 20 --engine opencl --dry-run".split(), env=NO_DRIVERS)

    def test_without_the_library_only_this_engine_is_missing(self):
        self.file("libOpenCL.so.1", "")
        without = {"LD_LIBRARY_PATH": f"{self.folder}:{os.environ.get('LD_LIBRARY_PATH', '')}"}
        self.refuse("count 8 --engine opencl".split(),
                    re.compile("engine opencl needs an OpenCL device: libOpenCL.so.1 is missing "),
                    env=without)
        self.assertEqual(self.record("info", env=without)["devices"], [])
        self.assertEqual(self.succeed("count", "8", "-q", env=without), "92\n")

    def test_devices_that_are_not_there(self):
        self.refuse_all((
            ("count 8 --device 1", "engine simd takes no device; ask for engine opencl"),
            ("count 8 --engine opencl --device 0", "--device must be a whole number from 1 to 1000, not '0'"),
            ("count 8 --engine opencl --device 999",
             re.compile("no device 999: nqueens info lists those that there are, 1 to |engine opencl needs an "
                        "OpenCL device"))))


@unittest.skipIf(program.INSTRUMENTED, "the driver is not instrumented")
class OnAProcessor(ProgramTest):
    def setUp(self):
        super().setUp()
        self.device = processor()
        if self.device is None:
            self.skipTest("no OpenCL device of a processor; install pocl-opencl-icd")
        self.words = ["--engine", "opencl", "--device", self.device]
        self.journal = self.path("run.nqj")

    def test_it_must_be_chosen(self):
        kinds = {device["kind"] for device in self.record("info")["devices"]}
        if kinds == {"processor"}:
            self.refuse("count 8 --engine opencl".split(),
                        re.compile("engine opencl needs an OpenCL device: there is no GPU here; "
                                   "--device 1 takes .*, but engine colour-join is faster on a processor"))
        counted = self.record("count", "12", "--check", *self.words)
        self.assertEqual((counted["engine"], counted["solutions"]), ("opencl", "14200"))

    def test_results_and_journals_name_the_device(self):
        name = self.record("info")["devices"][int(self.device) - 1]["name"]
        counted = self.record("count", "12", *self.words, "--journal", self.journal)
        self.assertEqual(counted["device"], name)
        self.assertNotIn("instruction_set", counted)
        with open(self.journal, encoding="utf-8") as file:
            self.assertIn(" isa=" + re.sub(r"[^\w.+-]", "_", name)[:64] + " ", file.read())

    def test_groups_that_are_too_small(self):
        self.refuse(["count", "12", *self.words, "--journal", self.journal],
                    re.compile("engine opencl needs groups of 64 work-items; device .* has at most 32"),
                    env={"POCL_MAX_WORK_GROUP_SIZE": "32"})
        self.assertEqual(self.files(), [])

    def test_memory_of_a_small_board_is_small(self):
        words = ["count", "16", "--dry-run"]
        each = [self.record(*words, *more)["memory"]["bytes_per_thread"] for more in (
            self.words, ["--engine", "colour-join"])]
        self.assertLess(each[0], 2 * each[1])

    def test_shards_of_both_engines_merge_and_pass_the_audit(self):
        parts = []
        for shard, words in ((1, self.words), (2, ["--engine", "colour-join"]), (3, self.words)):
            parts.append(self.path(f"part-{shard}.nqj"))
            self.succeed("count", "16", "--depth", "1", "--shard", f"{shard}/3", "--journal",
                         parts[-1], *words)
        self.assertEqual(self.succeed("merge", "-q", *parts), SIXTEEN + "\n")
        self.succeed("audit", "--sample", "20", *parts)

    def test_either_engine_resumes_what_the_other_was_killed_at(self):
        engines = [self.words, ["--engine", "colour-join"]]
        for first, second in (engines, engines[::-1]):
            with self.subTest(first=first):
                journal = self.path(first[1])
                resumed = 0
                for _ in range(4):
                    process = program.start("count", "17", "--depth", "2", "-t", "1", "--journal",
                                            journal, *first)
                    program.wait_for_bytes(journal)
                    time.sleep(0.15)
                    process.kill()
                    process.communicate()
                counted = self.record("count", "17", "--journal", journal, *second)
                resumed = counted["tasks_resumed"]
                self.assertGreater(resumed, 0)
                self.assertEqual(counted["solutions"], "95815104")

    def test_restricted_boards(self):
        words = ["14", "--place", "0:3", "--block", "7:0,9:5,13:2", "-q"]
        self.assertEqual(self.succeed("count", *words, *self.words),
                         self.succeed("count", *words, "--engine", "mrv"))

    def test_a_stop_takes_effect_soon(self):
        process = program.start("count", "20", *self.words, "--journal", self.journal)
        program.wait_for_bytes(self.journal, 300)
        time.sleep(1)
        began = time.monotonic()
        code, output, errors = program.stop(process, signal.SIGINT)
        self.assertLess(time.monotonic() - began, 5)  # 2.7 s on a busy machine
        self.assertEqual((code, output), (130, ""))
        self.assertRegex(errors, r"\A[^\n]* engine opencl [^\n]*\nnqueens: stopped by SIGINT: Q\(20\), [^\n]*\n\Z")
