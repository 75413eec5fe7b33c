#!/usr/bin/env python3
"""Makes src/counting/colour_join/unit_costs.cpp from lines of measure_units.

Usage: fit_units.py FILE.csv... > src/counting/colour_join/unit_costs.cpp
On stderr: how far the fitted costs are from the measured batches, weighted by the work of classes.
"""

import csv
import sys

FIRST, LAST = 12, 28
CLASSES = 15


# Work grows by this power of placements (model.cpp).
POWER = 0.75


def parts(row):
    """Seconds of the two colours and what they are in proportion to."""
    counted = float(row["counted"]) + float(row["factors"])
    of_counted = (float(row["counted_first"]) * float(row["counted_second"])) ** POWER
    of_summed = (float(row["summed_first"]) * float(row["summed_second"])) ** POWER
    return (counted, of_counted), (float(row["summed"]), of_summed)


def main(paths):
    classes = {}
    for path in paths:
        with open(path, newline="") as file:
            for row in csv.DictReader(file):
                classes.setdefault((int(row["n"]), int(row["queens"])), []).append(row)
    costs = {}
    within = work = 0.0
    for key, rows in sorted(classes.items()):
        cost = []
        for colour in range(2):
            pairs = [(parts(row)[colour], int(row["units"])) for row in rows]
            size = sum(pair[1] * units for pair, units in pairs)
            cost.append(sum(pair[0] * units for pair, units in pairs) / size if size else 0.0)
        costs[key] = cost
        if key[0] < 20:
            continue
        seconds = sum(float(row["counted"]) + float(row["factors"]) + float(row["summed"])
                      for row in rows)
        of_class = seconds / len(rows) * float(rows[0]["class_units"])
        for row in rows:
            (counted, a), (summed, b) = parts(row)
            ratio = (cost[0] * a + cost[1] * b) / (counted + summed)
            work += of_class / len(rows) / totals(classes, key[0])
            if 1 / 1.2 <= ratio <= 1.2:
                within += of_class / len(rows) / totals(classes, key[0])
    if work:
        print(f"within 20 percent: {100 * within / work:.0f} percent of the work", file=sys.stderr)
    print("// Made by bench/fit_units.py from batches that bench/measure_units timed. Do not edit.")
    print('#include "counting/colour_join/unit_costs.hpp"\n')
    print("namespace nqueens::counting::colour_join {\n")
    print("// clang-format off")
    print(f"const UnitCost kUnitCosts[{LAST - FIRST + 1}][{CLASSES}] = {{")
    for n in range(FIRST, LAST + 1):
        cells = [costs.get((n, queens), (0.0, 0.0)) for queens in range(CLASSES)]
        text = ", ".join("{%.3g, %.3g}" % (c * 1e6, s * 1e6) for c, s in cells)
        print(f"  {{{text}}},  // N = {n}")
    print("};\n// clang-format on\n\n}  // namespace nqueens::counting::colour_join")


def totals(classes, n, cache={}):
    """Seconds of all units of a board."""
    if n not in cache:
        cache[n] = sum(
            sum(float(r["counted"]) + float(r["factors"]) + float(r["summed"]) for r in rows)
            / len(rows) * float(rows[0]["class_units"])
            for (size, _), rows in classes.items() if size == n)
    return cache[n]


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(sys.argv[1:])
