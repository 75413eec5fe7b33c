#!/usr/bin/env python3
"""Runs scripts/bootstrap with stand-ins for dpkg-query, apt-get and sudo that record their calls:
nothing is installed."""

import pathlib
import subprocess
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PACKAGES = """# list
build  there    # a.h
build  absent-a # b.h
test   absent-b # c.h
figures,package absent-c
test,package absent-e
long absent-d
"""


class Bootstrap(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = pathlib.Path(folder.name)
        (self.root / "scripts").mkdir()
        (self.root / "bin").mkdir()
        for name in ("bootstrap", "common.bash"):
            text = (ROOT / "scripts" / name).read_text(encoding="utf-8")
            # EUID cannot be set from outside.
            text = text.replace("((EUID != 0))", "((${TEST_UID} != 0))")
            (self.root / "scripts" / name).write_text(text, encoding="utf-8")
        (self.root / "scripts" / "packages.txt").write_text(PACKAGES, encoding="utf-8")
        # Only what the script needs of the system, so that a real sudo is never found.
        for tool in ("bash", "dirname", "sed", "sort", "env", "mkdir", "tail", "sh"):
            (self.root / "bin" / tool).symlink_to(pathlib.Path("/usr/bin") / tool)
        self.log = self.root / "calls"
        self.log.touch()
        self.stand_in("dpkg-query", 'for p; do :; done; [ "$p" = there ] && printf installed')
        self.stand_in("apt-get", f'echo "apt-get $DEBIAN_FRONTEND $*" >>{self.log}')

    def stand_in(self, name, body):
        file = self.root / "bin" / name
        file.write_text(f"#!/bin/sh\n{body}\n", encoding="utf-8")
        file.chmod(0o755)

    def run_bootstrap(self, *arguments, uid=0):
        run = subprocess.run(
            ["/usr/bin/bash", self.root / "scripts" / "bootstrap", *arguments],
            env={"PATH": str(self.root / "bin"), "TEST_UID": str(uid), "LC_ALL": "C"},
            stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        self.assertEqual(run.stdout, "")
        return run.returncode, run.stderr, self.log.read_text(encoding="utf-8").splitlines()

    def test_root_installs_what_is_missing(self):
        for group, packages in (("build", "absent-a"), ("test", "absent-a absent-b absent-e"),
                                ("figures", "absent-a absent-c"),
                                ("package", "absent-a absent-c absent-e"),
                                ("long", "absent-a absent-b absent-c absent-d absent-e")):
            with self.subTest(group=group):
                self.log.write_text("", encoding="utf-8")
                code, _, calls = self.run_bootstrap(group)
                self.assertEqual((code, len(calls)), (0, 2), calls)
                self.assertRegex(calls[0], "^apt-get noninteractive .* update$")
                self.assertRegex(calls[1], f" install --no-install-recommends {packages}$")

    def test_nothing_missing_calls_nothing(self):
        self.stand_in("dpkg-query", "printf installed")
        self.assertEqual(self.run_bootstrap("test", uid=1000), (0, "", []))

    def test_sudo_without_a_password(self):
        self.stand_in("sudo", f'echo "sudo $*" >>{self.log}\n[ "$2" = true ] || {{ shift; "$@"; }}')
        code, _, calls = self.run_bootstrap("build", uid=1000)
        self.assertEqual(code, 0)
        self.assertIn("sudo -n true", calls)
        self.assertTrue(calls[-1].startswith("apt-get noninteractive "), calls)
        self.assertTrue(calls[-1].endswith(" absent-a"), calls)

    def test_without_rights_it_says_what_to_run(self):
        code, said, calls = self.run_bootstrap("build", uid=1000)
        self.assertEqual((code, calls), (1, []))
        self.assertIn("neither root nor sudo", said)
        self.assertIn("apt-get install absent-a", said)
        # Without a terminal nothing is asked.
        self.stand_in("sudo", "exit 1")
        code, said, calls = self.run_bootstrap("build", uid=1000)
        self.assertEqual((code, calls), (1, []))
        self.assertIn("sudo apt-get install absent-a", said)

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
        for words in (["everything"], ["test", "everything"]):
            code, said, calls = self.run_bootstrap(*words)
            self.assertEqual((code, calls), (2, []))
            self.assertIn("everything", said)


if __name__ == "__main__":
    unittest.main()
