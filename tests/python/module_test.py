"""The Python package: counts, lists, solutions, errors, progress, Ctrl-C, other threads."""

import itertools
import os
import pydoc
import signal
import subprocess
import sys
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


def test_help_begins_with_an_example_and_the_functions():
    lines = pydoc.plain(pydoc.render_doc(nqueens)).splitlines()
    assert len(lines) <= 200
    assert lines[6:9] == ["    >>> import nqueens", "    >>> nqueens.count(8)", "    92"]
    top = "\n".join(lines[:30])
    for name in nqueens.__all__:
        assert f"{name} " in top or f"\n    {name}" in top
    assert isinstance(nqueens.NoSolution("x"), nqueens.Error)


def test_boards_as_they_are_written():
    """tests/cli/random_boards_test.py checks their counts."""
    assert nqueens.count(8, exclude=["d:0", "a:-0"]) == nqueens.count(8, exclude=["a:0", "d:0"])
    assert list(nqueens.solutions((6, 8), place=["b4"], block=["h1"])) == list(
        nqueens.solutions((6, 8), place=[(2, 1)], block=[(5, 7)])) != []
    assert nqueens.count((2, 3)) == 2
    assert nqueens.count(8, place=[(0, 3), (0, 3)]) == nqueens.count(8, place=[(0, 3)]) == 18


def test_numpy_integers():
    two, eight = numpy.uint8(2), numpy.int64(8)
    square = numpy.array([[0, 3]])
    board = nqueens.solve(numpy.int64(1000), place=square, seed=eight, threads=two)
    assert len(board) == 1000 and board[0] == 3
    assert nqueens.count(eight, place=square, threads=two) == nqueens.count(8, place=[(0, 3)])
    assert nqueens.count((two, numpy.int32(3))) == 2
    assert nqueens.estimate(eight, seed=two, threads=two, time_limit=numpy.float32(1)).value == 92
    assert len(list(nqueens.solutions(eight, limit=two, threads=two))) == 2
    assert nqueens.draw([0], pixels=numpy.int16(50)).svg


def test_solutions_are_lazy():
    first = next(nqueens.solutions(26))
    assert len(first) == 26 and not attacks(first)
    assert len(list(nqueens.solutions(10, limit=7))) == 7
    assert list(nqueens.solutions(0)) == [()]


def test_blocks_are_arrays():
    blocks = list(nqueens.solution_blocks(12))
    assert all(block.dtype == numpy.int8 and block.shape[1] == 12 for block in blocks)
    assert sum(len(block) for block in blocks) == 14200


def test_solve():
    board = nqueens.solve(100_000, seed=3, threads=1)
    assert board.dtype == numpy.int32 and board.shape == (100_000,)
    assert nqueens.is_solution(board)
    assert (board == nqueens.solve(100_000, seed=3, threads=1)).all()
    board[0] = board[1]
    assert not nqueens.is_solution(board)

    given = nqueens.solve(1000, place=[(0, 3), (5, 7)], block=[(1, c) for c in range(900)])
    assert given[0] == 3 and given[5] == 7 and given[1] >= 900 and nqueens.is_solution(given)
    small = nqueens.solve((8, 12), place=[(1, 11)])
    assert small[1] == 11 and not attacks(small.tolist())


def test_is_solution_of_a_problem():
    wide = nqueens.solve((3, 5), seed=1)
    assert nqueens.is_solution(wide, board=(3, 5))
    assert not nqueens.is_solution([0, 1, 4], board=(3, 5))
    large = nqueens.solve(100, seed=1)
    column = large[2]
    assert nqueens.is_solution(large, board=100, place=[(2, column)], block=[(2, 99 - column)])
    assert not nqueens.is_solution(large, place=[(2, 99 - column)])
    assert not nqueens.is_solution(large, block=[(2, column)])


def test_unique_solutions():
    first, other = nqueens.solve(8, place=["b4", "d5"], unique=True)
    assert sorted([tuple(first), tuple(other)]) == sorted(nqueens.solutions(8, place=["b4", "d5"]))
    given = nqueens.puzzle(8, seed=3).given
    only, none = nqueens.solve(8, place=given, unique=True)
    assert none is None and list(nqueens.solutions(8, place=given)) == [tuple(only)]
    with pytest.raises(nqueens.NoSolution):
        nqueens.solve(3, unique=True)
    result = {}
    nqueens.solve(8, place=given, unique=True, result=result)
    assert result["unique"] is True and result["given"] == len(given)
    nqueens.solve(8, unique=True, algorithm="mrv", result=result)
    assert result["unique"] is False
    with pytest.raises(nqueens.NoSolution):
        nqueens.solve(3, unique=True, result=result)
    assert result["unique"] is None
    result = {}
    nqueens.solve(8, algorithm="min-conflicts", max_moves=3, seed=1, result=result)
    assert "unique" not in result
    assert result["statistics"]["moves"] <= 3 * (1 + result["statistics"]["restarts"])


