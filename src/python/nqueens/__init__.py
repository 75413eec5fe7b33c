"""The N-Queens problem: count all solutions, find one, list them.

>>> import nqueens
>>> nqueens.count(8)
92
>>> for columns in nqueens.solutions(4):
...     print(columns)
(1, 3, 0, 2)
(2, 0, 3, 1)
>>> board = nqueens.solve(1_000_000, seed=7)
>>> nqueens.is_solution(board)
True

count            the number of solutions, exactly
estimate         about how many there are, with an interval
solutions        all solutions, as tuples; solution_blocks gives arrays
solve            one solution of a board of up to 4294967295 rows
puzzle, tour     given queens that can be completed; a knight's tour
is_solution      whether a placement is one; verify says why not, conflicts lists its attacks
draw             a picture (SVG or PNG) of a board, or of many

A placement is the column of the queen in each row. Rows and columns are counted from 0.

Boards. `board` is a size, or a pair of rows and columns, as in ``count((8, 12))``: a queen in each
row. These restrict it, up to 64 rows and columns (`solve`, `verify`, `is_solution` and `draw` take
`place` and `block` on all square boards that they take):

place    squares where a queen stands: (row, column), or as in chess "a1", the lower left corner
block    squares where none stands
exclude  diagonals without a queen: "d:K" is where column - row = K, "a:K" where row + column = K
variant  what a queen attacks: "queens"; "torus", whose diagonals go on at the opposite edge;
         "superqueens", which attack as knights too; "semi", not along antidiagonals

>>> nqueens.count(8, place=[(0, 0)]), nqueens.count(13, variant="torus")
(4, 4524)

Long calls. Ctrl-C ends them; Python's other threads run meanwhile. ``progress`` is a function of the
part that is done (0 to 1, or None) and the seconds so far; what it raises ends the call. After
``time_limit`` seconds Stopped is raised. A dictionary ``result`` gets seed, threads, seconds,
statistics and the other members that ``nqueens --json`` prints, also when the call is stopped.
``threads=0`` takes all processors where that helps.

Errors. ValueError: an argument is out of range or contradicts another; TypeError: it is of a wrong
type; MemoryError: too little memory. NoSolution: it is proved that there is none; Stopped: by the
time limit or a limit of the search. Both are an Error.
"""

from __future__ import annotations

import numbers
import operator
import os
import re
from typing import (TYPE_CHECKING, Any, Callable, Dict, Iterable, Iterator, List, Literal, NamedTuple,
                    Optional, Sequence, SupportsIndex, Tuple, Union, overload)

import numpy

from . import _nqueens
from ._nqueens import Error as Error, NoSolution as NoSolution, Stopped as Stopped
from ._nqueens import __version__ as __version__

# What help() shows: the functions. The classes come with their inherited members, 400 lines.
__all__ = [
    "conflicts", "count", "draw", "estimate", "is_solution", "puzzle", "solution_blocks", "solutions",
    "solve", "tour", "verify",
]

if TYPE_CHECKING:
    import numpy.typing

    Columns = Union[Sequence[int], numpy.typing.NDArray[numpy.integer[Any]]]
    Solution = numpy.typing.NDArray[numpy.signedinteger]

Pair = Tuple[SupportsIndex, SupportsIndex]
Board = Union[SupportsIndex, Pair]
Squares = Iterable[Union[Pair, str]]
Progress = Optional[Callable[[Optional[float], float], object]]
Result = Optional[Dict[str, Any]]


def _typed(name: str, value: Any, kind: Any, what: str) -> Any:
    """The value, if it is of this type."""
    if not isinstance(value, kind):
        raise TypeError(f"{name} must be {what}, not {type(value).__name__}")
    return value


def _whole(name: str, value: Any, low: int, high: int, what: str = "a whole number") -> int:
    try:
        number = operator.index(value)
    except TypeError:
        raise TypeError(f"{name} must be {what}, not {type(value).__name__}") from None
    if not low <= number <= high:
        raise ValueError(f"{name} out of range: {number}; it must be {low} to {high}")
    return number


def _threads(threads: int) -> int:
    return _whole("threads", threads, 0, _nqueens.MOST_THREADS)


