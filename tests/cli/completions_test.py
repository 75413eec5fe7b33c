"""nqueens completions: what each shell offers for a half-typed command line."""

import fcntl
import os
import pty
import select
import shutil
import struct
import subprocess
import termios
import time
import unittest

import program
from program import ProgramTest

# The scripts call nqueens.
os.environ["PATH"] = os.pathsep.join([os.path.dirname(program.PROGRAM), os.environ["PATH"]])

# Sets the words as bash itself breaks them, calls the function, prints what it offers.
BASH = r"""
source "$1"; shift
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMP_LINE="$*"; COMP_POINT=${#COMP_LINE}
compopt() { :; }
_nqueens nqueens "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
printf '%s\n' "${COMPREPLY[@]}"
"""


class Zsh:
    """zsh completes in its editor only: an interactive zsh at a pseudo-terminal."""

    def __init__(self, folder):
        self.reader, writer = pty.openpty()
        fcntl.ioctl(writer, termios.TIOCSWINSZ, struct.pack("HHHH", 200, 200, 0, 0))
        self.process = subprocess.Popen(["zsh", "-f", "-i"], stdin=writer, stdout=writer,
                                        stderr=writer, start_new_session=True,
                                        env=program.environment({"HOME": str(folder)}))
        os.close(writer)
        self.send(f"PROMPT=; fpath=('{folder}' $fpath); autoload -Uz compinit; "
                  f"compinit -u -D; LISTMAX=1000; echo rea''dy\n")
        self.wait_for("ready")

    def send(self, text):
        os.write(self.reader, text.encode())

    def wait_for(self, *texts):
        """Everything that was shown until all texts were, or for ten seconds."""
        shown = ""
        end = time.monotonic() + 10
        while not all(text in shown for text in texts) and time.monotonic() < end:
            if select.select([self.reader], [], [], 0.1)[0]:
                shown += os.read(self.reader, 65536).decode(errors="replace")
        return shown

    def offers(self, line, *texts):
        """True when the list of matches after the line shows the texts. For one line only."""
        self.send(line + "\t\t")
        shown = self.wait_for(*texts)
        return all(text in shown for text in texts)

    def close(self):
        self.process.kill()
        self.process.wait()
        os.close(self.reader)


class Completions(ProgramTest):
    def script(self, shell, name=None):
        return self.file(name or f"nqueens.{shell}", self.succeed("completions", shell))

    def offered_by_bash(self, *words):
        done = subprocess.run(["bash", "--norc", "-c", BASH, "bash", self.script("bash"), "nqueens",
                               *words], text=True, capture_output=True, timeout=60, check=False,
                              cwd=self.folder)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout.split("\n")[:-1] if done.stdout.strip() else []

    def engines(self):
        return ["auto", *super().engines()]

    def test_bash_syntax(self):
        subprocess.run(["bash", "-n", self.script("bash")], check=True, timeout=60)

    def test_bash_commands(self):
        self.assertEqual(self.offered_by_bash(""), program.commands())
        self.assertEqual(self.offered_by_bash("co"), ["count", "completions"])
        self.assertEqual(self.offered_by_bash("--v"), ["--version"])

    def test_bash_options_of_the_command(self):
        offered = self.offered_by_bash("count", "16", "--")
        self.assertIn("--journal", offered)
        self.assertNotIn("--start", offered)
        self.assertEqual(self.offered_by_bash("16", "--sy"), ["--symmetry"])
        self.assertEqual(self.offered_by_bash("solve", "--al"), ["--algorithm"])
        self.assertEqual(self.offered_by_bash("-t", "2", "solve", "--al"), ["--algorithm"])

    def test_bash_values(self):
        self.assertEqual(self.offered_by_bash("count", "--engine", ""), self.engines())
        self.assertEqual(self.offered_by_bash("solve", "--format", "b"), ["board"])
        # Bash breaks words at '='.
        self.assertEqual(self.offered_by_bash("count", "--pin", "=", "c"), ["cores"])
        self.assertEqual(self.offered_by_bash("count", "--pin", "="), ["auto", "none", "cores"])
        self.assertEqual(self.offered_by_bash("completions", "f"), ["fish"])
        self.assertEqual(self.offered_by_bash("help", "est"), ["estimate"])
        self.assertEqual(self.offered_by_bash("help", "bo"), ["boards"])
        self.assertEqual(self.offered_by_bash("count", "--threads", ""), [])

    def test_bash_files(self):
        self.file("queens of spades.txt", "0")
        for words in (["verify", "que"], ["count", "--journal", "que"], ["merge", "que"],
                      ["merge", "a.nqj", "que"], ["count", "--except", "a", "que"]):
            self.assertEqual(self.offered_by_bash(*words), ["queens of spades.txt"])

    @unittest.skipUnless(shutil.which("zsh"), "zsh is not installed")
    def test_zsh(self):
        subprocess.run(["zsh", "-n", self.script("zsh")], check=True, timeout=60)
        self.script("zsh", "_nqueens")
        for line, *texts in [("nqueens ", "Count all solutions exactly", "completions"),
                             ("nqueens count 16 --", "--journal", "count the fundamental"),
                             ("nqueens count --engine ", *self.engines()),
                             ("nqueens 16 --pin=", "auto", "none", "cores"),
                             ("nqueens -t 2 solve 8 --format ", "board", "columns", "npy"),
                             ("nqueens completions ", "bash", "zsh", "fish")]:
            shell = Zsh(self.folder)
            self.addCleanup(shell.close)
            self.assertTrue(shell.offers(line, *texts), line)

    @unittest.skipUnless(shutil.which("fish"), "fish is not installed")
    def test_fish(self):
        script = self.script("fish")
        subprocess.run(["fish", "-n", script], check=True, timeout=60)

        def offered(line):
            done = subprocess.run(["fish", "--no-config", "-c",
                                   f"source '{script}'; complete -C '{line}'"], text=True,
                                  capture_output=True, timeout=60, check=True, cwd=self.folder,
                                  env=program.environment({"HOME": str(self.folder)}))
            return [entry.split("\t")[0] for entry in done.stdout.splitlines()]
        self.assertEqual(sorted(offered("nqueens co")), ["completions", "count"])
        self.assertIn("--journal", offered("nqueens count 16 --j"))
        self.assertNotIn("--start", offered("nqueens count 16 --s"))
        self.assertEqual(sorted(offered("nqueens count --engine ")), sorted(self.engines()))
        self.assertEqual(sorted(offered("nqueens solve --format b")), ["board"])
        self.assertIn("fish", offered("nqueens completions f"))
        self.file("queens.txt", "0")
        self.assertEqual(offered("nqueens verify que"), ["queens.txt"])
