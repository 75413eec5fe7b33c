"""What the kinds share that measure series of methods over board sizes and threads."""


def thread_numbers(given, processors):
    """[1, "all"], or "powers": 1, 2, 4, ... and all; for a machine of so many processors."""
    if given == "powers":
        given = ["all"]
        threads = 1
        while threads < processors:
            given.append(threads)
            threads *= 2
    return sorted({processors if threads == "all" else threads for threads in given})


def series_cases(definition, name, processors):
    """All cases of one round; `name` is what a series names: algorithm or engine."""
    return [{name: series[name], "board_size": size, "threads": threads}
            for series in definition["series"] for size in definition["sizes"]
            if series.get("min", 0) <= size <= series.get("max", size)
            for threads in thread_numbers(series.get("threads", [1]), processors)]


def rounds(cases, name, number):
    """Every case once in each round: what slows the machine for a while slows all of them."""
    return [case | {name: i} for i in range(1, number + 1) for case in cases]


def published(definition, run):
    """The entry of what others published for this algorithm and board, or None."""
    for source in definition.get("source", []):
        if all(source[name] == run[name] for name in ("algorithm", "board_size")):
            return source
    return None