def _optional_whole(name: str, value: Optional[int]) -> Optional[int]:
    return None if value is None else _whole(name, value, 0, 2**64 - 1)


def _number(name: str, value: Optional[float]) -> Optional[float]:
    return None if value is None else float(_typed(name, value, numbers.Real, "a number"))


def _outlets(time_limit: Optional[float], progress: Progress, result: Result
             ) -> Tuple[Optional[float], Progress, Result]:
    """What may end a call, and what it tells."""
    seconds = _number("time_limit", time_limit)
    if seconds is not None and not seconds > 0:
        raise ValueError(f"time_limit out of range: {seconds}; it must be above 0")
    if progress is not None:
        _typed("progress", progress, Callable, "a function")
    if result is not None:
        _typed("result", result, dict, "a dictionary")
    return seconds, progress, result


def _counted(number: int, what: str) -> str:
    return f"{number} {what}" if number == 1 else f"{number} {what}s"


def _list(name: str, values: Any, what: str) -> List[Any]:
    is_list = isinstance(values, Iterable) and getattr(values, "shape", None) != ()
    if isinstance(values, str) or not is_list:
        raise TypeError(f"{name} must be a list of {what}, not {type(values).__name__}")
    return list(values)


def _shape(board: Board, low: int, high: int) -> Tuple[int, int]:
    rows, columns = board if isinstance(board, tuple) and len(board) == 2 else (board, board)
    what = "a whole number or a pair of them, (rows, columns)"
    return _whole("board", rows, low, high, what), _whole("board", columns, low, high, what)


def _squares(name: str, squares: Squares, rows: int, columns: int) -> List[Tuple[int, int]]:
    pairs = []
    for square in _list(name, squares, "squares"):
        try:
            if isinstance(square, str):
                if re.fullmatch("[a-z][0-9]+", square) is None:
                    raise ValueError
                row, column = rows - int(square[1:]), ord(square[0]) - ord("a")
            else:
                row, column = map(operator.index, square)
        except (TypeError, ValueError) as error:
            raise type(error)(f"no square: {square!r} in {name}; write (row, column), or as in "
                              "chess 'a1'") from None
        if not (0 <= row < rows and 0 <= column < columns):
            raise ValueError(f"square outside the board: {square!r} in {name}; the board has "
                             f"{rows} rows and {columns} columns")
        pairs.append((row, column))
    return pairs


def _board(board: Board, place: Squares, block: Squares, exclude: Iterable[str], variant: str,
           low: int = 0) -> Any:
    rows, columns = _shape(board, low, _nqueens.LARGEST_PLACEMENT)
    made = _nqueens.Board(rows, columns, _typed("variant", variant, str, "a string"))
    for row, column in _squares("block", block, rows, columns):
        made.block(row, column)
    for line in _list("exclude", exclude, "diagonals"):
        _typed("a diagonal of exclude", line, str, "a string, 'd:K' or 'a:K'")
        match = re.fullmatch("([da]):(-?[0-9]{1,9})", line)
        if match is None:
            raise ValueError(f"no diagonal: {line!r}; write 'd:K' or 'a:K' with a whole number K")
        made.exclude(match[1] == "a", int(match[2]))
    for row, column in _squares("place", place, rows, columns):
        made.place(row, column)
    return made


def _placement(columns: Columns, board: Optional[Board] = None
               ) -> Tuple[numpy.typing.NDArray[numpy.uint32], int, int]:
    """The columns, and rows and columns of the board: a square one if none is given."""
    try:
        array = numpy.asarray(columns)
    except ValueError:  # lists of different lengths
        array = numpy.empty(())
    if array.ndim != 1:
        raise TypeError("columns must be a list of whole numbers, one for each row")
    if array.dtype.kind not in "ui":
        array = numpy.array([_whole("column", column, 0, _nqueens.LARGEST_PLACEMENT - 1)
                             for column in columns], dtype=numpy.uint32)
    kind = "square board" if board is None else "board"
    rows, width = _shape(array.size if board is None else board, 0, _nqueens.LARGEST_PLACEMENT)
    if rows != array.size:
        raise ValueError(f"{_counted(array.size, 'queen')} on a board of {_counted(rows, 'row')}")
    for column in (array.min(), array.max()) if rows else ():
        if not 0 <= column < width:
            raise ValueError(f"column out of range: {column}; a {kind} of "
                             f"{_counted(rows, 'row')} has columns 0 to {width - 1}")
    return numpy.ascontiguousarray(array, dtype=numpy.uint32), rows, width