def test_verify():
    right = nqueens.verify([1, 3, 0, 2])
    assert right and right == (True, None, None)
    wrong = nqueens.verify([0, 1, 2, 3])
    assert not wrong and wrong.attack == (0, 1, "diagonal") and "share a diagonal" in wrong.violation
    misplaced = nqueens.verify([1, 3, 0, 2], block=[(0, 1)])
    assert not misplaced and misplaced.attack is None and "no queen may stand on" in misplaced.violation
    assert nqueens.verify([0, 2], board=(2, 3))
    assert nqueens.verify([0, 2], board=(2, 3), variant="superqueens").attack.line == "knight's move"


def test_puzzles():
    result = {}
    made = nqueens.puzzle(10, seed=4, result=result)
    assert made.given == nqueens.puzzle(10, seed=4, threads=1).given and result["seed"] == 4
    assert all(made.solution[row] == column for row, column in made.given)
    assert nqueens.count(10, place=made.given) == 1
    some = nqueens.puzzle(12, unique=False, given=2, variant="semi")
    assert len(some.given) == 2 and nqueens.verify(some.solution, place=some.given, variant="semi")


def test_tours():
    result = {}
    squares = nqueens.tour((6, 9), start=(2, 3), closed=True, result=result)
    assert squares.shape == (54, 2) and tuple(squares[0]) == (2, 3) and result["closed"] is True
    assert len(set(map(tuple, squares.tolist()))) == 54 and squares.max(axis=0).tolist() == [5, 8]
    assert (numpy.abs(squares - numpy.roll(squares, 1, axis=0)).prod(axis=1) == 2).all()
    assert nqueens.tour(start="a1")[0].tolist() == [7, 0]
    with pytest.raises(nqueens.NoSolution):
        nqueens.tour(4)


def test_conflicts():
    assert nqueens.conflicts([1, 3, 0, 2]) == []
    assert nqueens.conflicts([1, 2, 0]) == [(0, 1, "diagonal")]
    assert not nqueens.is_solution([0, 0])
    assert nqueens.is_solution([])


def test_draw(tmp_path):
    picture = nqueens.draw(nqueens.solve(8), pixels=200)
    assert picture._repr_svg_().startswith("<svg")
    picture.save(tmp_path / "board.svg")
    assert (tmp_path / "board.svg").read_text().endswith("</svg>\n")
    for name in ("board.png", tmp_path / "BOARD.PNG"):
        picture.save(tmp_path / name)
        data = (tmp_path / name).read_bytes()
        assert data.startswith(b"\x89PNG") and 150 < int.from_bytes(data[16:20], "big") < 250


def test_draw_marks_what_is_wrong():
    plain = nqueens.draw([1, 3, 0, 2]).svg
    given = nqueens.draw([1, 3, 0, 2], place=[(0, 1)], block=["a1"]).svg
    assert given != plain and given != nqueens.draw([1, 3, 0, 2], place=[(0, 0)], block=["a1"]).svg
    assert nqueens.draw([0, 2], board=(2, 3)).svg != nqueens.draw([0, 2], board=(2, 3), variant="superqueens").svg
    assert nqueens.draw(board=8, place=["b4", "d5"]).svg != nqueens.draw(board=8).svg


def test_draw_lists(tmp_path):
    sheet = nqueens.draw(nqueens.solutions(6), pixels=300)
    assert sheet.svg == nqueens.draw(numpy.array(list(nqueens.solutions(6))), pixels=300).svg
    assert sheet.svg.count("<path") > nqueens.draw([1, 3, 5, 0, 2, 4]).svg.count("<path")
    sheet.save(tmp_path / "sheet.png")
    assert (tmp_path / "sheet.png").read_bytes().startswith(b"\x89PNG")
    assert nqueens.draw([[1, 3, 0, 2]]).svg == nqueens.draw([1, 3, 0, 2]).svg


