"""What scripts/package made, on a bare Debian 12: no compiler, and no library of the build. Each kind
is installed as README.md says and used. Needs root and debootstrap, else the test is skipped."""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

PACKAGES = pathlib.Path(os.environ["NQUEENS_PACKAGES"])
README = pathlib.Path(__file__).resolve().parents[2] / "README.md"
SKIPPED = 77  # see SKIP_RETURN_CODE in CMakeLists.txt
# With the file systems of the kernel, which go with the process.
IN_ROOT = 'for f in proc sys; do mount --rbind "/$f" "$0/$f"; done; exec chroot "$0" sh -euc "$1"'
# What the archive and the wheel need of the system, and some of what they bring.
SYSTEM = r"lib(c|m|stdc\+\+|gcc_s)\.so\.\d"
OWN = {"libtbb.so.12", "libhwloc.so.15", "libudev.so.1", "libfmt.so.9", "libpng16.so.16", "libz.so.1"}
USE_PYTHON = """
import nqueens, numpy
board = nqueens.solve(1000, seed=1)
assert isinstance(board, numpy.ndarray) and nqueens.is_solution(board)
assert nqueens.count(12) == 14200 and nqueens.count(8, fundamental=True) == 12
assert nqueens.draw(numpy.array([1, 3, 0, 2])).svg.startswith("<svg")
print(*nqueens.__path__)
"""
USE_C = """
import ctypes, sys
assert ctypes.CDLL(sys.argv[1]).nqueens_version
"""


class Bare(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="nqueens-bare-")
        cls.addClassCleanup(folder.cleanup)
        cls.fresh = pathlib.Path(folder.name) / "fresh"
        subprocess.run(["unshare", "--mount", "debootstrap", "--variant=minbase",
                        "--include=python3-numpy,python3-pip", "bookworm", cls.fresh], check=True)
        shutil.copytree(PACKAGES, cls.fresh / "packages")
        (cls.fresh / "use_python").write_text(USE_PYTHON, encoding="utf-8")
        (cls.fresh / "use_c").write_text(USE_C, encoding="utf-8")

    def setUp(self):
        self.root = self.fresh.with_name("root")
        subprocess.run(["cp", "--archive", self.fresh, self.root], check=True)
        self.addCleanup(shutil.rmtree, self.root)
        self.assertEqual(self.type("command -v cc || command -v g++ || "
                                   "find /usr -name 'libtbb*' -o -name 'libhwloc*' -o -name 'libfmt*'"), "")

    def type(self, line):
        """What a line of sh prints there, in the folder of the packages."""
        run = subprocess.run(
            ["unshare", "--mount", "sh", "-euc", IN_ROOT, self.root, f"cd /packages; {line}"],
            env={"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root", "DEBIAN_FRONTEND": "noninteractive"},
            stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        self.assertEqual(run.returncode, 0, f"{line}\n{run.stdout}{run.stderr}")
        return run.stdout

    def install(self, tool):
        """Types the line of README.md that begins with this tool; nothing is asked."""
        line = re.search(rf"^    (?:sudo )?({tool} .*?)\s+#", README.read_text(encoding="utf-8"), re.M)[1]
        self.type(line.replace("apt install", "apt-get update; apt-get install --yes")
                  .replace("pip install", "pip install --no-index --break-system-packages"))

    def use_program(self, program):
        self.assertEqual(self.type(f"{program} count 12"), "Q(12) = 14200\n")
        self.type(f"{program} solve 100000 --output queens.txt")
        self.assertEqual(self.type(f"{program} verify queens.txt"), "solution: 100000 queens\n")
        self.type(f"{program} draw queens.txt --output board.png")
        self.assertEqual((self.root / "packages/board.png").read_bytes()[:4], b"\x89PNG")

    def has_libraries(self, folder, files, licences):
        """The files, and libraries in turn, find in this folder all that is not of the system."""
        printed = self.type(f"ldd {files}; test -e {folder}/libtbbmalloc.so.2")
        found = dict(re.findall(r"^\t(\S+) => (\S+)", printed, re.M))
        own = {name for name, path in found.items() if os.path.normpath(path) == f"{folder}/{name}"}
        self.assertLessEqual(OWN, own, printed)
        for name in found.keys() - own:
            self.assertRegex(name, SYSTEM, printed)
        self.assertIn("libtbb.so.12: libtbb12 2021.", self.type(f"cat {licences}/VERSIONS"))
        self.type(f"cd {licences}; test -s libtbb12; test -s libudev1; test -s LGPL-2.1")

    def test_archive(self):
        self.install("tar")
        self.type("mkdir /moved; mv nqueens-*-linux-x86_64 /moved/to")
        program, library = "/moved/to/bin/nqueens", "/moved/to/lib/libnqueens.so"
        self.use_program(program)
        self.type(f"python3 /use_c {library}")
        self.has_libraries("/moved/to/lib/nqueens", f"{program} {library}", "/moved/to/share/doc/nqueens/licences")
        files = self.type("cd /moved/to; find * -type f").splitlines()
        self.assertLessEqual({"include/nqueens/nqueens.hpp", "lib/libnqueens.a", "share/man/man1/nqueens.1.gz",
                              "share/bash-completion/completions/nqueens"}, set(files))
        self.assertNotIn("bin/nqueens-mpi", files)

    def test_wheel(self):
        self.install("pip")
        folder = self.type("python3 /use_python").strip()
        self.has_libraries(f"{folder}/lib", f"{folder}/_nqueens.*.so", f"{folder}-*.dist-info/licences")

    def test_debian(self):
        self.install("apt")
        self.use_program("nqueens")
        self.type("apt-get install --yes --no-install-recommends ./python3-nqueens_*.deb ./libnqueens[0-9]*.deb")
        self.type("python3 /use_python; python3 /use_c /usr/lib/*/libnqueens.so.*.*.*")


if __name__ == "__main__":
    os.environ["PATH"] += ":/usr/sbin"
    if os.geteuid() != 0 or not shutil.which("debootstrap"):
        print("skipped: needs root and debootstrap")
        sys.exit(SKIPPED)
    unittest.main()
