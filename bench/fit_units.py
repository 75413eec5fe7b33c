#!/usr/bin/env python3
"""Makes src/counting/colour_join/unit_costs.hpp from lines of measure_units.

Usage: fit_units.py FILE.csv... > src/counting/colour_join/unit_costs.hpp
On stderr: core seconds of each board by its batches alone, and the part of the work of N = 20 and
more that is in batches within 20 percent of the fitted costs.
"""

import csv
import sys

FIRST, LAST = 12, 28
CLASSES = 15

HEAD = '''\
// What units of the colour join take. Made by bench/fit_units.py from batches that
// bench/measure_units timed. Do not edit.
#pragma once

#include "counting/colour_join/model.hpp"

namespace nqueens::counting::colour_join {

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

}  // namespace nqueens::counting::colour_join
'''


def parts(row):
    """Seconds of the two colours and what they are in proportion to."""
    counted = float(row["counted"]) + float(row["factors"])
    return (counted, float(row["counted_size"])), (float(row["summed"]), float(row["summed_size"]))


def main(paths):
    classes = {}
    for path in paths:
        with open(path, newline="") as file:
            for row in csv.DictReader(file):
                classes.setdefault((int(row["n"]), int(row["queens"])), []).append(row)
    costs = {}
    for key, rows in classes.items():
        cost = []
        for colour in range(2):
            pairs = [(parts(row)[colour], int(row["units"])) for row in rows]
            size = sum(pair[1] * units for pair, units in pairs)
            cost.append(sum(pair[0] * units for pair, units in pairs) / size if size else 0.0)
        costs[key] = cost
    print(report(classes, costs), file=sys.stderr)
    print(HEAD, end="")
    for n in range(FIRST, LAST + 1):
        cells = [costs.get((n, queens), (0.0, 0.0)) for queens in range(CLASSES)]
        text = ", ".join("{%.3g, %.3g}" % (c * 1e6, s * 1e6) for c, s in cells)
        print(f"  {{{text}}},  // N = {n}")
    print(TAIL, end="")


def work_of(row):
    """Seconds of a batch."""
    return int(row["units"]) * sum(seconds for seconds, _ in parts(row))


def seconds_of(rows):
    """A unit of a class, on average."""
    return sum(work_of(row) for row in rows) / sum(int(row["units"]) for row in rows)


def report(classes, costs):
    """Core seconds of each board; the part of the work of N = 20 and more within 20 percent."""
    lines = []
    within = work = 0.0
    for n in sorted({n for n, _ in classes}):
        of_board = {key: rows for key, rows in classes.items() if key[0] == n}
        seconds = {key: seconds_of(rows) * float(rows[0]["class_units"])
                   for key, rows in of_board.items()}
        lines.append(f"N = {n}: {sum(seconds.values()):.4g} core seconds by the batches")
        if n < 20:
            continue
        for key, rows in of_board.items():
            units = sum(int(row["units"]) for row in rows)
            scale = float(rows[0]["class_units"]) / units / sum(seconds.values())
            for row in rows:
                (counted, a), (summed, b) = parts(row)
                taken, predicted = counted + summed, costs[key][0] * a + costs[key][1] * b
                work += scale * work_of(row)
                within += scale * work_of(row) * (taken / 1.2 <= predicted <= taken * 1.2)
    if work:
        lines.append(f"within 20 percent: {100 * within / work:.0f} percent of the work")
    return "\n".join(lines)


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(sys.argv[1:])