def test_estimate():
    exact = nqueens.estimate(8)
    assert exact.is_exact and exact.value == 92
    guess = nqueens.estimate(19, error=0.05, seed=2)
    assert guess.low <= guess.value <= guess.high
    assert guess == nqueens.estimate(19, error=0.05, seed=2)


def called(call):
    """What the text calls, a function of the package."""
    return eval(call, {**vars(nqueens), "numpy": numpy})


@pytest.mark.parametrize("call", [
    "count(-1)", "count(28)", "count(8, engine='magic')", "count(8, device=1)",
    "count(8, engine='opencl', device=1000)", "count(8, threads=-1)", "count(8, place=[(8, 0)])",
    "count(8, block=[(-1, 0)])", "count(8, exclude=['x:1'])", "count(8, variant='kings')",
    "count(8, place=[(0, 0), (1, 1)])", "solve(8, place=[(0, 0), (7, 0)])",
    "count(8, place=['i1'])", "count(8, place=[(1, 2, 3)])", "count(8, exclude=['d:--0'])",
    "count(8, exclude=['d:99999999999'])", "count(8, threads=5000)", "count(2**40)",
    "count((0, 3))", "estimate(8, time_limit=-1)", "solve(8, seed=-1)", "solve(8, seed=2**64)",
    "solve(0)", "solutions(-1)", "solutions(65)", "solutions(8, limit=-1)", "solve(-1)",
    "solve(2**32)", "solve(100, exclude=['d:0'])", "solve(100, block=[(100, 0)])",
    "solve(100, place=[(0, 0), (1, 1)])", "is_solution([0, 2])", "is_solution([-1, 0])",
    "is_solution([2**70, 0])", "is_solution([0, 5, 1], board=(3, 5))",
    "is_solution([0, 2], board=(3, 5))", "is_solution(solve((3, 5), place=[(0, 4)]))",
    "conflicts([0, 4, 1])", "draw([0, 4, 1])", "draw([0], pixels=3)", "draw([[0], [0, 2]])",
    "draw([range(200)] * 4000)", "draw(iter([]))", "draw(board=8, place=[(0, 0), (1, 1)])",
    "solve(8, max_moves=-1)", "solve(8, algorithm='qs4', max_moves=3)", "solve(100, unique=True)",
    "puzzle(65)", "puzzle(8, unique=False)", "puzzle(8, given=-1)", "tour((10**8, 2))",
    "tour(8, start=(8, 0))", "estimate(8, error=2.0)",
])
def test_wrong_arguments(call):
    with pytest.raises(ValueError) as caught:
        called(call)
    assert str(caught.value) and "\n" not in str(caught.value)


@pytest.mark.parametrize("said, call", [
    # 10**9 rows: a search before the refusal would take many seconds
    ("unique takes boards of up to 64", "solve(10**9, unique=True, algorithm='qs4')"),
    ("unique excludes", "solve(8, unique=True, algorithm='qs4')"),
    ("unique excludes", "solve(8, unique=True, max_moves=3)"),
    ("a picture shows 1 to 5000 boards", "draw([[0, 1]] * 5001)"),
    ("a picture shows 1 to 20000 queens", "draw(board=0)"),
    ("columns is empty", "draw([])"),
    ("columns is empty", "draw(iter([]), board=8)"),
    ("columns is empty", "draw(numpy.empty((0, 4), dtype=int))"),
    ("^1 queen on a board of 8 rows", "draw([0], board=8)"),
    ("^2 queens on a board of 1 row$", "verify([0, 2], board=1)"),
    ("a square board of 1 row has", "conflicts([1])"),
])
def test_refusals_say_why(said, call):
    with pytest.raises(ValueError, match=said):
        called(call)


