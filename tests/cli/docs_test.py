"""Types every command line of README.md, of the pages it links and of each --help, as it stands: none
is refused, and what the page shows below it is what is printed. What takes long is stopped."""

import os
import pathlib
import re
import shutil
import signal
import subprocess
import tempfile
import unittest

from program import PROGRAM, environment, run, usual_signals

ROOT = pathlib.Path(__file__).resolve().parents[2]
SECONDS = 0.5  # then a command gets SIGINT, unless its output is shown
# Tools that a line may need: without them it is left out.
TOOLS = ("hyperfine", "man", "rsvg-convert")
COMMANDS = re.findall(r"^  (\w+)  ", run("--help").stdout.partition("Common options")[0], re.M)


def lines_of_page(path):
    """(command, what is shown below it) of the indented lines that begin with $ or a command."""
    found = []
    in_block = False
    for line in (ROOT / path).read_text(encoding="utf-8").splitlines():
        text = line.removeprefix("    ")
        if text.startswith(("$ ", "nqueens ")):
            found.append((re.sub(r"\s{2,}#.*", "", text.removeprefix("$ ")), []))
            in_block = text.startswith("$ ")
        elif in_block and line.startswith("    "):
            found[-1][1].append(text)
        else:
            in_block = False
    return found


def lines_of_help(command):
    examples = run(command, "--help").stdout.partition("\nExamples:\n")[2]
    return [(line, []) for line in re.findall(r"^  (\S.*)", examples, re.M)]


class ExampleLines(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.temporary = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.temporary.cleanup)
        cls.folder = pathlib.Path(cls.temporary.name)
        (cls.folder / "bin").mkdir()
        (cls.folder / "bin" / "nqueens").symlink_to(PROGRAM)
        # The files that lines read.
        cls.files = cls.folder / "files"
        for name in (".zfunc", ".config/fish/completions"):
            (cls.files / name).mkdir(parents=True)
        (cls.files / "given.txt").write_text("0:3\n5:9\n")
        for line in ("solve 8 -o eight.txt", "solve 1e6 -o queens.txt", "solve 1e7 -o queens.npy",
                     "count 12 --journal run.nqj", "count 12 --depth 1 --shard 1/2 --journal part-1.nqj",
                     "count 12 --depth 1 --shard 2/2 --journal part-2.nqj",
                     "merge part-1.nqj part-2.nqj -o whole.nqj",
                     "count 12 --depth 1 --isa portable --journal again.nqj"):
            subprocess.run([PROGRAM, *line.split()], cwd=cls.files, check=True, capture_output=True)

    def type(self, line, seconds):
        """(exit code, output, errors) of a line in a folder of its own."""
        folder = self.folder / "now"
        shutil.copytree(self.files, folder, copy_function=os.link)
        self.addCleanup(shutil.rmtree, folder, ignore_errors=True)
        for journal in folder.glob("*.nqj"):  # written in place
            journal.unlink()
            if f"--journal {journal.name}" not in line:  # which begins it
                shutil.copyfile(self.files / journal.name, journal)
        variables = environment({"HOME": str(folder), "MANPAGER": "cat",
                                 "PATH": f"{self.folder / 'bin'}:{os.environ['PATH']}"})
        process = subprocess.Popen(["bash", "-c", line], cwd=folder, env=variables, text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   stdin=subprocess.DEVNULL, start_new_session=True,
                                   preexec_fn=usual_signals)
        try:
            output, errors = process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGINT)
            output, errors = process.communicate(timeout=120)
            self.assertIn(process.returncode, (0, 1, 130, -signal.SIGINT), errors)
            return 0, output, errors
        finally:
            shutil.rmtree(folder)
        return process.returncode, output, errors

    def check(self, lines, least):
        self.assertGreaterEqual(len(lines), least)
        for line, shown in lines:
            if any(tool in line and not shutil.which(tool) for tool in TOOLS):
                continue
            with self.subTest(line=line):
                code, output, errors = self.type(line, 120 if shown else SECONDS)
                # 1 is a verdict: no solution, not complete, a second solution.
                self.assertIn(code, (0, 1), errors)
                if shown:
                    self.assertEqual(output.splitlines(), shown)

    def test_readme(self):
        self.check(lines_of_page("README.md"), 17)

    def test_running_on_many_machines(self):
        self.check(lines_of_page("src/journal/RUNNING.md"), 4)

    def test_the_journal_of_the_page(self):
        """All but the sums of its bytes, which depend on the machine that counted."""
        page = (ROOT / "src/journal/RUNNING.md").read_text(encoding="utf-8")
        head, _, records = re.search(r"(    nqueens-journal 1 .*?)\n    (# .*?)\n(.*?)\n\n", page,
                                     re.S).groups()
        head = re.sub(r"\s+", " ", head).partition(" text=")[0].strip()
        self.type("nqueens count 17 --depth 0 --journal new.nqj && nqueens merge new.nqj -o all.nqj && "
                  f"mv all.nqj '{self.folder}'", 120)
        made = (self.folder / "all.nqj").read_text(encoding="utf-8").splitlines()
        self.assertTrue(made[0].startswith(head + " text="), made[0])
        for record in records.split("\n"):
            self.assertIn(record.strip(), [*made, "..."])

    def test_examples_of_each_help(self):
        for command in COMMANDS:
            with self.subTest(command=command):
                self.check(lines_of_help(command), 2)
