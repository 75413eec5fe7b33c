#!/usr/bin/env python3
"""Feeds scripts/check_layers.py small trees with one violation each, and trees without one."""

import pathlib
import subprocess
import sys
import tempfile
import unittest

CHECKER = pathlib.Path(__file__).resolve().parents[2] / "scripts" / "check_layers.py"
HEAD = "// What this file owns.\n"


class CheckLayers(unittest.TestCase):
    def run_on(self, files):
        """The checker's exit code and output lines for a tree of {path: text}."""
        with tempfile.TemporaryDirectory() as root:
            for path, text in files.items():
                file = pathlib.Path(root, path)
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_text(text, encoding="utf-8")
            run = subprocess.run(
                [sys.executable, CHECKER, root], capture_output=True, text=True, check=False
            )
            self.assertEqual(run.stderr, "")
            return run.returncode, run.stdout.splitlines()

    def accepts(self, path, include):
        with self.subTest(path=path, include=include):
            self.assertEqual(self.run_on({path: f"{HEAD}#include {include}\n"}), (0, []))

    def refuses(self, path, include, words):
        with self.subTest(path=path, include=include):
            code, lines = self.run_on({path: f"{HEAD}#include {include}\n"})
            self.assertEqual((code, len(lines)), (1, 1), lines)
            self.assertTrue(lines[0].startswith(f"{path}:2: "), lines[0])
            self.assertIn(words, lines[0])

    def test_includes_point_downward(self):
        self.accepts("src/run/a.cpp", '"run/executor.hpp"')
        self.accepts("src/run/a.cpp", '"counting/rows/engines.hpp"')
        self.accepts("src/api/a.cpp", '"journal/shards.hpp"')
        self.accepts("src/mpi/a.cpp", '"cli/text.hpp"')
        self.accepts("src/cli/commands/a.cpp", '"render/svg.hpp"')
        downward = "includes point downward only"
        self.refuses("src/counting/a.cpp", '"run/executor.hpp"', downward)
        self.refuses("src/base/a.hpp", '"domain/board.hpp"', downward)
        self.refuses("src/search/a.cpp", '"counting/engine.hpp"', downward)
        self.refuses("src/run/a.cpp", '"journal/shards.hpp"', downward)
        self.refuses("src/api/a.cpp", '"cli/text.hpp"', downward)
        self.refuses("src/cli/a.cpp", '"mpi/options.hpp"', downward)
        self.refuses("src/api/a.cpp", '"text.hpp"', "names no layer")
        self.refuses("src/api/a.cpp", '"../cli/text.hpp"', "names no layer")

    def test_public_headers_belong_to_layers(self):
        self.accepts("src/base/a.cpp", '"nqueens/error.hpp"')
        self.accepts("src/counting/a.cpp", '"nqueens/info.hpp"')
        self.accepts("src/run/a.hpp", '"nqueens/execution.hpp"')
        self.accepts("src/cli/a.cpp", "<nqueens/nqueens.hpp>")
        self.refuses("src/base/a.cpp", '"nqueens/board.hpp"', "implemented in domain")
        self.refuses("src/journal/a.cpp", '"nqueens/count.hpp"', "implemented in api")
        self.refuses("src/placements/a.cpp", '"nqueens/solve.hpp"', "implemented in search")
        self.refuses("src/api/a.cpp", '"nqueens/secret.hpp"', "not a public header")

    def test_public_headers_include_public_headers_below(self):
        self.accepts("include/nqueens/count.hpp", '"nqueens/wide.hpp"')
        self.accepts("include/nqueens/count.hpp", "<vector>")
        self.refuses("include/nqueens/wide.hpp", '"nqueens/count.hpp"', "lies above")
        self.refuses("include/nqueens/count.hpp", '"counting/plan.hpp"', "not installed")
        self.refuses("include/nqueens/fresh.hpp", '"nqueens/wide.hpp"', "not a public header")

    def test_fences(self):
        self.accepts("src/run/executor.cpp", "<tbb/task_arena.h>")
        self.accepts("src/cli/json.cpp", "<nlohmann/json.hpp>")
        self.accepts("src/base/checksum.cpp", "<xxhash.h>")
        self.accepts("src/counting/a.cpp", "<fmt/format.h>")
        self.accepts("src/counting/bitmask_avx2.cpp", "<immintrin.h>")
        self.accepts("src/search/scan_neon.cpp", "<arm_neon.h>")
        self.refuses("src/run/executor.hpp", "<tbb/task_arena.h>", "TBB belongs")
        self.refuses("src/api/a.cpp", "<oneapi/tbb/version.h>", "TBB belongs")
        self.refuses("src/journal/a.cpp", "<nlohmann/json.hpp>", "JSON belongs")
        self.accepts("src/mpi/communicator.hpp", "<mpi.h>")
        self.refuses("src/mpi/main.cpp", "<mpi.h>", "MPI belongs")
        self.refuses("src/journal/a.cpp", "<xxhash.h>", "xxhash belongs")
        self.accepts("src/render/png.cpp", "<png.h>")
        self.refuses("src/render/svg.cpp", "<png.h>", "libpng belongs")
        self.refuses("src/counting/bitmask.cpp", "<immintrin.h>", "named after the instruction set")
        self.refuses("src/base/a_avx2.cpp", "<immintrin.h>", "of counting, search or tightest_line")
        self.refuses("include/nqueens/count.hpp", "<fmt/format.h>", "public header")
        self.refuses("include/nqueens/count.hpp", "<tbb/info.h>", "TBB belongs")

    def test_unknown_libraries_are_refused(self):
        self.accepts("src/base/file.cpp", "<sys/stat.h>")
        self.refuses("src/api/a.cpp", "<boost/json.hpp>", "of no library")
        self.refuses("include/nqueens/count.hpp", "<gmp.h>", "of no library")

    def test_spaced_includes_are_seen(self):
        self.refuses("src/base/a.cpp", ' "domain/board.hpp"', "downward")
        code, lines = self.run_on({"src/base/a.cpp": HEAD + '\n  #  include "cli/text.hpp"\n'})
        self.assertEqual(code, 1)
        self.assertTrue(lines[0].startswith("src/base/a.cpp:3: "), lines)

    def test_comments_are_not_includes(self):
        text = HEAD + '// #include "cli/text.hpp"\n/*\n#include "cli/text.hpp"\n*/\n'
        self.assertEqual(self.run_on({"src/base/a.cpp": text}), (0, []))

    def test_lines_after_a_block_comment_keep_their_numbers(self):
        code, lines = self.run_on({"src/base/a.cpp": '/* What\n   this owns. */\n#include <hwloc.h>\n'})
        self.assertEqual(code, 1)
        self.assertTrue(lines[0].startswith("src/base/a.cpp:3: "), lines)

    def test_a_folder_is_a_layer(self):
        code, lines = self.run_on({"src/misc/a.cpp": HEAD})
        self.assertEqual(code, 1)
        self.assertIn("src/misc/a.cpp:1: ", lines[0])

    def test_globbing_is_refused(self):
        files = {
            "src/base/CMakeLists.txt": "# file(GLOB no)\nfile(GLOB sources *.cpp)\n",
            "scripts/cmake/a.cmake": "FILE ( GLOB_RECURSE sources *.cpp)\n",
        }
        code, lines = self.run_on(files)
        self.assertEqual(code, 1)
        self.assertEqual([line.rsplit(": ", 2)[0].split(": ")[0] for line in lines],
                         ["src/base/CMakeLists.txt:2", "scripts/cmake/a.cmake:1"])

    def test_several_violations_are_all_named(self):
        code, lines = self.run_on({"src/base/a.cpp": '#include "cli/a.hpp"\n#include <hwloc.h>\n'})
        self.assertEqual((code, len(lines)), (1, 2), lines)

    def test_an_empty_tree_is_an_error(self):
        code, lines = self.run_on({})
        self.assertEqual((code, len(lines)), (1, 1))


if __name__ == "__main__":
    unittest.main()
