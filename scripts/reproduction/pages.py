"""What README.md and bench/simulation.md show of the raw figures: small tables and sentences,
between `<!-- table NAME -->` and `<!-- end of table -->`."""

import re

from .kinds import COUNTED, SOLVED, Breaks, Simulation
from .tables import Table, grouped, medians, numbers, threads_text

BLOCK = re.compile(r"(<!-- table ([a-z-]+) -->\n).*?(<!-- end of table -->)", re.DOTALL)


def machine(raw):
    host, head = raw.host, raw.head
    return (f"{host['processor'].replace('(R)', '')}, {host['usable_processors']} processors, "
            f"{head['date'][:10]}, commit {head['commit']}, by `scripts/reproduce {head['table']}`")


def counting_beside_others(counting):
    peers = counting.definition["peer"]
    sizes = sorted({size for peer in peers for size in peer["seconds"]}, key=int)
    ours = medians(counting, COUNTED)
    columns = [("program", "text"), ("method", "text"),
               *((f"N = {size}", "seconds") for size in sizes)]
    rows = [["nqueens", "joins counts of white and black squares"]
            + [ours.get(("auto", 1, int(size))) for size in sizes]]
    rows += [[peer["program"], peer["method"]] + [peer["seconds"].get(size) for size in sizes]
             for peer in peers]
    rows.sort(key=lambda row: getattr(row[2], "middle", row[2]) or 0)
    repetitions = max(value.count for value in ours.values())
    return Table(columns, rows), (
        "Time to count all solutions: whole commands on one thread. nqueens: median of "
        f"{repetitions} runs ({machine(counting)}). The others were measured by hand: "
        f"{counting.definition['peers_measured']}, with [these commits and commands]"
        "(results/tables/counting.md#other-programs).")


def whole_boards(counting, large):
    """The largest boards of the counting table on all threads, and what lies beyond."""
    ours = medians(counting, COUNTED)
    threads = max(key[1] for key in ours)
    solutions = {run["board_size"]: int(run["solutions"])
                 for run in counting.runs if "solutions" in run}
    rows = [[size, solutions[size], ours["auto", threads, size]]
            for size in sorted(solutions) if size >= 16 and ("auto", threads, size) in ours]
    last = max(row[0] for row in rows) if rows else 0
    rows += [[run["board_size"], int(run["solutions"]), run["seconds"]] for run in large.runs
             if run["board_size"] > last and not run.get("resumed")]
    columns = [*numbers("N", "solutions"), (f"time on {threads_text(threads)}", "seconds")]
    for peer in large.definition.get("peer", []):
        columns.append((f"{peer['program']}, published", "seconds"))
        for row in rows:
            row.append(peer["seconds"].get(str(row[0])))
    return Table(columns, rows), (
        "Time of the command `nqueens count N`. Every number equals the published one. Up to N = "
        f"{last}, medians: {machine(counting)}. Other boards, one run each: {machine(large)}.")


def large_boards(raw):
    cells, memory = medians(raw, SOLVED), medians(raw, SOLVED, "memory_bytes")
    sizes = sorted({size for _, _, size in cells})
    columns = [("algorithm", "text"), *numbers("threads"),
               *((f"1e{len(str(size)) - 1}", "seconds") for size in sizes),
               ("bytes a queen", "ratio")]
    rows = []
    for series in raw.definition["series"]:
        name = series["algorithm"]
        for threads in sorted({key[1] for key in cells if key[0] == name}):
            largest = max(key[2] for key in cells if key[:2] == (name, threads))
            rows.append([f"`{name}`", threads,
                         *(cells.get((name, threads, size)) for size in sizes),
                         memory[name, threads, largest].middle / largest])
    seeds = max(value.count for value in cells.values())
    return Table(columns, rows), (
        "Time of the search for one solution, as the program reports it, without reading it back "
        f"for verification: median of {seeds} seeds ({machine(raw)}).")


def breaks(raw):
    did = Breaks.sums(raw)
    kills = sum(number for name, number in did.items() if name.startswith("kills "))
    damaged = sum(did.get(name, 0)
                  for name in ("changed bytes", "cuts", "lost blocks", "journals overwritten"))
    minutes = round(sum(run["seconds"] for run in raw.runs) / 60)
    return None, (
        f"Tried for {minutes} minutes at random: {kills:,} kills, {damaged:,} damaged journals, "
        f"{did.get('full disks', 0):,} full disks and {did.get('forgeries', 0):,} forged records "
        f"gave no wrong total and no crash; what a run had synced was never lost ({machine(raw)}).")


def simulation(raw):
    """For each board and number of cores, at best and by each way with the depth that is best."""
    columns = [*numbers("N", "cores"), ("at best", "seconds")]
    for name in Simulation.ways.values():
        columns += [*numbers(f"`--depth` for {name}"), ("time", "seconds"), ("efficiency", "rate")]
    rows = []
    for key, runs in sorted(grouped(raw.runs, "board_size", "cores").items()):
        row = [*key, runs[0]["at_best"]]
        for way in Simulation.ways:
            run = min((run for run in runs if way in run), key=lambda run: run[way][0])
            row += [run["depth"], run[way][0], run["at_best"] / run[way][0]]
        rows.append(row)
    return Table(columns, rows), (
        f"Simulated with the tasks of the program of commit {raw.head['commit']}, "
        f"{raw.head['date'][:10]}, by `scripts/reproduce simulation`.")


# What makes a block, and of the raw figures of which tables.
BLOCKS = {"counting-beside-others": (counting_beside_others, ["counting"]),
          "whole-boards": (whole_boards, ["counting", "whole-boards"]),
          "large-boards": (large_boards, ["large-boards"]), "breaks": (breaks, ["breaks"]),
          "simulation": (simulation, ["simulation"])}


def make_block(name, raws):
    """(Table or None, sentence); None where raw figures are missing."""
    make, tables = BLOCKS[name]
    return make(*(raws[table] for table in tables)) if raws.keys() >= set(tables) else None


def fill(text, raws):
    """The text of a Markdown page with its blocks made again."""
    def filled(found):
        made = make_block(found[2], raws)
        if made is None:
            return found[0]
        table, sentence = made
        shown = table.markdown(spread=False) + "\n" if table else ""
        return f"{found[1]}\n{shown}{sentence}\n\n{found[3]}"
    return BLOCK.sub(filled, text)
