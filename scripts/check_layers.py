#!/usr/bin/env python3
"""Checks that includes point downward through the layers, that a library is included only where it
belongs, and that CMake lists files by name. Prints every violation as file:line: message and ends
with 1 when there is one. Usage: scripts/check_layers.py [ROOT]"""

import pathlib
import re
import sys

# What each folder of src/ may include besides itself.
LAYERS = {
    "base": "",
    "domain": "base",
    "mrv": "base domain",
    "engine": "base domain mrv",
    "run": "base domain engine",
    "journal": "base domain engine run",
    "placements": "base domain run",
    # The verbs.
    "verify": "base domain run placements",
    "solve": "base domain run mrv placements verify",
    "puzzle": "base domain run verify solve",
    "list": "base domain run mrv",
    "tour": "base domain run",
    "draw": "base domain",
    "count": "base domain run engine journal",
    "merge": "base domain run engine journal count",
    "audit": "base domain run engine journal count merge",
    "estimate": "base domain run mrv engine count",
}
LAYERS["api"] = " ".join(LAYERS)
LAYERS["bench"] = "api " + LAYERS["api"]
LAYERS["cli"] = "bench " + LAYERS["bench"]
LAYERS["mpi"] = "cli " + LAYERS["cli"]
LAYERS["python"] = LAYERS["bench"]

# The public headers that each layer implements: layers that may include it may include them.
PUBLIC_HEADERS = {
    "base": "error fields version wide",
    # Those of execution and info are filled in by several layers: open to all above the domain.
    "domain": "board execution info placement symmetry",
    "placements": "placement_file",
    "api": "nqueens nqueens.h",
}
PUBLIC_HEADERS |= {verb: verb for verb in
                   "audit count estimate list merge puzzle solve tour verify".split()}

# Headers of other projects, and the files that may include them.
LIBRARIES = {
    r"(tbb|oneapi)/.*": r"src/run/.*\.cpp",
    r"hwloc(/.*|\.h)": r"src/run/.*\.cpp",
    r"nlohmann/.*": r"src/cli/.*",
    r"mpi\.h": r"src/mpi/communicator\.hpp",
    r"pybind11/.*": r"src/python/.*",
    r"png\.h": r"src/draw/png\.cpp",
    r"xxhash\.h": r"src/base/.*",
    r"CL/cl\.h": r"src/engine/opencl/library\.hpp",
    r"fmt/.*": r"src/.*",
    # Intrinsics: files that are named after the instruction set.
    r"[a-z0-9]*intrin\.h": r"src/(engine|solve|mrv)/.*[/_](sse\d|avx|bmi\d)\w*\.[ch]pp",
    # The standard library has no dot or slash in its names; the rest comes with the C library.
    r"[a-z_]+|(sys|linux)/[a-z_]+\.h|(cpuid|dirent|dlfcn|errno|fcntl|langinfo|limits|malloc|poll|"
    r"pthread|sched|signal|stddef|stdint|stdio|stdlib|string|termios|time|unistd)\.h": r".*",
}

OWNERS = {f"nqueens/{header}": layer
          for layer, headers in PUBLIC_HEADERS.items() for header in headers.split()}
INCLUDE = re.compile(r'\s*#\s*include\s*(?:"([^"]+)"|<([^>]+)>)')
GLOB = re.compile(r"[^#]*\bfile\s*\(\s*GLOB", re.IGNORECASE)


def layer_of(name):
    """The layer of a file below src/ or include/; None where it has none."""
    folder, slash, _ = name.partition("/")
    return OWNERS.get(name.removesuffix(".hpp"), folder if slash and folder in LAYERS else None)


def why_not(path, own, name, is_quoted):
    """Why the file at this path of the layer `own` must not include `name`; None where it may."""
    is_public = name.startswith("nqueens/")
    if not is_public and not is_quoted:
        for header, files in LIBRARIES.items():
            if re.fullmatch(header, name):
                return None if re.fullmatch(files, path) else f"<{name}> belongs in {files}"
        return f"<{name}> is of no library that scripts/check_layers.py knows"
    if path.startswith("include/") and not is_public:
        return f"a public header must not include {name}: it is not installed"
    layer = layer_of(name)
    if layer is None:
        return f'{name} is in no layer: write paths from src/, as in "domain/board.hpp"'
    if layer != own and layer not in LAYERS[own].split():
        return f"{own} must not include {name} of {layer}: includes point downward only"
    return None


def violations_in(path, text):
    """(line, message) each."""
    is_cmake = path.endswith((".txt", ".cmake"))
    own = layer_of(path.partition("/")[2])
    if own is None and not is_cmake:
        yield 1, f"{path} is in no layer that scripts/check_layers.py knows"
        return
    if not is_cmake:
        text = re.sub(r"/\*.*?\*/", lambda it: "\n" * it[0].count("\n"), text, flags=re.DOTALL)
    for number, line in enumerate(text.split("\n"), start=1):
        if is_cmake and GLOB.match(line):
            yield number, "list files by name: file(GLOB) misses new ones until it runs again"
        if not is_cmake and (found := INCLUDE.match(line)):
            message = why_not(path, own, found[1] or found[2], is_quoted=found[1] is not None)
            if message:
                yield number, message


def main():
    own_root = pathlib.Path(__file__).resolve().parents[1]
    root = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else own_root
    checked = violations = 0
    for folder in ("include", "src", "tests", "bench", "scripts"):
        for file in sorted((root / folder).rglob("*")):
            is_code = folder in ("include", "src") and file.suffix in (".h", ".hpp", ".cpp")
            if is_code or file.name == "CMakeLists.txt" or file.suffix == ".cmake":
                checked += 1
                path = file.relative_to(root).as_posix()
                for line, message in violations_in(path, file.read_text(encoding="utf-8")):
                    violations += 1
                    print(f"{path}:{line}: {message}")
    if not checked:
        print(f"{root}:1: no source files found here")
    return 1 if violations or not checked else 0


if __name__ == "__main__":
    sys.exit(main())
