"""Two raw files of one table, side by side: medians, their ratio, and whether the ranges of the
repetitions are apart."""

from . import Refused
from .kinds import KINDS
from .values import Value, written


def compare(definition, first, second):
    """Lines of text. Cases that only one of them has are counted, not shown."""
    if first.table != second.table:
        raise Refused(f"cannot compare {first.table} with {second.table}: give two files of one "
                      "table")
    kind = KINDS[definition["kind"]]
    before, after = (kind.points(raw) if hasattr(kind, "points") else {} for raw in (first, second))
    common = [label for label in before if label in after and before[label] and after[label]]
    if not common:
        raise Refused(f"the two files of {first.table} have nothing in common")
    quantity = "rate" if definition["kind"] == "success" else "seconds"
    rows = [("case", "first", "second", "ratio", "")]
    for label in common:
        a, b = Value.of(before[label]), Value.of(after[label])
        ratio = f"{b.middle / a.middle:.3f}" if a.middle else "-"
        apart = ""
        if min(a.count, b.count) > 1 and (b.low > a.high or b.high < a.low):
            apart = "more" if b.low > a.high else "less"
        rows.append((label, written(a, quantity)[0], written(b, quantity)[0], ratio, apart))
    widths = [max(len(row[i]) for row in rows) for i in range(5)]
    lines = ["  ".join(cell.ljust(width) if i in (0, 4) else cell.rjust(width)
                       for i, (cell, width) in enumerate(zip(row, widths))).rstrip()
             for row in rows]
    lines.append(f"{first.table}: " + " and ".join(f"{raw.head['commit']} ({raw.head['date']})"
                                                    for raw in (first, second))
                 + "; ratio of medians; more or less: the ranges are apart")
    left = len(before) + len(after) - 2 * len(common)
    if left:
        lines.append(f"{left} cases stand in one of the files only")
    return lines