def count(board: Board, *, place: Squares = (), block: Squares = (), exclude: Iterable[str] = (),
          variant: str = "queens", fundamental: bool = False, engine: str = "auto",
          device: int = 0, threads: int = 0, force: bool = False, time_limit: Optional[float] = None,
          progress: Progress = None, result: Result = None) -> int:
    """The number of solutions: exact, and exponential in the size of the board. Plain boards to 32
    queens, restricted ones to 64; on two processors 18 takes 0.2 seconds, 22 a minute or two.
    ``fundamental=True`` counts rotations and reflections as one; `result` then has the solutions by
    their symmetry. ``force=True`` counts those that nobody has counted yet, or that are predicted
    to take very long. ``device`` is that of engine "opencl", as ``nqueens info`` numbers it; 0
    takes the first GPU.

    >>> count(12)
    14200
    >>> count(8, block=[(0, 0), (0, 7)])
    84
    >>> count(8, fundamental=True)
    12
    """
    return _nqueens.count(_board(board, place, block, exclude, variant), bool(fundamental),
                          _typed("engine", engine, str, "a string"),
                          _whole("device", device, 0, 2**31 - 1), _threads(threads), bool(force),
                          *_outlets(time_limit, progress, result))


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
             error: Optional[float] = None, seed: Optional[int] = None, threads: int = 0,
             result: Result = None) -> Estimate:
    """Estimates the number of solutions until `time_limit` seconds are over or half the interval
    is `error` of the value; ten seconds if neither is given. The result has value, low, high,
    is_exact and samples; low to high contains the number in about 95 of 100 runs.

    >>> guess = estimate(20, error=0.05, seed=1)
    >>> 3.5e10 < guess.value < 4.5e10
    True
    """
    made = _board(board, place, block, exclude, variant)
    return Estimate(*_nqueens.estimate(made, _number("time_limit", time_limit),
                                       _number("error", error), _optional_whole("seed", seed),
                                       _threads(threads), *_outlets(None, None, result)))


@overload
def solve(board: Board, *, place: Squares = (), block: Squares = (), exclude: Iterable[str] = (),
          variant: str = "queens", unique: Literal[False] = False, algorithm: str = "auto",
          max_moves: int = 0, seed: Optional[int] = None, threads: int = 0,
          time_limit: Optional[float] = None, progress: Progress = None,
          result: Result = None) -> Solution: ...
@overload
def solve(board: Board, *, place: Squares = (), block: Squares = (), exclude: Iterable[str] = (),
          variant: str = "queens", unique: Literal[True], algorithm: str = "auto",
          max_moves: int = 0, seed: Optional[int] = None, threads: int = 0,
          time_limit: Optional[float] = None, progress: Progress = None,
          result: Result = None) -> Tuple[Solution, Optional[Solution]]: ...
def solve(board: Board, *, place: Squares = (), block: Squares = (), exclude: Iterable[str] = (),
          variant: str = "queens", unique: bool = False, algorithm: str = "auto",
          max_moves: int = 0, seed: Optional[int] = None, threads: int = 0,
          time_limit: Optional[float] = None, progress: Progress = None, result: Result = None) -> Any:
    """One solution, as an array of columns, of boards of 1 to 4294967295 queens. The numbers are
    int32, above 2147483648 queens int64. The same seed gives the same solution if `threads` is 0 or
    1, and with algorithm "windowed", that of boards from 100 queens on without restrictions, on any
    number of threads. Else chance decides which thread finds a solution first.
    Raises NoSolution where it is proved that there is none.

    ``unique=True`` gives a pair, the solution and another one, or None where it is the only one, of
    boards of up to 64 rows, without ``algorithm`` and ``max_moves``. With ``max_moves`` a start of
    algorithm "min-conflicts", "greedy-repair", "first-choice" or "steepest" ends after that many
    moves, and the next one begins.

    >>> board = solve(1000, seed=7)
    >>> is_solution(board)
    True
    >>> solve(3)
    Traceback (most recent call last):
    nqueens.NoSolution: no solution exists: N = 3; every board but those of 2 and 3 has one
    """
    made = _board(board, place, block, exclude, variant, low=1)
    return _nqueens.solve(made, bool(unique), _typed("algorithm", algorithm, str, "a string"),
                          _whole("max_moves", max_moves, 0, 2**64 - 1),
                          _optional_whole("seed", seed), _threads(threads),
                          *_outlets(time_limit, progress, result))


