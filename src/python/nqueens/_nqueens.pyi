from typing import Any, Callable, Iterator, Optional

import numpy
import numpy.typing

__version__: str
LARGEST_PLACEMENT: int
MOST_THREADS: int

class Error(RuntimeError): ...
class NoSolution(Error): ...
class Stopped(Error): ...

class Board:
    def __init__(self, rows: int, columns: int, variant: str) -> None: ...
    def place(self, row: int, column: int) -> None: ...
    def block(self, row: int, column: int) -> None: ...
    def exclude(self, anti: bool, number: int) -> None: ...

_Progress = Optional[Callable[[Optional[float], float], object]]
_Record = Optional[dict[str, Any]]
_Columns = numpy.typing.NDArray[numpy.uint32]

def count(
    board: Board,
    unique: bool,
    engine: str,
    threads: int,
    force: bool,
    time_limit: Optional[float],
    progress: _Progress,
    record: _Record,
) -> int: ...
def estimate(
    board: Board,
    time_limit: Optional[float],
    error: Optional[float],
    seed: Optional[int],
    threads: int,
    record: _Record,
) -> tuple[float, float, float, bool, int]: ...
def solve(
    board: Board,
    algorithm: str,
    seed: Optional[int],
    threads: int,
    time_limit: Optional[float],
    progress: _Progress,
    record: _Record,
) -> _Columns: ...
class SolutionBlocks:
    def __init__(
        self, board: Board, unique: bool, limit: Optional[int], threads: int
    ) -> None: ...
    def __iter__(self) -> Iterator[numpy.typing.NDArray[numpy.uint8]]: ...
    def __next__(self) -> numpy.typing.NDArray[numpy.uint8]: ...

def is_solution(columns: _Columns, board: Board) -> bool: ...
def conflicts(columns: _Columns) -> list[tuple[int, int, str]]: ...
def draw_svg(columns: _Columns, pixels: int) -> str: ...
