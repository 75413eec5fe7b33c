"""The wheel of the Python package: its compiled module by CMake. All else is in pyproject.toml."""

import pathlib
import re

from skbuild import setup

FOLDER = "src/python/nqueens"
VERSION = re.search(r"project\(nqueens VERSION ([\d.]+)", pathlib.Path("CMakeLists.txt").read_text())[1]

setup(
    version=VERSION,
    packages=["nqueens"],
    package_dir={"nqueens": FOLDER},
    package_data={"nqueens": ["py.typed", "_nqueens.pyi"]},
    cmake_args=["-DNQUEENS_BUILD_PYTHON=ON", "-DNQUEENS_BUILD_PROGRAM=OFF", "-DNQUEENS_INSTALL=OFF",
                f"-DNQUEENS_WHEEL_FOLDER={FOLDER}"],
)
