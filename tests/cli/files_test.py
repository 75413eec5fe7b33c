"""What --output writes to, and what it refuses before the work."""

import os
import shutil
import subprocess

import program
from program import ENDLESS_BOARD, ProgramTest

ENDLESS = ["solve", *ENDLESS_BOARD, "-o"]


class Files(ProgramTest):
    def written(self, words, name):
        """What the program writes between the lines that others write to the same open file."""
        with open(self.path("out"), "wb", buffering=0) as out:
            out.write(b"before\n")
            done = program.run(*words, "-q", "-o", name.format(out.fileno()), stdout=out,
                               stderr=out, pass_fds=[out.fileno()])
            out.write(b"after\n")
        content = (self.folder / "out").read_bytes()
        self.assertTrue(content.startswith(b"before\n") and content.endswith(b"after\n"), content)
        return done.returncode, content[7:-6]

    def test_streams_are_written_in_place(self):
        os.symlink("/dev/stdout", self.path("link.svg"))
        names = ["/dev/stdout", "/dev/stderr", "/dev/fd/{}", "/proc/self/fd/1",
                 "/proc/thread-self/fd/1"]
        for words in ("solve 4 --seed 1", "solve 300 --seed 1 --format npy", "list 4", "tour 5",
                      "puzzle 6 --unique --seed 1", "draw 5 --format svg", "draw 5 --format png"):
            plain = program.run(*words.split(), "-q", text=False).stdout
            for name in [*names, self.path("link.svg")] if "svg" in words else names:
                self.assertEqual(self.written(words.split(), name), (0, plain), (words, name))
        self.assertIn(b"<svg", self.written(["draw", "5"], self.path("link.svg"))[1])
        for name in names:
            code, said = self.written(["list", "8", "--format", "npy"], name)
            self.assertEqual(code, 2)
            self.assertRegex(said, rb"\Anqueens: an array tells its length first, so [^\n]+\n\Z")

    def test_only_streams_that_were_open_at_the_start(self):
        for number in range(3, 10):  # signals wake some of these
            name = f"/dev/fd/{number}"
            self.refuse([*ENDLESS, name], f"cannot write {name}: Bad file descriptor")
        for number in range(3):
            command = f'"{program.PROGRAM}" solve 8 -o /dev/fd/{number} {number}>&-'
            self.assertEqual(subprocess.run(["bash", "-c", command], check=False).returncode, 2)

    def refuse_target(self, name, error, *around):
        """By a search that would not end; the folder stays as it is."""
        before = self.files()
        done = subprocess.run([*around, program.PROGRAM, *ENDLESS, name], text=True, timeout=120,
                              capture_output=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (2, f"nqueens: {error.format(name)}\n"))
        self.assertEqual(self.files(), before)

    def test_programs_that_run_and_journals_in_use(self):
        copy = shutil.copy(program.PROGRAM, self.path("copy"))
        self.refuse_target("/proc/self/exe", "cannot write {}: Text file busy")
        with subprocess.Popen([copy, "verify", "-"], stdin=subprocess.PIPE) as process:
            self.refuse_target(copy, "cannot write {}: Text file busy")
            process.kill()
        journal = self.path("journal")
        count = program.start("18", "--engine", "bitmask", "--journal", journal)
        program.wait_for_bytes(journal, 0)
        self.refuse_target(journal, "journal in use: {}; name another file")
        self.assertEqual(program.stop(count)[0], 130)

    def require(self, *words):
        if subprocess.run(words, capture_output=True, check=False).returncode != 0:
            self.skipTest("this user may not: " + " ".join(words))

    def test_what_cannot_be_replaced(self):
        target = self.file("target", "old")
        os.mkdir(self.path("folder"))
        with self.subTest("mount point"):
            mount = ["unshare", "-Urm", "bash", "-c", 'mount --bind "$0" "$0" && exec "$@"', target]
            self.require(*mount, "true")
            self.refuse_target(target, "cannot write {}: Device or resource busy", *mount)
        with self.subTest("another's file in a sticky folder"):
            os.chmod(target, 0o666)
            os.chmod(self.folder, 0o1777)
            nobody = ["setpriv", "--reuid", "65534", "--clear-groups"]
            self.require(*nobody, program.PROGRAM, "--version")
            self.refuse_target(target, "cannot write {}: Operation not permitted", *nobody)
        for made, name in ((target, target), (self.path("folder"), self.path("folder/new"))):
            with self.subTest(append_only=made):
                self.require("chattr", "+a", made)
                self.addCleanup(subprocess.run, ["chattr", "-a", made], check=True)
                self.refuse_target(name, "cannot write {}: Operation not permitted")
        self.assertEqual((self.files(), self.read("target")), (["folder", "target"], "old"))
