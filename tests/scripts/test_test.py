#!/usr/bin/env python3
"""Runs scripts/test with stand-ins for scripts/bootstrap, cmake and ctest: nothing is built."""

import os
import pathlib
import re
import shutil
import subprocess
import tempfile
import unittest

SCRIPTS = pathlib.Path(__file__).resolve().parents[2] / "scripts"
CLOSING = "100% tests passed, 0 tests failed out of 3"


class Stages(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        for name in ("scripts", "bin"):
            (self.root / name).mkdir()
        for name in ("test", "common.bash"):
            shutil.copy(SCRIPTS / name, self.root / "scripts")
        self.stand_in("scripts/bootstrap", "")
        self.stand_in("bin/cmake", '[ "$2 $3" != "$BROKEN" ]')
        self.stand_in("bin/ctest", f'echo "{CLOSING}"; echo "1: seed 1"; echo "1: $SKIPPED"')

    def stand_in(self, name, body):
        file = self.root / name
        file.write_text(f'#!/bin/sh\necho "{file.name} $*" >>{self.root}/calls\n{body}\n',
                        encoding="utf-8")
        file.chmod(0o755)

    def run_test(self, *arguments, **settings):
        """Exit code, standard output, standard error."""
        run = subprocess.run(
            [self.root / "scripts" / "test", *arguments], capture_output=True, text=True, check=False,
            env={**os.environ, "PATH": f"{self.root}/bin:{os.environ['PATH']}", **settings})
        return run.returncode, run.stdout, run.stderr

    def test_dev_alone_without_arguments(self):
        code, output, _ = self.run_test()
        self.assertEqual(code, 0)
        self.assertRegex(output, rf"\A\nbootstrap +ok +\d+ s\ndev: build +ok +\d+ s\n"
                                 rf"dev: tests +ok +\d+ s\n\n{CLOSING}\n")
        calls = (self.root / "calls").read_text(encoding="utf-8").splitlines()
        self.assertEqual([call.partition(" --parallel")[0] for call in calls], [
            "bootstrap test", "cmake --preset dev", "cmake --build --preset dev", "ctest --preset dev"])

    def test_the_stages_that_are_named(self):
        code, output, _ = self.run_test("--long", "clang", "asan")
        self.assertEqual(re.findall(r"(?m)^(.+?) +ok +\d+ s$", output), [
            "bootstrap", "clang: build", "asan: build", "asan: tests", "asan: kills, damage, forgeries"])
        self.assertTrue(output.startswith("seed 1\n"), output)
        self.assertEqual((code, output.count(CLOSING)), (0, 1))
        self.assertNotIn("dev", (self.root / "calls").read_text(encoding="utf-8"))

    def test_failed_and_skipped_steps(self):
        code, output, error = self.run_test("--long", "asan", "dev", BROKEN="--preset asan",
                                            SKIPPED="skipped: no such thing")
        self.assertEqual(code, 1)
        self.assertIn("failed with exit code 1: cmake --build --preset asan", error)
        self.assertRegex(output, r"\nbootstrap .*\nasan: build +FAILED .*\ndev: build +ok .*\ndev: tests"
                                 r" +ok .*\ndev: thousands of random boards +skipped ")

    def test_refusals(self):
        for words, said in ((["nonsense"], "unknown argument: nonsense; nothing, or --long"),
                            (["--long", "asan", "nonsense"], "unknown stage: nonsense; one of dev, cl")):
            code, output, error = self.run_test(*words)
            self.assertEqual((code, output, error.count("\n")), (2, "", 1))
            self.assertIn(said, error)
        self.assertFalse((self.root / "calls").exists())


if __name__ == "__main__":
    unittest.main()
