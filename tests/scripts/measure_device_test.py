#!/usr/bin/env python3
"""Runs scripts/measure-device in a bundle whose program is a stand-in: no device is needed."""

import pathlib
import shutil
import subprocess
import tempfile
import unittest

SCRIPT = pathlib.Path(__file__).resolve().parents[2] / "scripts" / "measure-device"


class MeasureDevice(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        (self.root / "src/cli").mkdir(parents=True)
        shutil.copy(SCRIPT, self.root)

    def measure(self, cases, *arguments):
        """Exit code, standard error and the numbers of counts and forecasts. `cases` are those of a
        shell for the arguments of the program, which ends as `timeout` does by 124."""
        program = self.root / "src/cli/nqueens"
        program.write_text(f'#!/bin/sh\ncase "$*" in {cases} esac\necho "$*"\n', encoding="utf-8")
        program.chmod(0o755)
        results = self.root / "results"
        shutil.rmtree(results, ignore_errors=True)
        run = subprocess.run([self.root / "measure-device", results, *arguments], check=False,
                             capture_output=True, text=True)
        files = [results / f"{name}.jsonl" for name in ("counts", "forecasts")]
        return run.returncode, run.stderr, [len(file.read_text(encoding="utf-8").splitlines())
                                            if file.exists() else 0 for file in files]

    def test_all_is_measured_on_the_device(self):
        code, _, numbers = self.measure("", "2")
        self.assertEqual((code, numbers), (0, [8, 3]))
        self.assertEqual((self.root / "results/first.json").read_text(encoding="utf-8"),
                         "count 12 --engine opencl --device 2 --json\n")

    def test_what_is_too_slow_is_said_and_left_out(self):
        code, said, numbers = self.measure('"count 19 "*) exit 124;;')
        self.assertEqual((code, numbers), (0, [3, 3]))
        self.assertIn("measure-device: not done after 100 s\n", said)

    def test_other_failures_end_it(self):
        for cases, numbers in (('"count 18 "*) echo broken >&2; exit 2;;', [2, 0]),
                               ("info*) echo broken >&2; exit 139;;", [0, 0]),
                               ('"count 12 "*) exit 124;;', [0, 0])):
            code, said, measured = self.measure(cases)
            self.assertEqual((code, measured), (1, numbers), cases)
            self.assertRegex(said, r"(failed with exit code \d+: broken|not done after 60 s)\n\Z")

    def test_refusals(self):
        run = subprocess.run([self.root / "measure-device"], capture_output=True, text=True, check=False)
        self.assertEqual((run.returncode, run.stderr.count("\n")), (2, 1))
        run = subprocess.run([SCRIPT, self.root], capture_output=True, text=True, check=False)
        self.assertEqual(run.returncode, 2)
        self.assertIn("scripts/reproduce --bundle FOLDER", run.stderr)


if __name__ == "__main__":
    unittest.main()