def solution_blocks(board: Board, *, place: Squares = (), block: Squares = (),
                    exclude: Iterable[str] = (), variant: str = "queens", fundamental: bool = False,
                    limit: Optional[int] = None,
                    threads: int = 0) -> Iterator[numpy.typing.NDArray[numpy.int8]]:
    """All solutions in lexicographic order, as arrays of some thousand rows of columns each. They
    are found while they are read.

    >>> sum(len(rows) for rows in solution_blocks(10))
    724
    """
    made = _board(board, place, block, exclude, variant)
    return _nqueens.SolutionBlocks(made, bool(fundamental), _optional_whole("limit", limit),
                                   _threads(threads))


def solutions(board: Board, *, place: Squares = (), block: Squares = (),
              exclude: Iterable[str] = (), variant: str = "queens", fundamental: bool = False,
              limit: Optional[int] = None, threads: int = 0) -> Iterator[Tuple[int, ...]]:
    """All solutions in lexicographic order, as tuples: at most `limit` of them;
    ``fundamental=True`` leaves out rotations and reflections.

    >>> len(list(solutions(8, fundamental=True)))
    12
    >>> next(solutions(20))
    (0, 2, 4, 1, 3, 12, 14, 11, 17, 19, 16, 8, 15, 18, 7, 9, 6, 13, 5, 10)
    """
    blocks = solution_blocks(board, place=place, block=block, exclude=exclude, variant=variant,
                             fundamental=fundamental, limit=limit, threads=threads)
    return (tuple(columns) for rows in blocks for columns in rows.tolist())


def is_solution(columns: Columns, *, board: Optional[Board] = None,
                place: Squares = (), block: Squares = (), exclude: Iterable[str] = (),
                variant: str = "queens") -> bool:
    """Whether no two of the queens attack each other, and none stands where the restrictions
    forbid it. Without `board` it is square. Raises ValueError for a column that is not on the
    board, and for a number of queens that is not that of its rows.

    >>> is_solution([1, 3, 0, 2]), is_solution([0, 1, 2, 3])
    (True, False)
    >>> is_solution(solve((3, 5)), board=(3, 5))
    True
    """
    return verify(columns, board=board, place=place, block=block, exclude=exclude,
                  variant=variant).is_solution


class Attack(NamedTuple):
    """Two queens, by their rows, and the line that they share: "column", "diagonal" or
    "antidiagonal"; those of superqueens also "knight's move"."""

    row: int
    other_row: int
    line: str


def conflicts(columns: Columns) -> list[Attack]:
    """The attacks between neighbours on a line of a square board: n queens on one line are n - 1.

    >>> conflicts([1, 2, 0])
    [Attack(row=0, other_row=1, line='diagonal')]
    """
    return [Attack(*pair) for pair in _nqueens.conflicts(_placement(columns)[0])]


class Verdict(NamedTuple):
    """What verify() says; it is true for a solution."""

    is_solution: bool
    violation: Optional[str]  #: why it is none
    attack: Optional[Attack]  #: the first one: with the least later row

    def __bool__(self) -> bool:
        return self.is_solution


