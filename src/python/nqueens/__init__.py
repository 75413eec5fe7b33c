"""The N-Queens problem: count all solutions, find one, list them.

>>> import nqueens
>>> nqueens.count(8)
92
>>> len(nqueens.solve(1_000_000))
1000000
>>> for columns in nqueens.solutions(4):
...     print(columns)
(1, 3, 0, 2)
(2, 0, 3, 1)

A placement is the column of the queen in each row. Rows and columns are counted from 0.

Boards. `board` is a size, as in ``count(8)``, or a pair of rows and columns, as in
``count((8, 12))``: a queen in each row. Most calls take restrictions too, on boards of up to 64
rows and columns (`solve` takes the first two on boards of any size):

place    squares (row, column) where a queen stands
block    squares where none may stand
exclude  diagonals that stay empty: "d:K" is where column - row = K, "a:K" where row + column = K
variant  what a queen attacks: "queens"; "torus", whose diagonals go on at the opposite edge;
         "superqueens", which attack as knights too; "semi", without antidiagonals

>>> nqueens.count(8, place=[(0, 0)])
4
>>> nqueens.count(13, variant="torus")
4524

Calls that take long can be ended by Ctrl-C and leave Python's other threads running. `count` and
`solve` take ``progress``, a function of the part of the work that is done (0 to 1; None where it is
not known) and the seconds so far; what it raises ends the call. ``threads=0`` takes all processors.
ValueError says that an argument is wrong, MemoryError that there is too little memory.
"""

from __future__ import annotations

from typing import (TYPE_CHECKING, Any, Callable, Iterable, Iterator, NamedTuple, Optional, Sequence,
                    Tuple, Union)

import numpy

from . import _nqueens
from ._nqueens import Error, NoSolution, Stopped, __version__

__all__ = [
    "Attack", "Error", "Estimate", "NoSolution", "Picture", "Stopped", "__version__", "conflicts",
    "count", "draw", "estimate", "is_solution", "solution_blocks", "solutions", "solve",
]

if TYPE_CHECKING:
    import os

    import numpy.typing

Board = Union[int, Tuple[int, int]]
Squares = Iterable[Tuple[int, int]]
Progress = Optional[Callable[[Optional[float], float], object]]

_LARGEST_PROBLEM = 64


def _squares(kind: str, squares: Squares) -> list[Tuple[int, int]]:
    squares = list(squares)
    for row, column in squares:
        if row < 0 or column < 0:
            raise ValueError(f"square outside the board: ({row}, {column}) in {kind}")
    return squares


def _problem(board: Board, place: Squares, block: Squares, exclude: Iterable[str],
             variant: str) -> _nqueens.Problem:
    rows, columns = board if isinstance(board, tuple) else (board, board)
    problem = _nqueens.Problem(rows, columns, variant)
    for kind, squares, restrict in (("place", place, problem.place), ("block", block, problem.block)):
        for row, column in _squares(kind, squares):
            restrict(row, column)
    for line in exclude:
        kind, _, number = line.partition(":")
        if kind not in ("d", "a") or not number.lstrip("-").isdigit():
            raise ValueError(f"no diagonal: {line!r}; write 'd:K' or 'a:K' with a whole number K")
        exclude_line = problem.exclude_diagonal if kind == "d" else problem.exclude_antidiagonal
        exclude_line(int(number))
    return problem


def _columns(columns: Sequence[int]) -> numpy.typing.NDArray[numpy.uint32]:
    array = numpy.asarray(columns)
    if array.size and array.dtype.kind not in "ui":
        raise ValueError("not a placement: columns are whole numbers")
    if array.size and (array.min() < 0 or array.max() > 0xFFFFFFFF):
        raise ValueError("column out of range: it must be 0 or more, and below the board size")
    return numpy.ascontiguousarray(array, dtype=numpy.uint32)


def count(board: Board, *, place: Squares = (), block: Squares = (), exclude: Iterable[str] = (),
          variant: str = "queens", engine: str = "auto", threads: int = 0,
          progress: Progress = None) -> int:
    """The number of solutions: exact, and exponential in the size of the board. Plain boards up to
    32; 18 takes a tenth of a second on two processors, 22 some minutes.

    >>> count(12)
    14200
    >>> count(8, block=[(0, 0), (0, 7)])
    84
    """
    problem = _problem(board, place, block, exclude, variant)
    return _nqueens.count(problem, engine, threads, progress)


class Estimate(NamedTuple):
    """An estimated number of solutions; the interval from low to high contains the number in about
    95 of 100 runs."""

    value: float
    low: float
    high: float
    is_exact: bool  #: the number itself, by counting
    samples: int


