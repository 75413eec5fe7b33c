"""The drawings of src/engine/colour_join/README.md, of solutions of 6 and 8 queens."""

import itertools

import numpy
from matplotlib import colors, pyplot

from .figures import COLOURS, GREY

# Of the quarters e, f, g, o; of white and black queens; the same on dark pages.
SQUARES = ("#f0e6d2", "#b5936c", "#b5936c", "#f0e6d2")
TINTS = ("#f6d7a8", "#9cb4d8", "#8fbfa9", "#f4eda6")
QUEENS, LINES = ("#ffffff", "#1c1c1c"), ("#c8480b", "#1a67b9")
CROWN = numpy.array([(-28, 32), (-36, -16), (-17, 8), (-11, -30), (0, 4), (11, -30), (17, 8),
                     (36, -16), (28, 32)]) / 100 + 0.5


def _solutions(size):
    """Each as white queens, black ones and both: (row, column)."""
    for queens in map(enumerate, itertools.permutations(range(size))):
        both = tuple(queens)
        if all(len({row + step * column for row, column in both}) == size for step in (1, -1)):
            yield [tuple(it for it in both if sum(it) % 2 == odd) for odd in (0, 1)] + [both]


def _draw(axes, queens, title, diagonals=None, rows=range(8), columns=range(8), squares=SQUARES):
    """Squares of these rows and columns; numbers have the colour of the queen in their line."""
    axes.pcolormesh([[2 * (row % 2) + column % 2 for column in columns] for row in rows], vmax=3,
                    cmap=colors.ListedColormap(squares), vmin=0, edgecolor=QUEENS[1], linewidth=0.4)
    for row, column in queens:
        for slope in (1, -1) if diagonals else ():
            axes.axline((column + 0.5, row + 0.5), slope=slope, color=diagonals, linewidth=1.6)
        if row in rows and column in columns:
            axes.fill(*(CROWN + (columns.index(column), rows.index(row))).T, linewidth=0.8, zorder=3,
                      facecolor=QUEENS[(row + column) % 2], edgecolor=QUEENS[1])
    axes.set(xlim=(0, len(columns)), ylim=(len(rows), 0), aspect="equal", title=title)
    axes.set_axis_off()
    for place, lines in enumerate((rows, columns)):
        for i, line in enumerate(lines):
            colour = {queen[place]: COLOURS[sum(queen) % 2] for queen in queens}.get(line, GREY)
            at = (i + 0.5) / len(lines)
            axes.text(*((at, -0.06) if place else (-0.05, 1 - at)), line, transform=axes.transAxes,
                      color=colour, weight="normal" if colour == GREY else "bold", fontsize=8,
                      ha="center", va="center")


def _side_by_side(height, boards):
    """Lists of boards, one below the other: of each the arguments of _draw."""
    plots = pyplot.figure(figsize=(7.6, height)).subplots(len(boards), len(boards[0]), squeeze=False)
    for axes, board in zip(plots.flat, itertools.chain(*boards)):
        _draw(axes, *board)
    return plots[0, 0]


def drawings():
    """Name -> what svgs() takes."""
    white, black, both = next(_solutions(8))
    parity = list(itertools.product(enumerate(("even", "odd")), repeat=2))
    yield "diagonals", _side_by_side(2.8, [[
        (both, "8 queens"), (white, "diagonals of the white queens", LINES[0]),
        (black, "diagonals of the black queens", LINES[1])]])
    yield "quarters", _side_by_side(2, [[(both, "the board\n", None, range(8), range(8), TINTS), *(
        (both, f"{name}: {row} rows,\n{column} columns", None, range(i, 8, 2), range(j, 8, 2), TINTS)
        for name, ((i, row), (j, column)) in zip("efgo", parity))]])
    yield "halves", _side_by_side(2.8, [[
        (white, "a white half"), (black, "+ a black half on the other lines"), (both, "= a solution")]])
    yield "six-queens", _side_by_side(5.9, [
        [(solution[i], name, None, range(6), range(6)) for solution in _solutions(6)]
        for i, name in enumerate(("white half", "+ black half", "= solution"))])
