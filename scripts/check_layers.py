#!/usr/bin/env python3
"""Checks that includes point downward through the layers, the fences around libraries, and that
every file says what it owns.

Reads the #include lines of include/ and src/ (and the CMake files for globbing); prints every
violation as file:line: message and ends with 1 when there is one. A new layer, public header or
library is one line in the tables below. Its own test is tests/scripts/check_layers_test.py.

Usage: scripts/check_layers.py [ROOT]
"""

import pathlib
import re
import sys

# What each layer may include besides itself.
LAYERS = {
    "base": [],
    "domain": ["base"],
    "tightest_line": ["domain", "base"],
    "counting": ["tightest_line", "domain", "base"],
    "run": ["counting", "domain", "base"],
    "journal": ["run", "counting", "domain", "base"],
    # Beside the counting tower.
    "placements": ["run", "domain", "base"],
    "search": ["placements", "run", "tightest_line", "domain", "base"],
    "catalog": ["run", "tightest_line", "domain", "base"],
    "render": ["domain", "base"],
    "tour": ["run", "domain", "base"],
    # The two that see everything below them.
    "api": ["tightest_line", "catalog", "journal", "search", "placements", "run", "counting", "domain", "base", "tour"],
}
# The files of `nqueens bench` are compiled into the program.
LAYERS["bench"] = ["api", *LAYERS["api"]]
LAYERS["cli"] = ["bench", "render", *LAYERS["bench"]]
LAYERS["mpi"] = ["cli", *LAYERS["cli"]]
LAYERS["python"] = ["api", "render", *LAYERS["api"]]

# The layer that implements each public header; layers that may include that layer may include it.
PUBLIC_HEADERS = {
    "error": "base",
    "version": "base",
    "wide": "base",
    "placement": "domain",
    "symmetry": "domain",
    "board": "domain",
    "problem": "domain",
    "known_values": "domain",
    # Plain descriptions, filled in by several layers: open to all above the domain.
    "execution": "domain",
    "fields": "base",
    "info": "domain",
    "run_info": "domain",
    "placement_file": "placements",
    "verify": "placements",
    "solve": "search",
    "collect": "search",
    "puzzle": "search",
    "list": "catalog",
    "tour": "tour",
    "count": "api",
    "audit": "api",
    "estimate": "api",
    "merge": "api",
    "nqueens": "api",
    "nqueens.h": "api",
}

# Headers of other projects: (pattern, the files that may include it, what to say elsewhere).
FENCES = [
    (r"(tbb|oneapi)/", r"src/run/[a-z_0-9/]+\.cpp$", "TBB belongs in src/run/*.cpp"),
    (r"hwloc(/|\.h$)", r"src/run/[a-z_0-9/]+\.cpp$", "hwloc belongs in src/run/*.cpp"),
    (r"nlohmann/", r"src/cli/", "JSON belongs in src/cli"),
    (r"mpi\.h$", r"src/mpi/communicator\.hpp$", "MPI belongs in src/mpi/communicator.hpp"),
    (r"pybind11/", r"src/python/", "pybind11 belongs in src/python"),
    (r"png\.h$", r"src/render/png\.cpp$", "libpng belongs in src/render/png.cpp"),
    (r"xxhash\.h$", r"src/base/", "xxhash belongs in src/base"),
    (r"fmt/", r"src/", "{fmt} has no place in a public header"),
    (
        r"([a-z0-9]*intrin\.h$|arm_(neon|sve|acle)\.h$)",
        r"src/(counting|search|tightest_line)/[a-z_0-9/]*[_/](sse\d*|avx\d*|bmi\d*|neon|sve)[a-z_0-9]*\.[ch]pp$",
        "intrinsics belong in a file of counting, search or tightest_line that is named after the instruction set",
    ),
]

