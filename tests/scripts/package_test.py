#!/usr/bin/env python3
"""What scripts/package refuses, in one line, before it builds anything."""

import pathlib
import shutil
import subprocess
import tempfile
import unittest

SCRIPTS = pathlib.Path(__file__).resolve().parents[2] / "scripts"


class Refusals(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        (self.root / "scripts").mkdir()
        for name in ("package", "common.bash"):
            shutil.copy(SCRIPTS / name, self.root / "scripts")
        self.bootstrap("")

    def bootstrap(self, missing):
        file = self.root / "scripts" / "bootstrap"
        file.write_text(f"#!/bin/sh\necho '{missing}'\n", encoding="utf-8")
        file.chmod(0o755)

    def refused(self, *arguments, code=1):
        run = subprocess.run([self.root / "scripts" / "package", *arguments], capture_output=True,
                             text=True, check=False)
        self.assertEqual((run.returncode, run.stdout), (code, ""), run.stderr)
        return run.stderr.splitlines()[-1]

    def test_unknown_arguments(self):
        self.assertIn("unknown arguments: --long; at most a folder", self.refused("--long", code=2))

    def test_missing_tools(self):
        self.bootstrap("patchelf")
        self.assertIn("packages are missing: patchelf; scripts/bootstrap package", self.refused())

    def test_no_checkout_or_one_with_changes(self):
        self.assertIn("is no git checkout", self.refused())
        subprocess.run(["git", "init", "--quiet", self.root], check=True)
        self.assertIn("the checkout has changes", self.refused())


if __name__ == "__main__":
    unittest.main()
