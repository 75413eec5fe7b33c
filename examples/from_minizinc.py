#!/usr/bin/env python3
"""Prints the board of a MiniZinc data file (.dzn), or of an instance of CSPLib 079 (.param), as
words of nqueens:

    nqueens count $(python3 from_minizinc.py blocked.dzn)

Read are: n, N or board_size, the size of the board; row and col, arrays with the rows and the
columns of blocked squares; queens, q or init, the given queens; diags, the excluded diagonals of
CSPLib. Given queens are an array with the column of each row (_, <> or 0: no queen is given), or
one of two dimensions with a square in each row. --place and --block tell other names of arrays,
as in --place given or --place given_row,given_col."""

import argparse
import re
import sys


def integers(text):
    """The numbers of a list; None for those that are not given."""
    words = [word.strip() for word in text.strip().strip(",").split(",")]
    return [None if word in ("_", "<>") else int(word) for word in words if word]


def value_of(text):
    """A number, a list, or a list of lists; None for anything else."""
    text = text.strip().removesuffix(";").strip()
    try:
        if text.startswith("[|"):
            return [integers(row) for row in text.strip("[]").split("|") if row.strip(" \n\t,")]
        if text.startswith("[["):
            return [integers(row) for row in re.findall(r"\[([^][]*)\]", text)]
        if match := re.fullmatch(r"array2d\(.*?,\s*1\.\.2\s*,\s*\[([^][]*)\]\s*\)", text, re.S):
            flat = integers(match[1])
            return [list(pair) for pair in zip(flat[::2], flat[1::2])]
        if match := re.fullmatch(r"(?:array1d\([^[]*)?\[([^][]*)\]\s*\)?", text, re.S):
            return integers(match[1])
        return int(text)
    except ValueError:
        return None


def read(text):
    """The values by name. A value ends where the next name begins."""
    parts = re.split(r"(?:\bletting\s+)?\b([A-Za-z]\w*)\s*=", re.sub(r"[%$].*", "", text))
    return {name: value_of(value) for name, value in zip(parts[1::2], parts[2::2])}


def squares(data, names, size, base):
    """Takes the squares of one array, or of two for rows and columns; counts them from 0."""
    arrays = [data.pop(name, None) for name in names.split(",")]
    if None in arrays or int in map(type, arrays) or len({len(array) for array in arrays}) > 1:
        raise ValueError(f"{names}: no such array of numbers, or of different lengths")
    if len(arrays) == 2:
        pairs = list(zip(*arrays))
    elif list in map(type, arrays[0]):
        pairs = arrays[0]
    elif len(arrays[0]) == size:
        pairs = [(row, column) for row, column in enumerate(arrays[0], base)
                 if column is not None and (column != 0 or base == 0)]
    else:
        raise ValueError(f"{names} has {len(arrays[0])} numbers, not one for each of {size} rows")
    for pair in pairs:
        if len(pair) != 2 or any(at is None or not base <= at < size + base for at in pair):
            raise ValueError(f"{list(pair)} of {names} is no square of a board of {size}")
    return [f"{row - base}:{column - base}" for row, column in pairs]


def words_of(data, to):
    size = next((data.pop(name) for name in ("n", "N", "board_size") if name in data), None)
    if not isinstance(size, int):
        raise ValueError("no size of the board: n, N or board_size")
    base = to.base if to.base is not None else 0 if to.file.endswith(".param") else 1
    place, block = to.place, to.block
    if not place and not block:
        place = next((name for name in ("queens", "q", "init") if name in data), None)
        block = "row,col" if "row" in data else None
    # CSPLib: [K, 1] is row + column = K, and [K, 0] is row - column = K - (n - 1).
    lines = [f"a:{k}" if is_sum else f"d:{size - 1 - k}" for k, is_sum in data.pop("diags", [])]
    restrictions = (("--place", place and squares(data, place, size, base)),
                    ("--block", block and squares(data, block, size, base)),
                    ("--exclude", lines[:to.diagonals]))
    if others := [name for name, value in data.items() if not isinstance(value, int)]:
        raise ValueError(f"{others[0]} is not read; name arrays by --place and --block")
    return [str(size)] + [word for option, items in restrictions if items
                          for word in (option, ",".join(items))]


parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
parser.add_argument("file", help="- for standard input")
parser.add_argument("--place", metavar="NAMES", help="array of given queens")
parser.add_argument("--block", metavar="NAMES", help="array of blocked squares")
parser.add_argument("--base", type=int, choices=(0, 1), help="first row; default: 1, in .param 0")
parser.add_argument("--diagonals", type=int, metavar="NUM", help="exclude only the first NUM")
given = parser.parse_args()
try:
    with open(0 if given.file == "-" else given.file, encoding="utf-8") as file:
        print(" ".join(words_of(read(file.read()), given)))
except (OSError, ValueError, TypeError) as error:
    print(f"from_minizinc.py: {given.file}: {error}", file=sys.stderr)
    sys.exit(2)
