"""What the kinds of tables share. Each kind is a class, in *_tables.py; definitions.py names them."""

from .tables import Table, columns


def rounds(cases, name, number):
    """Every case once in each round: what slows the machine for a while slows all of them."""
    return [case | {name: i} for i in range(1, number + 1) for case in cases]


def thread_numbers(given, processors):
    """[1, "all"], or "powers": 1, 2, 4, ... and all."""
    powers = [2**i for i in range(processors.bit_length())] + ["all"]
    return sorted({processors if threads == "all" else threads
                   for threads in (powers if given == "powers" else given)})


class Kind:
    """`cases` of a machine with this many processors are small flat records. `measure` runs one and
    gives what is kept beside the case itself, a record or a list of them. `rows` are those of a
    table of the columns given."""
    method = None  # what the series of the definition name: engine or algorithm
    rows = None

    def __init__(self, definition):
        self.given = definition

    def table(self, raw):
        """The Table of raw figures; None where there is none."""
        return Table(columns(self.given["columns"]), list(self.rows(raw))) if self.rows else None

    def cases(self, processors):
        given = self.given
        if self.method:
            cases = [{self.method: series[self.method], "board_size": size, "threads": threads}
                     for series in given["series"] for size in given["sizes"]
                     if series.get("min", 0) <= size <= series.get("max", size)
                     for threads in thread_numbers(series.get("threads", [1]), processors)]
        else:
            cases = [{"board_size": size} for size in given.get("sizes", [])] + given.get("case", [])
        if "threads" in given:
            cases = [case | {"threads": threads} for case in cases
                     for threads in thread_numbers(given["threads"], processors)]
        for name in ("repetition", "seed"):
            if f"{name}s" in given:
                cases = rounds(cases or [{}], name, given[f"{name}s"])
        return cases