def verify(columns: Columns, *, board: Optional[Board] = None, place: Squares = (),
           block: Squares = (), exclude: Iterable[str] = (), variant: str = "queens") -> Verdict:
    """Whether `is_solution`, and if not, why. Arguments and errors are the same.

    >>> verify([1, 3, 0, 2]).is_solution, verify([1, 2, 0]).attack
    (True, Attack(row=0, other_row=1, line='diagonal'))
    """
    array, rows, width = _placement(columns, board)
    said = _nqueens.verify(array, _board((rows, width), place, block, exclude, variant))
    attack = said["attack"] and Attack(said["attack"]["first"]["row"],
                                       said["attack"]["second"]["row"], said["attack"]["line"])
    return Verdict(said["solution"], said["violation"], attack)


class Puzzle(NamedTuple):
    given: List[Tuple[int, int]]  #: squares, (row, column)
    solution: Solution


def puzzle(size: SupportsIndex, *, unique: bool = True, given: Optional[int] = None,
           variant: str = "queens", seed: Optional[int] = None, threads: int = 0,
           time_limit: Optional[float] = None, result: Result = None) -> Puzzle:
    """Queens given on a square board of 1 to 64 rows, and the solution: the only one, unless
    ``unique=False``. `given` is their number; without it none of them can be left out.

    >>> made = puzzle(8, seed=1)
    >>> count(8, place=made.given)
    1
    """
    return Puzzle(*_nqueens.puzzle(_board(size, (), (), (), variant), bool(unique),
                                   None if given is None else _whole("given", given, 0, 64),
                                   _optional_whole("seed", seed), _threads(threads),
                                   *_outlets(time_limit, None, result)))


def tour(board: Board = 8, *, start: Pair = (0, 0), closed: bool = False, seed: int = 0,
         time_limit: Optional[float] = None, result: Result = None) -> Solution:
    """A knight's tour of at most 100000000 squares: an array of them, (row, column), in its order;
    ``closed=True`` ends it a move from its start.

    >>> tour(5)[:3].tolist()
    [[0, 0], [1, 2], [0, 4]]
    """
    rows, columns = _shape(board, 1, 100_000_000)
    (row, column), = _squares("start", [start], rows, columns)
    squares = _nqueens.tour(rows, columns, row, column, bool(closed),
                            _whole("seed", seed, 0, 2**64 - 1),
                            *_outlets(time_limit, None, result))
    return numpy.stack(numpy.divmod(squares, columns), axis=1)


class Picture:
    """A drawing, shown by notebooks. `svg` is its text."""

    def __init__(self, *of: Any) -> None:
        self.svg: str = _nqueens.draw(*of, False).decode()
        self._of = of

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: Union[str, os.PathLike[str]]) -> None:
        """Writes a PNG file if the name ends in .png, else an SVG file."""
        is_png = os.fsdecode(path).lower().endswith(".png")
        picture = _nqueens.draw(*self._of, True) if is_png else self.svg.encode()
        with open(path, "wb") as file:
            file.write(picture)


def draw(columns: Union[Columns, Iterable[Columns], None] = None, *,
         board: Optional[Board] = None, place: Squares = (), block: Squares = (),
         exclude: Iterable[str] = (), variant: str = "queens", pixels: int = 400) -> Picture:
    """A drawing of 1 to 20000 queens, about `pixels` wide, 16 to 16384; queens that are attacked or
    in a wrong place are red, and lines join them. A list of placements becomes a sheet of at most
    5000 boards; without columns `board` is drawn with the queens of `place`. Notebooks show it;
    ``draw(c).save(path)`` writes a file, ``draw(c).svg`` is its text.

    >>> draw([1, 3, 0, 2]).svg[:4]
    '<svg'
    """
    all_columns = []
    if columns is not None:
        is_array = isinstance(columns, numpy.ndarray) and columns.ndim > 0
        some: Any = columns if is_array else _list("columns", columns, "whole numbers, or of such lists")
        if len(some) == 0:
            raise ValueError("columns is empty: there is nothing to draw")
        are_many = any(numpy.ndim(one) == 1 for one in some[:1])
        for one in some if are_many else [some]:
            made, *shape = _placement(one, board)
            board = (shape[0], shape[1])  # that of all
            all_columns.append(made.copy())
    elif board is None:
        raise TypeError("columns or board is missing")
    return Picture(all_columns, _board(board, place, block, exclude, variant),
                   _whole("pixels", pixels, 16, 16384))
