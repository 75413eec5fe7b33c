"""The files of tables; and what README.md and bench/simulation.md show of the raw figures: small
tables and sentences, between `<!-- table NAME -->` and `<!-- end of table -->`."""

import re

from .counting_tables import COUNTED, Breaks, Peers
from .parallel_tables import Simulation, Tasks
from .tables import NBSP, Table, columns, grouped, medians, significant, threads_text

BLOCK = re.compile(r"(<!-- table ([a-z-]+) -->\n).*?(<!-- end of table -->)", re.DOTALL)


def processor(host):
    """Processors of one name may have different instruction sets, and so run other kernels."""
    best = {"avx2": " with AVX2", "avx512": " with AVX-512"}
    return host["processor"].replace("(R)", "") + best.get(host["instruction_sets"][-1], "")


def machine(*raws):
    """Where, when and how tables were measured; once, where it is the same of all."""
    tables = {}
    for raw in raws:
        host, head = raw.host, raw.head
        tables.setdefault(
            f"{processor(host)}, {host['usable_processors']} hardware threads, "
            f"{head['date'][:10]}, commit {head['commit']}", []).append(head["table"])
    return "; ".join(f"{place}, by `scripts/reproduce {' '.join(names)}`"
                     for place, names in tables.items())


def document(raw, table):
    """The Markdown file of a table."""
    definition, head = raw.definition, raw.head
    seeds = len({run.get("seed") for run in raw.runs})
    note = definition["note"].strip().replace("SEEDS", str(seeds))
    text = f"# {definition['title']}\n\n{note}\n\n"
    text += table.markdown() + "\n" if table else ""
    if definition["kind"] == "peers":
        text += "The command after the colon is timed; N is the board size.\n\n"
        text += "".join(
            f"- {peer['program']}: {peer['repository']} {peer['commit']}, {peer['year']}"
            f"{', with ' + peer['needs'] if 'needs' in peer else ''}; "
            f"`{'cd ' + peer['where'] + ' && ' if 'where' in peer else ''}{peer['build']}`: "
            f"`{peer['run']}`\n" for peer in definition["peer"]) + "\n"
    text += (f"{machine(raw)}; {raw.host['memory_bytes'] / 2**30:.0f} GiB, {head['compiler']}"
             + f", load {head['load_before'][0]} before and {raw.end['load_after'][0]} after"
             * definition["timed"] + ", quick run" * head["quick"] + "."
             + " The machine was busy when this began: times may be too long." * raw.maybe_slowed + "\n")
    return text


def programs(counting, peers):
    """Name, method and board size -> time, of this program and then of the others."""
    others = Peers(peers.definition).programs(peers)
    ours = {size: value for (engine, threads, size), value in medians(counting, COUNTED).items()
            if (engine, threads) == ("auto", 1) and any(size in times for _, _, times in others)}
    return [("nqueens", "joins counts of both colours; to N = 16 vectorised backtracking", ours),
            *others]


def factors(counting, peers):
    """By how much this program is faster than the fastest other one, and on which boards."""
    (_, _, ours), *others = programs(counting, peers)
    found = {size: min(times[size].middle for _, _, times in others if size in times)
             / ours[size].middle for size in ours}
    least, most = (f"{factor:.{1 if factor < 10 else 0}f}"
                   for factor in (min(found.values()), max(found.values())))
    return f"{least} to {most} times", f"N{NBSP}= {min(found)} to {max(found)}"


def five_programs(counting, peers):
    shown = programs(counting, peers)
    runs = max(value.count for value in shown[0][2].values())
    table = Peers.beside_each_other(shown)
    titles, *rows = [[row[0], *row[2:]] for row in (table.columns, *table.rows[:5])]  # no method
    return Table(titles, rows), (
        "Time to count all solutions: whole commands on one thread (–: not measured). nqueens is {} "
        "as fast as the fastest other program ({}). Its times are medians of {} runs; those of the "
        "others are the best of three runs, or of one run above 10 s. {}. Methods, commits and commands "
        "of all {} programs: [Other programs](results/tables/peers.md).".format(
            *factors(counting, peers), runs, machine(counting, peers), len(table.rows) - 1))


