#!/usr/bin/env python3
"""Runs scripts/bootstrap with stand-ins for dpkg-query, apt-get, sudo and id, which record how they
were called: nothing is installed."""

import pathlib
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


class Bootstrap(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.root = pathlib.Path(self.folder.name)
        (self.root / "scripts").mkdir()
        for name in ("bootstrap", "common.bash"):
            text = (ROOT / "scripts" / name).read_text(encoding="utf-8")
            # EUID cannot be set from outside.
            text = text.replace("((EUID != 0))", "((${TEST_UID} != 0))")
            (self.root / "scripts" / name).write_text(text, encoding="utf-8")
        (self.root / "scripts" / "packages.txt").write_text(
            "# list\nbuild  there    # a.h\nbuild  absent-a # b.h\ntest   absent-b # c.h\n",
            encoding="utf-8",
        )
        self.log = self.root / "calls"
        self.log.touch()
        self.stand_in("dpkg-query", 'for p; do :; done; [ "$p" = there ] && printf installed')
        self.stand_in("apt-get", f'echo "apt-get $DEBIAN_FRONTEND $*" >>{self.log}')

    def stand_in(self, name, body):
        folder = self.root / "bin"
        folder.mkdir(exist_ok=True)
        file = folder / name
        file.write_text(f"#!/bin/sh\n{body}\n", encoding="utf-8")
        file.chmod(0o755)

    def run_bootstrap(self, *arguments, uid=0):
        # Only what the script needs of the system, so that a real sudo is never found.
        for tool in ("bash", "dirname", "sed", "sort", "env", "mkdir", "tail", "sh"):
            link = self.root / "bin" / tool
            if not link.exists():
                link.symlink_to(pathlib.Path("/usr/bin") / tool)
        run = subprocess.run(
            ["/usr/bin/bash", self.root / "scripts" / "bootstrap", *arguments],
            env={"PATH": str(self.root / "bin"), "TEST_UID": str(uid), "LC_ALL": "C"},
            stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
        )
        self.assertEqual(run.stdout, "")
        return run.returncode, run.stderr, self.log.read_text(encoding="utf-8").splitlines()

    def test_root_installs_what_is_missing(self):
        code, _, calls = self.run_bootstrap("build")
        self.assertEqual((code, len(calls)), (0, 2), calls)
        self.assertTrue(calls[0].startswith("apt-get noninteractive "), calls)
        self.assertTrue(calls[0].endswith(" update"), calls)
        self.assertTrue(calls[1].endswith(" install --no-install-recommends absent-a"), calls)

    def test_a_group_contains_the_one_before(self):
        code, _, calls = self.run_bootstrap("test")
        self.assertEqual(code, 0)
        self.assertTrue(calls[1].endswith(" absent-a absent-b"), calls)

    def test_long_contains_figures_and_figures_no_tests(self):
        with open(self.root / "scripts" / "packages.txt", "a", encoding="utf-8") as file:
            file.write("figures absent-c\nlong absent-d\n")
        self.assertTrue(self.run_bootstrap("figures")[2][1].endswith(" absent-a absent-c"))
        calls = self.run_bootstrap("long")[2]
        self.assertTrue(calls[-1].endswith(" absent-a absent-b absent-c absent-d"), calls)

    def test_nothing_missing_calls_nothing(self):
        self.stand_in("dpkg-query", "printf installed")
        self.assertEqual(self.run_bootstrap("test", uid=1000), (0, "", []))

    def test_sudo_without_a_password(self):
        self.stand_in("sudo", f'echo "sudo $*" >>{self.log}; [ "$2" = true ] || {{ shift; exec "$@"; }}')
        code, _, calls = self.run_bootstrap("build", uid=1000)
        self.assertEqual(code, 0)
        self.assertIn("sudo -n true", calls)
        self.assertTrue(calls[-1].startswith("apt-get noninteractive "), calls)
        self.assertTrue(calls[-1].endswith(" absent-a"), calls)

    def test_sudo_that_asks_is_not_asked_without_a_terminal(self):
        self.stand_in("sudo", "exit 1")
        code, said, calls = self.run_bootstrap("build", uid=1000)
        self.assertEqual((code, calls), (1, []))
        self.assertIn("sudo apt-get install absent-a", said)

    def test_neither_root_nor_sudo(self):
        code, said, calls = self.run_bootstrap("build", uid=1000)
        self.assertEqual((code, calls), (1, []))
        self.assertIn("neither root nor sudo", said)
        self.assertIn("apt-get install absent-a", said)

    def test_a_failed_installation_fails(self):
        self.stand_in("apt-get", 'echo broken; case "$*" in *install*) exit 100;; esac')
        code, said, _ = self.run_bootstrap("build")
        self.assertEqual(code, 100)
        self.assertIn("broken", said)

    def test_a_failed_update_goes_on(self):
        self.stand_in("apt-get", f'echo "$*" >>{self.log}; case "$*" in *update*) exit 100;; esac')
        code, _, calls = self.run_bootstrap("build")
        self.assertEqual((code, len(calls)), (0, 2), calls)

    def test_an_unknown_group(self):
        code, said, calls = self.run_bootstrap("everything")
        self.assertEqual((code, calls), (1, []))
        self.assertIn("everything", said)


if __name__ == "__main__":
    unittest.main()
