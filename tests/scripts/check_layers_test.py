#!/usr/bin/env python3
"""Runs scripts/check-layers on small trees of files."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

CHECKER = pathlib.Path(__file__).resolve().parents[2] / "scripts" / "check-layers"
# Files and includes that they may have.
ALLOWED = {
    "src/base/a.cpp": ['"nqueens/error.hpp"', "<sys/stat.h>", "<xxhash.h>", "<vector>"],
    "src/engine/a.cpp": ['"nqueens/info.hpp"', "<fmt/format.h>"],
    "src/engine/bitmask_avx2.cpp": ["<immintrin.h>"],
    "src/run/a.cpp": ['"run/executor.hpp"', '"engine/rows/engines.hpp"', "<tbb/task_arena.h>"],
    "src/run/a.hpp": ['"nqueens/execution.hpp"'],
    "src/api/a.cpp": ['"journal/shards.hpp"'],
    "src/cli/commands/a.cpp": ['"draw/svg.hpp"', "<nqueens/nqueens.hpp>", "<nlohmann/json.hpp>"],
    "src/mpi/a.cpp": ['"cli/text.hpp"'],
    "src/mpi/communicator.hpp": ["<mpi.h>"],
    "src/draw/png.cpp": ["<png.h>"],
    "include/nqueens/count.hpp": ['"nqueens/wide.hpp"', "<vector>"],
}
# Includes that they must not have, with words of the message.
REFUSED = {
    "src/base/a.hpp": [('"domain/board.hpp"', "downward"), (' "domain/board.hpp"', "downward"),
                       ('"nqueens/board.hpp"', "of domain"), ("<hwloc.h>", "belongs in src/run")],
    "src/base/a_avx2.cpp": [("<immintrin.h>", "belongs in src/(engine|")],
    "src/engine/a.cpp": [('"run/executor.hpp"', "downward"), ("<immintrin.h>", "belongs")],
    "src/solve/a.cpp": [('"engine/engine.hpp"', "downward")],
    "src/run/a.cpp": [('"journal/shards.hpp"', "downward")],
    "src/run/executor.hpp": [("<tbb/task_arena.h>", "belongs in src/run")],
    "src/journal/a.cpp": [("<nlohmann/json.hpp>", "belongs in src/cli"),
                          ("<xxhash.h>", "belongs in src/base"), ('"nqueens/count.hpp"', "of count")],
    "src/placements/a.cpp": [('"nqueens/solve.hpp"', "of solve")],
    "src/draw/svg.cpp": [("<png.h>", "belongs in src/draw")],
    "src/api/a.cpp": [('"cli/text.hpp"', "downward"), ('"text.hpp"', "in no layer"),
                      ('"../cli/text.hpp"', "in no layer"), ('"nqueens/secret.hpp"', "in no layer"),
                      ("<oneapi/tbb/version.h>", "belongs"), ("<boost/json.hpp>", "of no library")],
    "src/cli/a.cpp": [('"mpi/options.hpp"', "downward")],
    "src/mpi/main.cpp": [("<mpi.h>", "belongs in src/mpi")],
    "include/nqueens/wide.hpp": [('"nqueens/count.hpp"', "downward")],
    "include/nqueens/count.hpp": [('"engine/plan.hpp"', "not installed"),
                                  ("<fmt/format.h>", "belongs in src/"), ("<gmp.h>", "no library")],
}


class CheckLayers(unittest.TestCase):
    def run_on(self, files):
        """The checker's exit code and output lines for a tree of {path: lines}."""
        with tempfile.TemporaryDirectory() as root:
            for path, lines in files.items():
                file = pathlib.Path(root, path)
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text("\n".join(lines), encoding="utf-8")
            run = subprocess.run([sys.executable, CHECKER, root], capture_output=True, text=True,
                                 check=False)
            self.assertEqual(run.stderr, "")
            return run.returncode, run.stdout.splitlines()

    def test_what_is_allowed(self):
        tree = {path: [f"#include {name}" for name in names] for path, names in ALLOWED.items()}
        self.assertEqual(self.run_on(tree), (0, []))

    def test_what_is_refused(self):
        tree = {path: ["/* A comment", "*/", *(f"  #  include {name}" for name, _ in cases)]
                for path, cases in REFUSED.items()}
        code, lines = self.run_on(tree)
        self.assertEqual(code, 1)
        expected = {f"{path}:{number}: ": words for path, cases in REFUSED.items()
                    for number, (_, words) in enumerate(cases, start=3)}
        self.assertEqual(len(lines), len(expected), lines)
        for start, words in expected.items():
            self.assertTrue(any(line.startswith(start) and words in line for line in lines),
                            (start, words, lines))

    def test_comments_are_no_includes(self):
        text = ['// #include "cli/text.hpp"', "/*", '#include "cli/text.hpp"', "*/"]
        self.assertEqual(self.run_on({"src/base/a.cpp": text}), (0, []))

    def test_a_file_belongs_to_a_layer(self):
        for path in ("src/misc/a.cpp", "src/a.cpp", "include/nqueens/fresh.hpp"):
            code, lines = self.run_on({path: ["// What?"]})
            self.assertEqual((code, len(lines)), (1, 1), lines)
            self.assertTrue(lines[0].startswith(f"{path}:1: "), lines)

    def test_globbing_is_refused(self):
        code, lines = self.run_on({"src/a/CMakeLists.txt": ["# file(GLOB a)", "file(GLOB a *.c)"],
                                   "scripts/a.cmake": ["FILE ( GLOB_RECURSE a *.cpp)"]})
        self.assertEqual(code, 1)
        self.assertEqual([line.split(": ")[0] for line in lines],
                         ["src/a/CMakeLists.txt:2", "scripts/a.cmake:1"])

    def test_an_empty_tree_is_an_error(self):
        self.assertEqual(self.run_on({})[0], 1)


if __name__ == "__main__":
    unittest.main()
