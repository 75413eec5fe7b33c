"""Runs the program under test (environment variable NQUEENS) without the caller's settings, and
checks what all failures have in common."""

import fcntl
import json
import os
import pathlib
import pty
import re
import signal
import struct
import subprocess
import tempfile
import termios
import time
import unittest

PROGRAM = os.environ["NQUEENS"]
PROCESSORS = len(os.sched_getaffinity(0))
# Built with sanitizers: many times slower, and hungry for address space.
INSTRUMENTED = os.environ.get("NQUEENS_INSTRUMENTED", "") != ""
BEGUN = 2 if INSTRUMENTED else 0.5  # seconds after which a program surely works on its task

# A(n) of the OEIS: number of solutions, and of fundamental ones.
SOLUTIONS = [1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365596]
FUNDAMENTAL = [1, 1, 0, 0, 1, 2, 1, 6, 12, 46, 92, 341, 1787, 9233, 45752]

# Queens on black squares only, and one more even row than odd columns: no solution, and no search
# sees that before the end of any test.
ENDLESS_BOARD = ["41", "--exclude", ",".join(f"a:{total}" for total in range(0, 81, 2))]


def attacks(columns):
    """True when two queens share a line."""
    size = len(columns)
    return (sorted(columns) != list(range(size)) or
            len({row - column for row, column in enumerate(columns)}) < size or
            len({row + column for row, column in enumerate(columns)}) < size)


def environment(extra=None):
    kept = {name: value for name, value in os.environ.items() if name not in
            ("NQUEENS_THREADS", "NO_COLOR", "TERM", "COLUMNS", "LINES")}
    kept.update({"LC_ALL": "C", "TERM": "xterm"})
    kept.update(extra or {})
    return kept


def usual_signals():
    """A test runner in the background may ignore SIGINT, and children inherit that."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGUSR1):
        signal.signal(number, signal.SIG_DFL)


def run(*words, env=None, text=True, timeout=600 if INSTRUMENTED else 120, **options):
    """The finished process with standard output and standard error as text."""
    if "input" not in options:
        options.setdefault("stdin", subprocess.DEVNULL)
    options.setdefault("stdout", subprocess.PIPE)
    options.setdefault("stderr", subprocess.PIPE)
    return subprocess.run([PROGRAM, *words], env=environment(env), text=text, timeout=timeout,
                          preexec_fn=usual_signals, check=False, **options)


def commands():
    """The names of all commands, in the order of the help."""
    return re.findall(r"^  ([a-z]+)  ", run("--help").stdout, re.M)


def start(*words, env=None, **options):
    options.setdefault("stdin", subprocess.DEVNULL)
    options.setdefault("stdout", subprocess.PIPE)
    options.setdefault("stderr", subprocess.PIPE)
    options.setdefault("preexec_fn", usual_signals)
    return subprocess.Popen([PROGRAM, *words], env=environment(env), text=True, **options)


def at_terminal(*words, streams=("stdout",), columns=80, env=None):
    """Exit code, standard output, standard error, and what a terminal at these streams shows."""
    reader, writer = pty.openpty()
    fcntl.ioctl(writer, termios.TIOCSWINSZ, struct.pack("HHHH", 25, columns, 0, 0))
    process = start(*words, env=env, **{stream: writer for stream in streams})
    os.close(writer)
    shown = b""
    while True:
        try:
            part = os.read(reader, 65536)
        except OSError:
            break
        if not part:
            break
        shown += part
    os.close(reader)
    output, errors = process.communicate(timeout=120)
    return process.returncode, output, errors, shown.decode()


def stop(process, number=signal.SIGINT, after=0.0):
    """Exit code, standard output and standard error of a process that gets a signal."""
    time.sleep(after)
    process.send_signal(number)
    output, errors = process.communicate(timeout=60)
    return process.returncode, output, errors


def wait_for_bytes(path, number=1000):
    """Until the file is that long."""
    for _ in range(600):
        if os.path.exists(path) and os.path.getsize(path) > number:
            return
        time.sleep(0.05)
    raise AssertionError(f"{path} does not grow")


class ProgramTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="nqueens-cli-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def path(self, name):
        return str(self.folder / name)

    def file(self, name, content):
        path = self.folder / name
        if isinstance(content, bytes):
            path.write_bytes(content)
        else:
            path.write_text(content, encoding="utf-8")
        return str(path)

    def read(self, name):
        return (self.folder / name).read_text(encoding="utf-8")

    def files(self):
        return sorted(os.listdir(self.folder))

    def engines(self):
        return [row["name"] for row in self.json_of("info")["engines"]]

    @staticmethod
    def plant(journal, place):
        """Makes a record wrong, with right check sums: its task, right tally and wrong one."""
        return subprocess.run([os.environ["NQUEENS_PLANT_RECORD"], journal, place], check=True,
                              capture_output=True, text=True).stdout.split()

    @staticmethod
    def unread(*words):
        """The finished process of a run whose standard output nobody reads."""
        reader, writer = os.pipe()
        os.close(reader)
        done = run(*words, stdout=writer)
        os.close(writer)
        return done

    def succeed(self, *words, code=0, **options):
        """Standard output of a run that must end with this exit code."""
        done = run(*words, **options)
        self.assertEqual(done.returncode, code, (words, done.stdout[:500], done.stderr[:2000]))
        return done.stdout

    def json_of(self, *words, code=0, **options):
        """The one JSON object on one line that a run with this exit code prints."""
        done = run(*words, "--json", **options)
        self.assertEqual((done.returncode, done.stdout.count("\n")), (code, 1),
                         (words, done.stdout[:500], done.stderr[:2000]))
        answer = json.loads(done.stdout)
        self.assertEqual(answer["schema_version"], 2)
        return answer

    def refuse(self, words, says="", code=2, **options):
        """A failure: nothing on standard output, one line on standard error that has the words
        `says`. Returns it without "nqueens: ". Refusals that need nothing of their own are cases of
        refusals_test.py."""
        done = run(*words, **options)
        # A wrong success may print gigabytes.
        output = done.stdout or ""
        context = (words, output[:500], done.stderr[:2000])
        self.assertEqual(done.returncode, code, context)
        self.assertEqual(len(output), 0, context)
        line = re.fullmatch("nqueens: (.+)\n", done.stderr)
        self.assertIsNotNone(line, context)
        self.assertIn(says, line[1], context)
        return line[1]