@pytest.mark.parametrize("name, call", [(name, call) for name, *calls in [
    ["board", "count(8.0)", "count([3, 5])", "count((3, 5.0))", "solve('8')",
     "is_solution([0], board=1.0)"],
    ["place", "count(8, place=[0])", "count(8, place='a1')", "solve(100, place=[(0.0, 1.0)])",
     "count(8, place=numpy.array(3))"],
    ["block", "count(8, block=3)"],
    ["exclude", "count(8, exclude=[0])", "solve(8, exclude='d:0')"],
    ["variant", "count(8, variant=1)"],
    ["engine", "count(8, engine=None)"],
    ["algorithm", "solve(8, algorithm=3)"],
    ["threads", "count(8, threads=1.0)"],
    ["seed", "solve(8, seed='1')"],
    ["limit", "solutions(8, limit=1.5)"],
    ["foo", "solutions(8, foo=1)"],
    ["time_limit", "estimate(8, time_limit='1')"],
    ["error", "estimate(8, error='1%')"],
    ["progress", "count(8, progress=3)", "solve(8, progress=3)"],
    ["column", "is_solution([0.5, 1.5])"],
    ["columns", "is_solution(5)", "is_solution([[0, 2], [1, 3]])", "conflicts([[0, 2], [1]])",
     "draw()", "draw('abc')", "draw([[[0]]])", "draw(numpy.array(3))"],
    ["pixels", "draw([0], pixels=100.0)"],
    ["max_moves", "solve(8, max_moves=1.5)"],
    ["given", "puzzle(8, given='2')"],
    ["start", "tour(8, start=3)"],
] for call in calls])
def test_arguments_of_wrong_types(name, call):
    with pytest.raises(TypeError, match=rf"\b{name}\b") as caught:
        called(call)
    assert "\n" not in str(caught.value)


def test_device():
    try:
        assert nqueens.count(10, engine="opencl", device=1) == 724
    except ValueError as error:  # no device, or a build without the engine
        assert "opencl" in str(error)
        assert not os.path.exists("/etc/OpenCL/vendors/pocl.icd")


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


@pytest.fixture
def sigint_is_heard():
    """A test runner in the background may ignore SIGINT, and then Python ignores it too."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


@pytest.mark.parametrize("call", [
    lambda: nqueens.count(25),
    lambda: nqueens.estimate(25, time_limit=600),
    lambda: sum(len(block) for block in nqueens.solution_blocks(25)),
])
def test_ctrl_c_ends_a_call(call, sigint_is_heard):
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


def end_of(script):
    """The exit code and standard error of a process that runs the script."""
    done = subprocess.run([sys.executable, "-W", "ignore", "-c", script], stderr=subprocess.PIPE, text=True,
                          timeout=120, check=False)
    return done.returncode, done.stderr


@pytest.mark.parametrize("call", [
    "nqueens.count(26)",
    "nqueens.count(26, progress=lambda *_: print(end='.', flush=True))",
    "[list(nqueens.solutions(12)) for _ in range(1000)]",
    "[nqueens.is_solution([1, 3, 0, 2]) for _ in range(10**9)]",
])
def test_the_interpreter_may_end_while_a_daemon_thread_works(call):
    for _ in range(5):
        assert end_of(f"""
import threading, time, nqueens
threading.Thread(target=lambda: {call}, daemon=True).start()
kept = nqueens.solution_blocks(26)
next(kept)
time.sleep(0.3)
""") == (0, "")


def test_a_fork_ends_an_open_iterator():
    assert end_of("""
import os, sys, nqueens
blocks = nqueens.solution_blocks(20)
next(blocks)
child = os.fork()
if child == 0:
    assert nqueens.count(8, threads=1) == 92
    try:
        next(blocks)
    except nqueens.Error as error:
        sys.exit(7)
next(blocks)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]))
""") == (7, "")


def test_results_tell_what_was_done():
    result = {}
    assert nqueens.count(8, fundamental=True, threads=1, result=result) == 12
    assert (result["solutions"], result["fundamental"], result["threads"]) == (92, 12, 1)
    result = {}
    nqueens.solve(1000, seed=2**64 - 1, threads=1, result=result)
    assert (result["seed"], result["verified"]) == (2**64 - 1, True)
    assert result["statistics"]["probes"] > 0
    result = {}
    nqueens.estimate(20, time_limit=0.5, seed=3, result=result)
    assert result["seed"] == 3 and result["samples"] > 0
    with pytest.raises(TypeError):
        nqueens.count(8, result=[])


def test_time_limits():
    result = {}
    with pytest.raises(nqueens.Stopped):
        nqueens.count(22, engine="bitmask", time_limit=0.3, threads=1, result=result)
    assert result["threads"] == 1 and result["seconds"] > 0
    with pytest.raises(ValueError):
        nqueens.count(28)
    with pytest.raises(nqueens.Stopped):
        nqueens.count(28, force=True, time_limit=0.1)
    endless = [f"a:{total}" for total in range(0, 81, 2)]
    with pytest.raises(nqueens.Stopped):
        nqueens.solve(41, exclude=endless, time_limit=0.3, result=result)
    assert result["algorithm"] == "mrv" and result["statistics"]["nodes"] > 0
    for bad in (0, -1, float("nan")):
        with pytest.raises(ValueError):
            nqueens.count(8, time_limit=bad)
