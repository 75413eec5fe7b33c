"""Runs the line for GNU parallel of src/journal/RUNNING.md: once with shards that are killed, once
more, which runs only those shards, and then the merge. The page's file `hosts` has `:` here, GNU
parallel's name of this host."""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
PAGE = ROOT / "src" / "journal" / "RUNNING.md"
NQUEENS = os.environ["NQUEENS"]
SKIPPED = 77  # see SKIP_RETURN_CODE in CMakeLists.txt
SHARDS, SOLUTIONS = 16, "666090624"  # of the line on the page

# Stands in for the program in PATH. In the first run shard 3 is killed at its start, shard 5 in the
# middle of its work, with half of its records written and the last one torn; shard 7 stops early.
STAND_IN = """
for word; do
  case $word in
    */16) shard=${word%/16} ;;
    *.nqj) journal=$word ;;
  esac
done
if [[ $1 == count && ! -e once-$shard ]]; then
  touch "once-$shard"
  case $shard in
    3) kill -9 $$ ;;
    5) "$NQUEENS" "$@"
       truncate --size=$(($(stat --format=%s "$journal") / 2)) "$journal"
       kill -9 $$ ;;
    7) exit 75 ;;
  esac
fi
exec "$NQUEENS" "$@"
"""


def documented(command):
    """The lines of the page's code that begin with `command`, with those that continue them."""
    text = PAGE.read_text(encoding="utf-8")
    return re.findall(rf"^    ({command} (?:.*\\\n)*.*)$", text, re.MULTILINE)


def has_gnu_parallel():
    """moreutils has another program named parallel."""
    if not shutil.which("parallel"):
        return False
    done = subprocess.run(["parallel", "--version"], stdin=subprocess.DEVNULL, capture_output=True,
                          text=True, check=False)
    return done.stdout.startswith("GNU parallel")


class GnuParallelTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="nqueens-parallel-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        programs = self.folder / "bin"
        programs.mkdir()
        stand_in = programs / "nqueens"
        stand_in.write_text("#!/bin/bash" + STAND_IN, encoding="utf-8")
        stand_in.chmod(0o755)
        self.environment = dict(os.environ, PATH=f"{programs}:{os.environ['PATH']}", LC_ALL="C",
                                NQUEENS=NQUEENS, PARALLEL_HOME=str(self.folder / "settings"))
        self.environment.pop("PARALLEL", None)
        (self.folder / "settings").mkdir()
        (self.folder / "hosts").write_text(":\n", encoding="ascii")

    def run_line(self, line):
        done = subprocess.run(["/bin/bash", "-c", line], cwd=self.folder, env=self.environment,
                              text=True, stdin=subprocess.DEVNULL, capture_output=True, check=False)
        return done.returncode, done.stdout, done.stderr

    def log(self):
        """Shard and exit code of each run so far, by end. A killed one has the exit code 137: either
        the program's shell says so, or GNU Parallel saw the signal."""
        lines = (self.folder / "parts.log").read_text(encoding="ascii").splitlines()[1:]
        return [(int(fields[0]), int(fields[6]) or 128 * (fields[7] != "0") + int(fields[7]))
                for fields in (line.split("\t") for line in lines)]

    def test_killed_shards_are_run_again_and_the_merge_is_exact(self):
        (line,) = documented("parallel")
        merge = "nqueens merge part-*.nqj"
        self.assertIn(merge, documented("nqueens merge"))

        code, output, errors = self.run_line(line)
        self.assertEqual(code, 3, output + errors)  # the number of shards that failed
        self.assertEqual(sorted(number for number, _ in self.log()), list(range(1, SHARDS + 1)))
        self.assertEqual({entry for entry in self.log() if entry[1] != 0},
                         {(3, 137), (5, 137), (7, 75)})
        # Part of the board is no total.
        code, output, errors = self.run_line(merge)
        self.assertEqual(code, 1, output + errors)
        self.assertNotIn(SOLUTIONS, output)

        code, output, errors = self.run_line(line)
        self.assertEqual(code, 0, output + errors)
        self.assertEqual(sorted(self.log()[SHARDS:]), [(3, 0), (5, 0), (7, 0)])
        code, output, errors = self.run_line(merge)
        self.assertEqual(code, 0, output + errors)
        self.assertRegex(output, rf"\b{SOLUTIONS}\b")

        # Nothing is left to do.
        code, output, errors = self.run_line(line)
        self.assertEqual((code, len(self.log())), (0, SHARDS + 3), output + errors)


if __name__ == "__main__":
    if not has_gnu_parallel():
        print("skipped: GNU parallel is not installed; scripts/bootstrap test")
        sys.exit(SKIPPED)
    unittest.main(verbosity=1)