def estimate(board: Board, *, place: Squares = (), block: Squares = (), exclude: Iterable[str] = (),
             variant: str = "queens", time_limit: Optional[float] = None,
             error: Optional[float] = None, seed: Optional[int] = None,
             threads: int = 0) -> Estimate:
    """Estimates the number of solutions until `time_limit` seconds are over or half the interval
    is `error` of the value; ten seconds if neither is given.

    >>> guess = estimate(20, error=0.05, seed=1)
    >>> 3.5e10 < guess.value < 4.5e10
    True
    """
    problem = _problem(board, place, block, exclude, variant)
    return Estimate(*_nqueens.estimate(problem, time_limit, error, seed, threads))


def solve(board: Board, *, place: Squares = (), block: Squares = (), exclude: Iterable[str] = (),
          variant: str = "queens", algorithm: str = "auto", seed: Optional[int] = None,
          threads: int = 0, progress: Progress = None) -> numpy.typing.NDArray[numpy.uint32]:
    """One solution, as an array of columns, of boards of up to 4294967295 queens. The same seed
    gives the same solution, with a racing algorithm on one thread only. Raises NoSolution where it
    is proved that there is none.

    >>> board = solve(1000, seed=7)
    >>> is_solution(board)
    True
    >>> solve(3)
    Traceback (most recent call last):
    nqueens.NoSolution: no solution exists: N = 3; every board but those of 2 and 3 has one
    """
    place, block, exclude = _squares("place", place), _squares("block", block), list(exclude)
    is_plain = not exclude and variant == "queens"
    if is_plain and isinstance(board, int) and (board > _LARGEST_PROBLEM or algorithm != "auto"):
        return _nqueens.solve(board, algorithm, seed, threads, place, block, progress)
    problem = _problem(board, place, block, exclude, variant)
    return _nqueens.solve(problem, algorithm, seed, threads, [], [], progress)


def solution_blocks(board: Board, *, place: Squares = (), block: Squares = (),
                    exclude: Iterable[str] = (), variant: str = "queens", unique: bool = False,
                    limit: Optional[int] = None,
                    threads: int = 0) -> Iterator[numpy.typing.NDArray[numpy.uint8]]:
    """All solutions in lexicographic order, as arrays of some thousand rows of columns each. They
    are found while they are read.

    >>> sum(len(rows) for rows in solution_blocks(10))
    724
    """
    problem = _problem(board, place, block, exclude, variant)
    return iter(_nqueens.SolutionBlocks(problem, unique, limit, threads))


def solutions(board: Board, **options: Any) -> Iterator[Tuple[int, ...]]:
    """All solutions in lexicographic order, one after the other, as tuples. Options as for
    solution_blocks(); ``unique=True`` gives one of each set that turning and mirroring makes equal.

    >>> len(list(solutions(8, unique=True)))
    12
    >>> next(solutions(20))
    (0, 2, 4, 1, 3, 12, 14, 11, 17, 19, 16, 8, 15, 18, 7, 9, 6, 13, 5, 10)
    """
    for rows in solution_blocks(board, **options):
        yield from map(tuple, rows.tolist())


def is_solution(columns: Sequence[int]) -> bool:
    """Whether no two of the queens attack each other. Raises ValueError for a column that is not
    on the board.

    >>> is_solution([1, 3, 0, 2]), is_solution([0, 1, 2, 3])
    (True, False)
    """
    return _nqueens.is_solution(_columns(columns))


class Attack(NamedTuple):
    """Two queens, by their rows, and the line that they share: "column", "diagonal" or
    "antidiagonal"."""

    row: int
    other_row: int
    line: str


def conflicts(columns: Sequence[int]) -> list[Attack]:
    """The attacks between neighbours on a line: n queens on one line are n - 1 of them.

    >>> conflicts([1, 2, 0])
    [Attack(row=0, other_row=1, line='diagonal')]
    """
    return [Attack(*pair) for pair in _nqueens.conflicts(_columns(columns))]


class Picture:
    """A drawing, shown by notebooks. `svg` is its text."""

    def __init__(self, svg: str) -> None:
        self.svg = svg

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: Union[str, os.PathLike[str]]) -> None:
        """Writes an SVG file."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.svg)


def draw(columns: Sequence[int], *, size: int = 400) -> Picture:
    """A drawing of a placement of up to 1000 queens, about `size` pixels wide; queens that are
    attacked are red, and lines join them.

    >>> draw([1, 3, 0, 2]).svg[:4]
    '<svg'
    """
    return Picture(_nqueens.draw_svg(_columns(columns), size))
