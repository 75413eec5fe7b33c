"""Engine opencl on the device of a processor: journals that it shares with colour-join, early ends,
faults of the device and its driver, and what it says where no device is."""

import os
import re
import signal
import time
import unittest

import program
from program import ProgramTest

NO_DRIVERS = {"OCL_ICD_VENDORS": "/nowhere"}
LAYER = os.environ.get("NQUEENS_OPENCL_LAYER", "")  # opencl_layer.cpp
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
        self.refuse("count 8 --engine opencl".split(), "OpenCL device: no driver names one, ",
                    env=NO_DRIVERS)
        self.assertEqual(self.json_of("info", env=NO_DRIVERS)["devices"], [])
        self.assertIn("\nDevices of engine opencl\n  none\n", self.succeed("info", env=NO_DRIVERS))
        journal = self.path("run.nqj")
        self.refuse(["count", "8", "--engine", "opencl", "--journal", journal], env=NO_DRIVERS)
        self.assertEqual(self.files(), [])
        self.succeed("count", "16", "--engine", "opencl", "--dry-run", env=NO_DRIVERS)
        self.refuse("count 20 --engine opencl --dry-run".split(), env=NO_DRIVERS)

    def test_without_the_library_only_this_engine_is_missing(self):
        self.file("libOpenCL.so.1", "")
        without = {"LD_LIBRARY_PATH": f"{self.folder}:{os.environ.get('LD_LIBRARY_PATH', '')}"}
        self.refuse("count 8 --engine opencl".split(), "OpenCL device: libOpenCL.so.1 is missing ",
                    env=without)
        self.assertEqual(self.json_of("info", env=without)["devices"], [])
        self.assertEqual(self.succeed("count", "8", "-q", env=without), "92\n")

    def test_devices_that_are_not_there(self):
        for line, says in (("count 8 --device 1", "engine simd takes no device"),
                           ("count 8 --engine opencl --device 0", "from 1 to 1000, not '0'"),
                           ("count 8 --engine opencl --device 999", "device")):
            self.refuse(line.split(), says)


class DeviceTest(ProgramTest):
    def setUp(self):
        super().setUp()
        self.device = processor()
        if self.device is None:
            self.skipTest("no OpenCL device of a processor; install pocl-opencl-icd")
        self.words = ["--engine", "opencl", "--device", self.device]
        self.journal = self.path("run.nqj")


@unittest.skipIf(program.INSTRUMENTED, "the driver is not instrumented")
class OnAProcessor(DeviceTest):
    def test_it_must_be_chosen(self):
        kinds = {device["kind"] for device in self.json_of("info")["devices"]}
        if kinds == {"processor"}:
            self.refuse("count 8 --engine opencl".split(), "OpenCL device: there is no GPU here")
        counted = self.json_of("count", "12", "--check", *self.words)
        self.assertEqual((counted["engine"], counted["solutions"]), ("opencl", "14200"))

    def test_results_and_journals_name_the_device(self):
        name = self.json_of("info")["devices"][int(self.device) - 1]["name"]
        counted = self.json_of("count", "12", *self.words, "--journal", self.journal)
        self.assertEqual(counted["device"], name)
        self.assertNotIn("instruction_set", counted)
        with open(self.journal, encoding="utf-8") as file:
            self.assertIn(" isa=" + re.sub(r"[^\w.+-]", "_", name)[:64] + " ", file.read())

    def test_groups_that_are_too_small(self):
        self.refuse(["count", "12", *self.words, "--journal", self.journal],
                    "has at most 32", env={"POCL_MAX_WORK_GROUP_SIZE": "32"})
        self.assertEqual(self.files(), [])

    def test_memory_of_a_small_board_is_small(self):
        words = ["count", "16", "--dry-run"]
        each = [self.json_of(*words, *more)["memory"]["bytes_per_thread"] for more in (
            self.words, ["--engine", "colour-join"])]
        self.assertLess(each[0], 2 * each[1])

    def test_shards_of_both_engines_merge_and_pass_the_audit(self):
        parts = []
        for shard, words in ((1, self.words), (2, ["--engine", "colour-join"]), (3, self.words)):
            parts.append(self.path(f"part-{shard}.nqj"))
            self.succeed("count", "16", "--depth", "1", "--shard", f"{shard}/3", "--journal",
                         parts[-1], *words)
        self.assertEqual(self.succeed("merge", "-q", *parts), SIXTEEN + "\n")
        self.succeed("audit", "--samples", "20", *parts)

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
                counted = self.json_of("count", "17", "--journal", journal, *second)
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


def faulty(fault):
    return {"OPENCL_LAYERS": LAYER, "NQUEENS_FAULT": fault}


@unittest.skipIf(program.INSTRUMENTED or not LAYER, "the driver is not instrumented, or not there")
class Faults(DeviceTest):
    def refuse_fault(self, fault, size, says, *more):
        said = self.refuse(["count", size, "-q", "-t", "1", *self.words, *more], env=faulty(fault))
        self.assertRegex(said, says)
        return said

    def records(self, name="run.nqj"):
        return [line for line in self.read(name).splitlines() if line[0].isdigit()]

    def test_wrong_sums_are_neither_printed_nor_recorded(self):
        for more in ([], ["--journal", self.journal]):
            self.refuse_fault("add 0 1", "14", r"counts wrongly: \d+ solutions of a unit that has \d+; task \d+ is "
                              r"not recorded: audit all records of this run\Z", *more)
            said = self.refuse_fault(f"add 20 {1 << 44}", "14", "impossible tally: ", *more)
        task = re.search(r" of task (\d+), ", said)[1]
        self.assertNotIn(task, [record.split()[0] for record in self.records()])

    def test_the_line_names_the_records_since_the_last_good_check(self):
        said = self.refuse_fault("add 30 8", "18", r" of this run\Z| after that of task \d+\Z", "--journal", self.journal)
        self.succeed("count", "18", "-q", "--journal", self.path("right.nqj"))
        wrong = set(self.records()) - set(self.records("right.nqj"))
        tasks = [record.split()[0] for record in self.records()]
        good = tasks.index(said.split()[-1]) + 1 if said[-1].isdigit() else 0
        self.assertTrue(wrong.isdisjoint(self.records()[:good]), said)

    def test_calls_that_fail_while_the_device_works_on(self):
        for call in [*range(0, 60, 3), 90, 150, 250]:
            self.refuse_fault(f"fail {call}", "16", r"OpenCL device .* failed: .* \(cl\w+: -5\)\Z")

    def test_a_device_that_hangs(self):
        for signals, said in ((2, "ended at once by another SIGINT"),
                              (1, "stopped by SIGINT, but a thread did not end within 10 s")):
            journal = self.path(f"{signals}.nqj")
            self.refuse(["count", "17", "-q", "-t", "1", *self.words, "--journal", journal],
                        said + "; what was not written yet is lost", 130, env=faulty(f"hang 100 {signals}"))
            self.assertGreater(self.json_of("count", "17", "--journal", journal)["tasks_resumed"], 0)

    def test_a_broken_driver_costs_info_one_line(self):
        for fault in ("crash", "stall"):
            done = program.run("info", env=faulty(fault))
            self.assertEqual((done.returncode, done.stderr), (
                0, "a driver of OpenCL crashes or hangs; see /etc/OpenCL/vendors\n"))
            self.assertIn("\nDevices of engine opencl\n  none\n", done.stdout)
