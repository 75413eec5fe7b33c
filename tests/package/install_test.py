#!/usr/bin/env python3
"""Installs and packages a build and uses it from outside, as users do. ctest passes the build
folder and the tools in the environment."""

import os
import pathlib
import subprocess
import tempfile
import unittest

SOURCE = pathlib.Path(os.environ["NQUEENS_SOURCE_DIR"])
BUILD = pathlib.Path(os.environ["NQUEENS_BUILD_DIR"])
CMAKE = os.environ["NQUEENS_CMAKE"]
VERSION = os.environ["NQUEENS_VERSION"]
WITH_MPI = os.environ["NQUEENS_WITH_MPI"] == "1"
PYTHON = os.environ["NQUEENS_PYTHON"]  # empty: the Python package is not built
EXAMPLES = SOURCE / "examples"

# What the first example prints.
ANSWER = f"""nqueens {VERSION}
12 queens: 14200 solutions
100000 queens: solved
4 0 7 3 1 6 2 5
4 6 0 3 1 7 5 2
error: board size out of range: 33; plain boards are counted from 0 to 32, restricted ones to 64
"""
COMPLETIONS = "26473 completions\n"

# Ends of the paths that every installation and package must have.
PROGRAM_FILES = [
    "bin/nqueens",
    "share/man/man1/nqueens.1.gz",
    "share/bash-completion/completions/nqueens",
    "share/fish/vendor_completions.d/nqueens.fish",
    "share/doc/nqueens/README.md",
    "share/doc/nqueens/JSON.md",
    "share/doc/nqueens/RUNNING.md",
    "share/doc/nqueens/slurm-array.sbatch",
]
MPI_FILES = [
    "bin/nqueens-mpi",
    "share/man/man1/nqueens-mpi.1.gz",
    "share/doc/nqueens-mpi/README.md",
]
PYTHON_FILES = [
    "dist-packages/nqueens/__init__.py",
    "dist-packages/nqueens/_nqueens.pyi",
    "dist-packages/nqueens/py.typed",
]
LIBRARY_FILES = [
    "include/nqueens/nqueens.h",
    "include/nqueens/nqueens.hpp",
    "include/nqueens/count.hpp",
    "include/nqueens/version.hpp",
    "cmake/nqueens/nqueensConfig.cmake",
    "cmake/nqueens/nqueensConfigVersion.cmake",
    "cmake/nqueens/nqueensTargets.cmake",
    "pkgconfig/nqueens.pc",
]


class PackageTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="nqueens-package-")
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self.prefix = self.folder / "prefix"

    def run_tool(self, *command, expect=0, **options):
        """Runs a command and returns what it printed."""
        options.setdefault("stdin", subprocess.DEVNULL)
        run = subprocess.run(
            [str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            text=True, check=False, **options,
        )
        self.assertEqual(run.returncode, expect, f"{command}\n{run.stdout}{run.stderr}")
        return run.stdout if expect == 0 else run.stdout + run.stderr

    def install(self):
        self.run_tool(CMAKE, "--install", BUILD, "--prefix", self.prefix)

    def library_folder(self):
        """The folder of the installed library; its name depends on the system."""
        found = [file for file in self.prefix.rglob("libnqueens.*")]
        self.assertTrue(found, "no library was installed")
        return found[0].parent

    def has_files(self, names, wanted):
        for end in wanted:
            self.assertTrue(any(name.endswith(end) for name in names), f"{end} is not in {names}")

    def configure_examples(self, *arguments, **options):
        return self.run_tool(
            CMAKE, "-S", EXAMPLES, "-B", self.folder / "examples", "-G", "Ninja", "--fresh",
            f"-DCMAKE_CXX_COMPILER={os.environ['NQUEENS_CXX']}", *arguments, **options,
        )


class FindPackage(PackageTest):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory(prefix="nqueens-package-")
        cls.addClassCleanup(folder.cleanup)
        cls.installed = pathlib.Path(folder.name)
        subprocess.run([CMAKE, "--install", BUILD, "--prefix", cls.installed], check=True,
                       stdout=subprocess.DEVNULL)

    def setUp(self):
        super().setUp()
        self.prefix = self.installed

    def test_an_outside_project_finds_it(self):
        names = [file.as_posix() for file in self.prefix.rglob("*")]
        self.has_files(names, PROGRAM_FILES + LIBRARY_FILES + ["share/zsh/site-functions/_nqueens"])
        self.configure_examples(f"-DCMAKE_PREFIX_PATH={self.prefix}")
        self.run_tool(CMAKE, "--build", self.folder / "examples")
        self.assertEqual(self.run_tool(self.folder / "examples" / "first_steps"), ANSWER)
        self.assertEqual(self.run_tool(self.folder / "examples" / "from_c"), COMPLETIONS)
        self.assertIn(VERSION, self.run_tool(self.prefix / "bin" / "nqueens", "--version"))

    def test_installed_pages_have_no_dead_links(self):
        pages = list(self.prefix.rglob("share/doc/**/*.md"))
        self.assertGreaterEqual(len(pages), 4)
        for page in pages:
            text = page.read_text(encoding="utf-8")
            self.assertNotRegex(text, r"<img|\]\((?!https?:)", page)
        guide = (self.prefix / "share/doc/nqueens/RUNNING.md").read_text(encoding="utf-8")
        self.assertIn(" slurm-array.sbatch 28", guide)
        self.assertNotIn("scripts/slurm", guide)

    def test_names_of_debian_are_for_its_prefix(self):
        names = [file.as_posix() for file in self.prefix.rglob("*")]
        for debian in ("dist-packages", "vendor-completions", "copyright", "changelog",
                       "doc/lib", "doc/python3"):
            self.assertFalse([name for name in names if debian in name], debian)
        self.has_files(names, ["share/doc/nqueens/LICENSE"])
        if PYTHON:
            self.has_files(names, ["site-packages/nqueens/__init__.py"])

    def test_the_line_of_readme_uninstalls(self):
        self.prefix = self.folder / "prefix"
        self.install()
        self.assertIn("xargs rm -f < build/install_manifest.txt",
                      (SOURCE / "README.md").read_text(encoding="utf-8"))
        self.run_tool("sh", "-c", 'xargs rm -f < "$0"/install_manifest.txt', BUILD)
        self.assertEqual([name for name in self.prefix.rglob("*") if not name.is_dir()], [])

    def test_another_version_is_not_taken(self):
        output = self.configure_examples(
            f"-DCMAKE_PREFIX_PATH={self.prefix}", "-DNQUEENS_WANTED=7.0", expect=1
        )
        self.assertIn(f"version: {VERSION}", output)

    def test_a_missing_dependency_is_named(self):
        prefix = f"-DCMAKE_PREFIX_PATH={self.prefix}"
        output = self.configure_examples(prefix, "-DCMAKE_DISABLE_FIND_PACKAGE_fmt=ON", expect=1)
        self.assertIn("fmt", output)
        environment = dict(os.environ, PKG_CONFIG_LIBDIR="/nonexistent")
        output = self.configure_examples(prefix, expect=1, env=environment)
        self.assertIn("libhwloc-dev", output)
        # The shared library alone needs none.
        (self.folder / "CMakeLists.txt").write_text(
            "cmake_minimum_required(VERSION 3.25)\nproject(a)\n"
            "find_package(nqueens REQUIRED COMPONENTS shared)\n"
            f"add_executable(a {EXAMPLES}/from_c.c)\ntarget_link_libraries(a nqueens::shared)\n")
        self.run_tool(CMAKE, "-S", self.folder, "-B", self.folder / "a", prefix,
                      "-DCMAKE_DISABLE_FIND_PACKAGE_fmt=ON", env=environment)


class PkgConfig(PackageTest):
    def test_an_outside_program_is_compiled_with_it(self):
        self.install()
        # A prefix that was moved is found as well: paths in the file are relative to it.
        moved = self.folder / "moved"
        self.prefix.rename(moved)
        self.prefix = moved
        library = self.library_folder()
        # No package file of another library is needed.
        environment = dict(os.environ, PKG_CONFIG_LIBDIR=str(library / "pkgconfig"))
        ask = lambda *what: self.run_tool(  # noqa: E731
            os.environ["NQUEENS_PKG_CONFIG"], *what, "nqueens", env=environment
        ).split()
        self.assertEqual(ask("--modversion"), [VERSION])
        program = self.folder / "program"
        self.run_tool(
            os.environ["NQUEENS_CXX"], "-std=c++20", EXAMPLES / "first_steps.cpp", "-o", program,
            *ask("--cflags"), *ask("--libs"),
        )
        environment["LD_LIBRARY_PATH"] = str(library)
        self.assertEqual(self.run_tool(program, env=environment), ANSWER)
        static = ask("--static", "--libs")
        for flag in ("-lnqueens", "-ltbb", "-lfmt", "-lhwloc"):
            self.assertIn(flag, static)
        # Of the packages that the build needs; that of libudev is none of them.
        (library / "libnqueens.so").unlink()
        self.run_tool(os.environ["NQUEENS_CXX"], "-std=c++20", EXAMPLES / "first_steps.cpp", "-o",
                      program, *ask("--cflags"), *static)
        self.assertEqual(self.run_tool(program), ANSWER)
        self.assertNotIn("-ludev", static)

    def test_an_older_language_gets_one_error(self):
        self.install()
        for header in ("nqueens", "count", "solve"):
            (self.folder / "old.cpp").write_text(f"#include <nqueens/{header}.hpp>\nint n = nqueens::none;\n")
            done = self.run_tool(os.environ["NQUEENS_CXX"], "-std=c++17", "-fsyntax-only", "-I",
                                 self.prefix / "include", self.folder / "old.cpp", expect=1)
            self.assertIn("#error nqueens needs C++20; compile with -std=c++20", done)
            self.assertEqual(done.count(" error:"), 2, done)  # the other ends the compiler


class AddSubdirectory(PackageTest):
    def test_it_configures_inside_another_project(self):
        # Generating fails on a missing target; compiling the library again would take minutes and
        # show nothing more.
        self.configure_examples(f"-DNQUEENS_SOURCE={SOURCE}")
        targets = self.run_tool(CMAKE, "--build", self.folder / "examples", "--target", "help")
        self.assertIn("nqueens_library", targets)
        self.assertNotIn("_tests", targets)
        self.assertNotIn("cli/", targets)
        commands = self.run_tool("ninja", "-C", self.folder / "examples", "-t", "commands", "first_steps")
        own = [line for line in commands.splitlines() if "first_steps.dir/first_steps.cpp.o" in line]
        self.assertTrue(own)
        for line in own:
            self.assertNotIn("-Wconversion", line)


class MissingDependency(PackageTest):
    def package_named(self, *arguments, **environment):
        output = self.run_tool(
            CMAKE, "-S", SOURCE, "-B", tempfile.mkdtemp(dir=self.folder), "-G", "Ninja",
            "-DNQUEENS_BUILD_TESTS=ON", "-DNQUEENS_BUILD_BENCH=ON", *arguments, expect=1,
            env=dict(os.environ, **environment),
        )
        found = [line for line in output.splitlines() if "Install the Debian package" in line]
        self.assertEqual(len(found), 1, output)
        return " ".join(output.split()).partition("Install the Debian package ")[2].split(" (")[0]

    def test_every_message_names_a_package_of_the_list(self):
        listed = (SOURCE / "scripts" / "packages.txt").read_text(encoding="utf-8").split()
        without = lambda name: f"-DCMAKE_DISABLE_FIND_PACKAGE_{name}=ON"  # noqa: E731
        for arguments, environment, expected in [
            ([without("TBB")], {}, "libtbb-dev"),
            ([without("fmt")], {}, "libfmt-dev"),
            ([without("nlohmann_json")], {}, "nlohmann-json3-dev"),
            ([without("PNG")], {}, "libpng-dev"),
            ([without("PkgConfig")], {}, "pkg-config"),
            ([], {"PKG_CONFIG_LIBDIR": "/nonexistent"}, "libhwloc-dev"),
            (["-DCMAKE_IGNORE_PATH=/usr/include"], {}, "libxxhash-dev"),
            ([without("GTest")], {}, "libgtest-dev libgmock-dev"),
            ([without("rapidcheck")], {}, "librapidcheck-dev"),
            ([without("Python3")], {}, "python3"),
            ([without("benchmark")], {}, "libbenchmark-dev"),
        ]:
            with self.subTest(expected=expected):
                self.assertEqual(self.package_named(*arguments, **environment), expected)
                for package in expected.split():
                    self.assertIn(package, listed)

    def test_a_build_without_what_tests_need_says_what_it_leaves_out(self):
        output = self.run_tool(
            CMAKE, "-S", SOURCE, "-B", self.folder / "build", "-G", "Ninja",
            *(f"-DCMAKE_DISABLE_FIND_PACKAGE_{name}=ON"
              for name in ("GTest", "rapidcheck", "benchmark", "pybind11", "MPI")))
        self.assertEqual(
            [line for line in output.splitlines() if "eft out" in line],
            ["-- Left out: tests (-D NQUEENS_BUILD_TESTS=ON), benchmarks (-D NQUEENS_BUILD_BENCH=ON), "
             "Python package (-D NQUEENS_BUILD_PYTHON=ON), nqueens-mpi (no MPI library was found)"])


class Debian(PackageTest):
    def test_the_packages_hold_everything_between_them(self):
        self.run_tool(os.environ["NQUEENS_CPACK"], "-G", "DEB", "-B", self.folder,
                      "--config", BUILD / "CPackConfig.cmake")
        packages = {file.name.split("_")[0]: file for file in self.folder.glob("*.deb")}
        mpi = ["nqueens-mpi"] if WITH_MPI else []
        python = ["python3-nqueens"] if PYTHON else []
        library = "libnqueens" + ".".join(VERSION.split(".")[:2])
        self.assertEqual(sorted(packages), ["libnqueens-dev", library, "nqueens", *mpi, *python])
        lists = {
            name: [line.split()[5] for line in self.run_tool("dpkg-deb", "-c", file).splitlines()]
            for name, file in packages.items()
        }
        self.has_files(lists["nqueens"], ["./usr/" + name for name in PROGRAM_FILES])
        self.has_files(lists["nqueens"], ["./usr/share/zsh/vendor-completions/_nqueens"])
        self.has_files(lists["libnqueens-dev"], LIBRARY_FILES + ["libnqueens.a", "libnqueens.so"])
        self.has_files(lists[library], [f"libnqueens.so.{VERSION}", library[len("libnqueens"):]])
        for name, names in lists.items():
            self.has_files(names, [f"./usr/share/doc/{name}/copyright"])
        everything = [name for names in lists.values() for name in names]
        for name in everything:
            self.assertTrue(name == "./" or name.startswith("./usr/"), name)
        # No two packages hold a file: dpkg would refuse the second.
        files = [name for name in everything if not name.endswith("/")]
        self.assertEqual(len(files), len(set(files)))

        fields = lambda name, field: self.run_tool(  # noqa: E731
            "dpkg-deb", "-f", packages[name], field
        )
        for library in ("libc6", "libstdc++6", "libtbb12", "libhwloc15", "libfmt9"):
            self.assertIn(library, fields("nqueens", "Depends"))
        for library in ("libtbb-dev", "libhwloc-dev", "libfmt-dev"):
            self.assertIn(library, fields("libnqueens-dev", "Depends"))
        self.assertEqual(fields("nqueens", "Section"), "math\n")
        self.assertEqual(fields("nqueens", "Maintainer"), "the nqueens maintainers\n")
        self.assertNotIn("mpi", fields("nqueens", "Depends") + fields("libnqueens-dev", "Depends"))
        if PYTHON:
            self.has_files(lists["python3-nqueens"],
                           ["./usr/lib/python3/" + name for name in PYTHON_FILES])
            self.assertIn("python3-numpy", fields("python3-nqueens", "Depends"))
            self.run_tool("dpkg-deb", "-x", packages["python3-nqueens"], self.folder / "python")
            modules = self.folder / "python" / "usr" / "lib" / "python3" / "dist-packages"
            count = self.run_tool(PYTHON, "-c", "import nqueens; print(nqueens.count(8))",
                                  env=dict(os.environ, PYTHONPATH=str(modules)))
            self.assertEqual(count, "92\n")
        if WITH_MPI:
            self.has_files(lists["nqueens-mpi"], ["./usr/" + name for name in MPI_FILES])
            for library in ("libc6", "libopenmpi3", "libtbb12"):
                self.assertIn(library, fields("nqueens-mpi", "Depends"))
            self.assertEqual(fields("nqueens-mpi", "Recommends"), "openmpi-bin, nqueens\n")


if __name__ == "__main__":
    unittest.main()