def whole_boards(counting, large):
    """The largest boards of the counting table on all threads, and beyond."""
    ours, peers = medians(counting, COUNTED), large.definition.get("peer", [])
    threads = max(key[1] for key in ours)
    seconds = {size: value for (engine, number, size), value in ours.items()
               if (engine, number) == ("auto", threads) and size >= 19}
    once = {run["board_size"]: run["seconds"] for run in large.runs if not run.get("resumed")}
    solutions = {run["board_size"]: int(run["solutions"])
                 for run in [*counting.runs, *large.runs] if "solutions" in run}
    rows = [[size, solutions[size], time, *(peer["seconds"].get(str(size)) for peer in peers)]
            for size, time in sorted((seconds | once).items())]
    titles = [f"|seconds {peer['program']}, published" for peer in peers]
    return Table(columns("number N|number solutions|seconds time on " + threads_text(threads)
                         + "".join(titles)), rows), (
        "Time of whole commands; every number equals the published one (–: no time published). "
        f"`nqueens count N`: medians up to N = {min(once) - 1}; from {min(once)} on one run each, with "
        f"`--journal FILE`. {machine(counting, large)}." + large.definition.get("peers_published", ""))


def core_seconds(counting, large, tasks):
    """Board size -> core seconds: of counts; of larger boards, by the coarsest plan's sample."""
    counted = {size: value.middle for (engine, threads, size), value
               in medians(counting, COUNTED).items() if (engine, threads) == ("auto", 1)}
    counted |= {run["board_size"]: run["seconds"] * run["threads"] for run in large.runs
                if not run.get("resumed")}
    return counted, {int(size): Tasks.whole_board(plan) for (size, *_), plan
                     in sorted(Tasks.plans(tasks).items(), reverse=True) if size > max(counted)}


def next_number(counting, large, tasks):
    """What boards take that were not counted here."""
    (size, largest), *others = [
        (size, f"{significant(seconds / 3600)} ± {significant(error / 3600, 2)}")
        for size, (seconds, error)
        in sorted(core_seconds(counting, large, tasks)[1].items(), reverse=True)]
    return None, (f"Counting {size} queens would take {largest} core hours (hours of one hardware "
                  "thread), by timed samples of the work; ± is the standard error. In the same way: "
                  f"{', '.join(f'Q({n}) {hours}' for n, hours in others)} ({machine(tasks)}).")


def breaks(raw):
    did = Breaks.sums(raw)
    kills = sum(number for name, number in did.items() if name.startswith("kills "))
    damaged = sum(did.get(name, 0)
                  for name in ("changed bytes", "cuts", "zeroed blocks", "journals overwritten"))
    hangs = did.get("hangs of mpirun without ranks", 0)
    times = "once" if hangs == 1 else f"{hangs:,} times"
    aside = f"; mpirun hung {times}, after its ranks had ended" if hangs else ""
    minutes = round(sum(run["seconds"] for run in raw.runs) / 60)
    return None, (
        f"For {minutes} minutes runs were killed and damaged at random: {kills:,} kills, "
        f"{damaged:,} damaged journals, {did.get('full disks', 0):,} full disks, "
        f"{did.get('forgeries', 0):,} forged records. No total was wrong, no synced work was lost, "
        f"and the program neither crashed nor hung{aside} ([breaks](results/tables/breaks.md)).")


def simulation(raw):
    """For each board and number of cores, at best and by each way with the depth that is best."""
    titles = [f"|number `--depth` for {name}|seconds time|rate efficiency"
              for name in Simulation.ways.values()]
    rows = []
    for key, runs in sorted(grouped(raw.runs, "board_size", "cores").items()):
        row = [*key, runs[0]["at_best"]]
        for way in Simulation.ways:
            run = min((run for run in runs if way in run), key=lambda run: run[way][0])
            row += [run["depth"], run[way][0], run["at_best"] / run[way][0]]
        rows.append(row)
    return Table(columns("number N|number cores|seconds at best" + "".join(titles)), rows), (
        f"Simulated with the tasks of the program of commit {raw.head['commit']}, "
        f"{raw.head['date'][:10]}, by `scripts/reproduce simulation`.")


# What makes a block, and of the raw figures of which tables.
BLOCKS = {"counting-beside-others": (five_programs, ["counting", "peers"]),
          "whole-boards": (whole_boards, ["counting", "whole-boards"]),
          "next-number": (next_number, ["counting", "whole-boards", "tasks"]),
          "breaks": (breaks, ["breaks"]), "simulation": (simulation, ["simulation"])}


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
