"""The wheel of the Python package: its compiled module by CMake. All else is in pyproject.toml."""

import pathlib
import re

from skbuild import setup

ROOT = pathlib.Path(__file__).resolve().parents[2]
VERSION = re.search(r"project\(nqueens VERSION ([\d.]+)", (ROOT / "CMakeLists.txt").read_text())[1]

setup(
    version=VERSION,
    packages=["nqueens"],
    cmake_source_dir=str(ROOT),
    package_data={"nqueens": ["py.typed", "_nqueens.pyi"]},
    cmake_args=["-DNQUEENS_BUILD_PYTHON=ON", "-DNQUEENS_BUILD_PROGRAM=OFF", "-DNQUEENS_INSTALL=OFF",
                "-DNQUEENS_WHEEL_FOLDER=nqueens"],
)