# The C++ standard library has no dot or slash in its names; these come with the C library.
SYSTEM_HEADERS = re.compile(
    r"[a-z_]+$|(sys|linux)/[a-z_]+\.h$|"
    r"(cpuid|dirent|dlfcn|errno|fcntl|langinfo|limits|malloc|poll|pthread|sched|signal|stddef|stdint|stdio|stdlib|"
    r"string|termios|time|unistd)\.h$"
)
INCLUDE = re.compile(r'\s*#\s*include\s*(?:"([^"]+)"|<([^>]+)>)')
GLOB = re.compile(r"^[^#]*\bfile\s*\(\s*GLOB", re.IGNORECASE)


def without_block_comments(text):
    """Blanks /* */ comments, keeping the line numbers."""
    return re.sub(r"/\*.*?\*/", lambda found: "\n" * found[0].count("\n"), text, flags=re.DOTALL)


def check_include(path, name, quoted):
    """Why a file at `path` (from the root, with /) must not include `name`, or None."""
    parts = path.split("/")
    layer = parts[1] if parts[0] == "src" else None
    target = name.split("/")

    if target[0] == "nqueens":
        header = target[1].removesuffix(".hpp") if len(target) == 2 else None
        owner = PUBLIC_HEADERS.get(header)
        if owner is None:
            return f"{name} is not a public header that scripts/check_layers.py knows"
        if layer is None:
            own = PUBLIC_HEADERS.get(parts[-1].removesuffix(".hpp"))
            if own is None:
                return f"{path} is not a public header that scripts/check_layers.py knows"
            if owner != own and owner not in LAYERS[own]:
                return f"{path} ({own}) must not include {name} ({owner}), which lies above it"
        elif owner != layer and owner not in LAYERS[layer]:
            return f"{layer} must not include {name}, which is implemented in {owner} above it"
        return None

    if quoted:
        if layer is None:
            return f"a public header must not include {name}: it is not installed"
        if target[0] not in LAYERS or len(target) < 2:
            return f'"{name}" names no layer: write paths from src/, as in "domain/board.hpp"'
        if target[0] != layer and target[0] not in LAYERS[layer]:
            return f"{layer} must not include {name}: includes point downward only"
        return None

    for pattern, allowed, message in FENCES:
        if re.match(pattern, name):
            return None if re.match(allowed, path) else f"{message}, not in {path}: <{name}>"
    if SYSTEM_HEADERS.match(name):
        return None
    return f"<{name}> is of no library that scripts/check_layers.py knows"


def check_cpp(path, text):
    """Yields (line, message) for a C++ file at `path`."""
    parts = path.split("/")
    if parts[0] == "src" and (len(parts) < 3 or parts[1] not in LAYERS):
        yield 1, f"{path} is in no layer that scripts/check_layers.py knows"
        return
    for number, line in enumerate(without_block_comments(text).split("\n"), start=1):
        found = INCLUDE.match(line)
        if found:
            message = check_include(path, found[1] or found[2], quoted=found[1] is not None)
            if message:
                yield number, message


def check_cmake(_path, text):
    """Yields (line, message) for a CMake file."""
    for number, line in enumerate(text.split("\n"), start=1):
        if GLOB.match(line):
            yield number, "files are listed by name: file(GLOB) misses new ones until a reconfiguration"


def check_tree(root):
    """All violations below `root`, as lines to print."""
    root = pathlib.Path(root)
    violations = []
    checked = 0
    for folder in ("include", "src", "tests", "bench", "scripts/cmake"):
        for file in sorted((root / folder).rglob("*")):
            path = file.relative_to(root).as_posix()
            if file.name == "CMakeLists.txt" or file.suffix == ".cmake":
                check = check_cmake
            elif folder in ("include", "src") and file.suffix in (".h", ".hpp", ".cpp"):
                check = check_cpp
            else:
                continue
            checked += 1
            for line, message in check(path, file.read_text(encoding="utf-8")):
                violations.append(f"{path}:{line}: {message}")
    if checked == 0:
        violations.append(f"{root}:1: no source files found here")
    return violations


def main(arguments):
    if len(arguments) > 1:
        print(__doc__, file=sys.stderr)
        return 2
    root = arguments[0] if arguments else pathlib.Path(__file__).resolve().parent.parent
    violations = check_tree(root)
    for violation in violations:
        print(violation)
    return 1 if violations else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
