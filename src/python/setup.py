"""The wheel of the Python package: its compiled module by CMake. All else is in pyproject.toml. Both files
stand at the top of an sdist (scripts/package)."""

import os
import pathlib
import re

from skbuild import setup

HERE = pathlib.Path(__file__).resolve().parent
ROOT = next(folder for folder in (HERE, *HERE.parents) if (folder / "include" / "nqueens").is_dir())
PACKAGE = str((ROOT / "src" / "python" / "nqueens").relative_to(HERE))
VERSION = re.search(r"project\(nqueens VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text())[1]

setup(
    version=VERSION,
    packages=["nqueens"],
    package_dir={"nqueens": PACKAGE},
    cmake_source_dir=os.path.relpath(ROOT),
    package_data={"nqueens": ["py.typed", "_nqueens.pyi"]},
    cmake_args=["-DNQUEENS_BUILD_PYTHON=ON", "-DNQUEENS_BUILD_PROGRAM=OFF", "-DNQUEENS_INSTALL=OFF",
                f"-DNQUEENS_WHEEL_FOLDER={PACKAGE}"],
)
