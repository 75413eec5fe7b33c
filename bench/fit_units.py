#!/usr/bin/env python3
"""Makes src/engine/colour_join/unit_costs.hpp from lines of measure_units.

Usage: fit_units.py FILE.csv... > src/engine/colour_join/unit_costs.hpp
On stderr: core seconds of each board by its batches alone, and the part of the work for N = 20 and
more whose batches are within 20 percent of the fitted costs.
"""

import csv
import sys

FIRST, LAST = 12, 28
CLASSES = 15

HEAD = '''\
// What units of the colour join take. Made by bench/fit_units.py from batches that
// bench/measure_units timed. Do not edit.
#pragma once

#include "engine/colour_join/model.hpp"

namespace nqueens::engine::colour_join {

inline constexpr int kFirstUnitCosts = %d;
inline constexpr int kLastUnitCosts = %d;

// clang-format off
/// Microseconds on one core with AVX-512 of a unit of size 1 (Model::unit_size), by board size and
/// queens in even rows.
inline constexpr UnitWork kUnitCosts[][%d] = {
''' % (FIRST, LAST, CLASSES)
TAIL = '''\
};
// clang-format on

}  // namespace nqueens::engine::colour_join
'''


def main(paths):
    classes = {}
    for path in paths:
        with open(path, newline="") as file:
            for row in csv.DictReader(file):
                row = {name: float(value) for name, value in row.items()}
                classes.setdefault((int(row["n"]), int(row["queens"])), []).append(row)
    costs = {key: [cost(rows, colour) for colour in ("counted", "summed")]
             for key, rows in classes.items()}
    report(classes, costs)
    print(HEAD, end="")
    for n in range(FIRST, LAST + 1):
        cells = [costs.get((n, queens), (0.0, 0.0)) for queens in range(CLASSES)]
        text = ", ".join("{%.3g, %.3g}" % (c * 1e6, s * 1e6) for c, s in cells)
        print(f"  {{{text}}},  // N = {n}")
    print(TAIL, end="")


def total(rows, name):
    return sum(row["units"] * row[name] for row in rows)


def cost(rows, colour):
    """Seconds of a unit of size 1."""
    size = total(rows, f"{colour}_size")
    return total(rows, colour) / size if size else 0.0


def report(classes, costs):
    """Core seconds of each board; the part of the work of N = 20 and more within 20 percent."""
    within = work = 0.0
    for n in sorted({n for n, _ in classes}):
        # The factor from the batches of a class to the whole class.
        scales = {key: rows[0]["class_units"] / sum(row["units"] for row in rows)
                  for key, rows in classes.items() if key[0] == n}
        board = sum(scale * (total(classes[key], "counted") + total(classes[key], "summed"))
                    for key, scale in scales.items())
        print(f"N = {n}: {board:.4g} core seconds by the batches", file=sys.stderr)
        if n < 20:
            continue
        for key, scale in scales.items():
            counted, summed = costs[key]
            for row in classes[key]:
                taken = row["counted"] + row["summed"]
                predicted = counted * row["counted_size"] + summed * row["summed_size"]
                part = scale * row["units"] * taken / board
                work += part
                within += part * (taken / 1.2 <= predicted <= taken * 1.2)
    if work:
        print(f"within 20 percent: {100 * within / work:.0f} percent of the work", file=sys.stderr)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(sys.argv[1:])
