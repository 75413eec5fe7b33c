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
import json
import re
import sys


def value_of(text):
    """A number, a list of numbers, or a list of such lists, where null is none; else None."""
    text = text.strip().removesuffix(";").strip()
    array = re.fullmatch(r"array(?:1d\([^[]*|2d\([^[]*,\s*(1\.\.2)\s*),\s*(\[[^][]*\])\s*\)", text)
    text = (array[2] if array else text).replace("[|", "[[").replace("|]", "]]").replace("|", "],[")
    if re.search(r"[^][0-9,_<>\s-]", text):
        return None
    text = re.sub(r"<>|\b_\b", "null", re.sub(r",\s*\]", "]", text))  # a comma may end a list
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return [value[at:at + 2] for at in range(0, len(value), 2)] if array and array[1] else value


def read(text):
    """The values by name. A value ends where the next name begins."""
    text = re.sub(r"/\*[\s\S]*?\*/|[%$].*|\blanguage\s+ESSENCE'?\s+[0-9.]+", " ", text)
    before, *parts = re.split(r"(?:\bletting\s+)?\b(_*[A-Za-z]\w*)\s*=", text)
    if parts and before.strip():
        raise ValueError(f"{before.strip()[:40]!r} before the first name is not read")
    data = dict(zip(parts[::2], map(value_of, parts[1::2])))
    if 2 * len(data) < len(parts):
        raise ValueError("a name has more than one value")
    return data


def require_pairs(name, pairs, first, second, what):
    for pair in pairs if isinstance(pairs, list) else [pairs]:
        if not (isinstance(pair, list) and len(pair) == 2 and all(
                isinstance(at, int) and at in known for at, known in zip(pair, (first, second)))):
            raise ValueError(f"{pair} of {name} is no {what}")


def squares(data, names, size, base):
    """Takes the squares of one array, or of two for rows and columns; counts them from 0."""
    arrays = [data.pop(name, None) for name in names.split(",")]
    if len(arrays) > 2 or {*map(type, arrays)} != {list} or len({*map(len, arrays)}) > 1:
        raise ValueError(f"{names}: no such array of numbers, or of different lengths")
    if len(arrays) == 2:
        pairs = list(map(list, zip(*arrays)))
    elif list in map(type, arrays[0]):
        pairs = arrays[0]
    elif len(arrays[0]) == size:
        pairs = [[row, column] for row, column in enumerate(arrays[0], base)
                 if column is not None and (column != 0 or base == 0)]
    else:
        raise ValueError(f"{names} has {len(arrays[0])} numbers, not one for each of {size} rows")
    sides = range(base, size + base)
    require_pairs(names, pairs, sides, sides, f"square of a board of {size}")
    return [f"{row - base}:{column - base}" for row, column in pairs]


def words_of(data, to):
    sizes = [data.pop(name) for name in ("n", "N", "board_size") if name in data]
    size = sizes[0] if len(sizes) == 1 else None
    if not isinstance(size, int) or size < 0:
        raise ValueError("no size of the board, or several: n, N or board_size")
    base = to.base if to.base is not None else 0 if to.file.endswith(".param") else 1
    place, block = to.place, to.block
    if not place and not block:
        place = next((name for name in ("queens", "q", "init") if name in data), None)
        block = "row,col" if "row" in data else None
    # CSPLib: [K, 1] is row + column = K, and [K, 0] is row - column = K - (n - 1).
    diagonals = data.pop("diags", [])
    require_pairs("diags", diagonals, range(2 * size - 1), (0, 1), f"diagonal of a board of {size}")
    if to.diagonals is not None and to.diagonals < 0:
        raise ValueError(f"--diagonals {to.diagonals} is negative")
    lines = [f"a:{k}" if is_sum else f"d:{size - 1 - k}" for k, is_sum in diagonals]
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
    with open(0 if given.file == "-" else given.file, encoding="utf-8-sig") as file:
        print(" ".join(words_of(read(file.read()), given)))
except (OSError, ValueError) as error:
    print(f"from_minizinc.py: {given.file}: {getattr(error, 'strerror', None) or error}",
          file=sys.stderr)
    sys.exit(2)
