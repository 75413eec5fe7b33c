"""The Python package: counts, lists, solutions, errors, progress, Ctrl-C, other threads."""

import itertools
import os
import signal
import threading
import time

import numpy
import pytest

import nqueens

KNOWN = [1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200]


def attacks(columns):
    """Every attacking pair of rows, by the definition."""
    return [
        (a, b) for a, b in itertools.combinations(range(len(columns)), 2)
        if columns[a] == columns[b] or abs(columns[a] - columns[b]) == b - a
    ]


def test_counts():
    assert [nqueens.count(n) for n in range(13)] == KNOWN
    for engine in ("reference", "bitmask", "simd"):
        assert nqueens.count(10, engine=engine, threads=2) == 724


def test_counts_of_restricted_boards():
    boards = list(nqueens.solutions(8))
    assert nqueens.count(8, place=[(2, 5)]) == sum(board[2] == 5 for board in boards)
    assert nqueens.count(8, block=[(0, 0), (7, 3)]) == sum(
        board[0] != 0 and board[7] != 3 for board in boards)
    assert nqueens.count(8, exclude=["d:0", "a:-0"]) == sum(
        all(c != r and c + r != 0 for r, c in enumerate(board)) for board in boards)
    assert nqueens.count((2, 3)) == 2
    assert nqueens.count(13, variant="torus") == 4524


def test_solutions_are_lazy_and_in_order():
    boards = list(nqueens.solutions(9))
    assert len(boards) == 352 and boards == sorted(set(boards))
    assert all(not attacks(board) for board in boards)
    first = next(nqueens.solutions(26))
    assert len(first) == 26 and not attacks(first)
    assert len(list(nqueens.solutions(10, limit=7))) == 7
    assert list(nqueens.solutions(3)) == []
    assert list(nqueens.solutions(0)) == [()]


def test_blocks_are_arrays():
    blocks = list(nqueens.solution_blocks(12))
    assert all(block.dtype == numpy.uint8 and block.shape[1] == 12 for block in blocks)
    assert sum(len(block) for block in blocks) == 14200


def test_solve():
    board = nqueens.solve(100_000, seed=3, threads=1)
    assert board.dtype == numpy.uint32 and board.shape == (100_000,)
    assert nqueens.is_solution(board)
    assert (board == nqueens.solve(100_000, seed=3, threads=1)).all()
    board[0] = board[1]
    assert not nqueens.is_solution(board)

    given = nqueens.solve(1000, place=[(0, 3), (5, 7)], block=[(1, c) for c in range(900)])
    assert given[0] == 3 and given[5] == 7 and given[1] >= 900 and nqueens.is_solution(given)
    small = nqueens.solve((8, 12), place=[(1, 11)])
    assert small[1] == 11 and not attacks(small.tolist())


def test_conflicts():
    assert nqueens.conflicts([1, 3, 0, 2]) == []
    assert nqueens.conflicts([1, 2, 0]) == [(0, 1, "diagonal")]
    assert not nqueens.is_solution([0, 0])
    assert nqueens.is_solution([])


def test_draw(tmp_path):
    picture = nqueens.draw(nqueens.solve(8), size=200)
    assert picture._repr_svg_().startswith("<svg")
    picture.save(tmp_path / "board.svg")
    assert (tmp_path / "board.svg").read_text().endswith("</svg>\n")


def test_estimate():
    exact = nqueens.estimate(8)
    assert exact.is_exact and exact.value == 92
    guess = nqueens.estimate(19, error=0.05, seed=2)
    assert guess.low <= guess.value <= guess.high
    assert guess == nqueens.estimate(19, error=0.05, seed=2)


@pytest.mark.parametrize("call", [
    lambda: nqueens.count(-1),
    lambda: nqueens.count(33),
    lambda: nqueens.count(8, engine="magic"),
    lambda: nqueens.count(8, threads=-1),
    lambda: nqueens.count(8, place=[(8, 0)]),
    lambda: nqueens.count(8, block=[(-1, 0)]),
    lambda: nqueens.count(8, exclude=["x:1"]),
    lambda: nqueens.count(8, exclude=["d:8"]),
    lambda: nqueens.count(8, variant="kings"),
    lambda: nqueens.solve(-1),
    lambda: nqueens.solve(2**32),
    lambda: nqueens.solve(100, exclude=["d:0"]),
    lambda: nqueens.solve(100, block=[(100, 0)]),
    lambda: nqueens.solve(100, block=[(-1, 0)]),
    lambda: nqueens.solve(100, place=[(0, 0), (1, 1)]),
    lambda: nqueens.is_solution([0, 2]),
    lambda: nqueens.is_solution([0.5, 1.5]),
    lambda: nqueens.is_solution([-1, 0]),
    lambda: nqueens.is_solution([[0, 2], [1, 3]]),
    lambda: nqueens.draw([]),
    lambda: nqueens.draw([0], size=3),
    lambda: nqueens.estimate(8, error=2.0),
])
def test_wrong_arguments(call):
    with pytest.raises(ValueError) as caught:
        call()
    assert str(caught.value) and "\n" not in str(caught.value)


def test_no_solution():
    with pytest.raises(nqueens.NoSolution):
        nqueens.solve(3)
    with pytest.raises(nqueens.NoSolution):
        nqueens.solve(8, place=[(0, 0), (2, 1), (4, 2)], block=[(7, 5), (7, 3), (7, 6), (7, 7)])
    assert issubclass(nqueens.NoSolution, nqueens.Error)


def test_progress_and_its_exceptions():
    seen = []

    class Enough(Exception):
        pass

    def progress(fraction, seconds):
        seen.append((fraction, seconds))
        raise Enough

    began = time.monotonic()
    with pytest.raises(Enough):
        nqueens.count(25, progress=progress)
    assert time.monotonic() - began < 30
    assert len(seen) == 1 and 0 <= seen[0][0] <= 1


def test_other_threads_run_meanwhile():
    ticks = []
    done = threading.Event()

    def tick():
        while not done.is_set():
            ticks.append(None)
            time.sleep(0.001)

    thread = threading.Thread(target=tick)
    thread.start()
    nqueens.count(15, engine="bitmask", threads=1)
    done.set()
    thread.join()
    assert len(ticks) > 10


@pytest.mark.parametrize("call", [
    lambda: nqueens.count(25),
    lambda: nqueens.estimate(25, time_limit=600),
    lambda: sum(len(block) for block in nqueens.solution_blocks(25)),
])
def test_ctrl_c_ends_a_call(call):
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        call()
    timer.join()


def test_an_iterator_may_be_dropped():
    for _ in range(20):
        blocks = nqueens.solution_blocks(14)
        next(blocks)
        del blocks
