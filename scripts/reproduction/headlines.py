"""What README.md and bench/simulation.md show and the report opens with: small tables, a drawing and
sentences made of the raw figures, and the place of a table in a page between `<!-- table NAME -->` and
`<!-- end of table -->`."""

import re

from . import Refused
from .kinds import breaks, counts, simulation, solves
from .tables import Column, Table
from .values import medians, one, threads_text, written

BLOCK = re.compile(r"(<!-- table ([a-z-]+) -->\n).*?(<!-- end of table -->)", re.DOTALL)


class Headlines:
    """Each method gives (sentence or None, Table or None); both None where the figures lack it."""

    def __init__(self, definitions, raws):
        self.definitions = definitions
        self.raws = {raw.table: raw for raw in raws}

    def machine(self, table):
        raw = self.raws[table]
        host = raw.host
        return (f"{host['processor'].replace('(R)', '')}, {host['usable_processors']} processors, "
                f"{raw.head['date'][:10]}, commit {raw.head['commit']}, by `scripts/reproduce {table}`")

    def peers(self):
        """Programs of others with their times, and the board sizes that have one."""
        peers = self.definitions["counting"].get("peer", [])
        return peers, sorted({int(size) for peer in peers for size in peer["seconds"]})

    def counting_beside_others(self):
        if "counting" not in self.raws:
            return None, None
        peers, sizes = self.peers()
        ours = medians(self.raws["counting"], counts.BY)
        columns = [Column("program"), Column("method", is_extra=True)]
        columns += [Column(f"N = {size}", "seconds") for size in sizes]
        rows = [["nqueens", "joins counts of white and black squares"]
                + [ours.get(("auto", 1, size)) for size in sizes]]
        rows += [[peer["program"], peer["method"]]
                 + [one(peer["seconds"][str(size)]) if str(size) in peer["seconds"] else None
                    for size in sizes] for peer in peers]
        rows.sort(key=lambda row: row[2].middle if sizes and row[2] else 0)
        repetitions = max(value.count for value in ours.values())
        text = (f"Time to count all solutions: whole commands on one thread. nqueens: median of "
                f"{repetitions} runs ({self.machine('counting')}).")
        if peers:
            text += (" The others were measured by hand: "
                     f"{self.definitions['counting']['peers_measured']}, with [these commits and "
                     "commands](results/tables/counting.md#other-programs).")
        return text, Table(columns, rows)

    def times_faster(self):
        """At each size of the table above: the time of the fastest program of others by ours."""
        peers, sizes = self.peers()
        ours = medians(self.raws["counting"], counts.BY)
        return [min(peer["seconds"][str(size)] for peer in peers if str(size) in peer["seconds"])
                / ours["auto", 1, size].middle for size in sizes if ("auto", 1, size) in ours]

    def figures(self):
        """(name, title, matplotlib figure) each."""
        if "counting" not in self.raws or not self.peers()[0]:
            return
        from . import drawing
        peers, sizes = self.peers()
        figure, axes = drawing.axes("N", "time to count all solutions, one thread", log_x=False)
        ours = medians(self.raws["counting"], counts.BY)
        drawing.plot(axes, 0, "nqueens", [(size, ours["auto", 1, size]) for size in sizes
                                          if ("auto", 1, size) in ours], width=3)
        others = len(drawing.COLOURS) - 1
        for place, peer in enumerate(peers):
            name = peer["program"].split(" (")[0].split("/")[-1]
            line = sorted((int(size), one(value)) for size, value in peer["seconds"].items())
            drawing.plot(axes, 1 + place % others, name, line, dashed=place >= others)
        drawing.seconds_axis(axes)
        drawing.whole_numbers(axes)
        drawing.legend(axes)
        yield "headline-counting", "Time by program", figure

    def cards(self):
        """A figure and what it is, each."""
        if "counting" in self.raws and self.peers()[0]:
            factors = self.times_faster()
            sizes = self.peers()[1]
            if factors:
                low, high = min(factors), max(factors)
                yield (f"{low:.0f} to {high:.0f} times" if round(low) != round(high)
                       else f"{low:.1f} times",
                       f"as fast as the fastest of {len(self.peers()[0])} public programs: all "
                       f"solutions of {sizes[0]} to {sizes[-1]} queens, one thread")
        _, table = self.whole_boards()
        if table:
            for row in {row[0]: row for row in (table.rows[len(table.rows) // 2], table.rows[-1])
                        }.values():
                yield (written(row[2], "seconds")[0],
                       f"all {row[1]:,} solutions of {row[0]} queens, {self.threads}")
        if "large-boards" in self.raws:
            found = [(value, key)
                     for key, value in medians(self.raws["large-boards"], solves.BY).items()
                     if key[2] >= 10**9 and key[0] != "explicit"]
            if found:
                value, key = min(found, key=lambda pair: pair[0].middle)
                yield (written(value, "seconds")[0],
                       f"one solution of {key[2]:,} queens, {threads_text(key[1])}")
        if "scaling" in self.raws:
            runs = [run for run in self.raws["scaling"].runs
                    if run["scaling"] == "strong" and run["command"] == "count"]
            if runs:
                run = max(runs, key=lambda run: (run["threads"], run["speedup"]))
                yield (f"{run['speedup']:.2f} times", f"as fast on {threads_text(run['threads'])} as "
                       f"on one: all solutions of {run['board_size']} queens")

    def whole_boards(self):
        """The largest boards of the counting table on all threads, and what lies beyond."""
        rows = []
        if "counting" in self.raws:
            ours = medians(self.raws["counting"], counts.BY)
            threads = max(key[1] for key in ours)
            solutions = {run["board_size"]: run.get("solutions")
                         for run in self.raws["counting"].runs}
            rows += [[size, int(solutions[size]), ours["auto", threads, size], threads]
                     for size in sorted(solutions) if size >= 16 and ("auto", threads, size) in ours]
        known = {row[0] for row in rows}
        if "whole-boards" in self.raws:
            rows += [[run["board_size"], int(run["solutions"]), one(run["seconds"]), run["threads"]]
                     for run in self.raws["whole-boards"].runs
                     if run["board_size"] not in known and not run.get("resumed")]
        if not rows:
            return None, None
        self.threads = threads_text(rows[0][3])
        columns = [Column("N", "number"), Column("solutions", "number"),
                   Column(f"time on {self.threads}", "seconds")]
        peers = self.definitions.get("whole-boards", {}).get("peer", [])
        columns += [Column(f"{peer['program']}, published", "seconds") for peer in peers]
        rows = [row[:3] + [one(peer["seconds"][str(row[0])]) if str(row[0]) in peer["seconds"]
                           else None for peer in peers] for row in rows]
        text = "Time of the command `nqueens count N`. Every number equals the published one."
        for name in ("counting", "whole-boards"):
            if name in self.raws:
                what = (f"Up to N = {max(known)}, medians" if name == "counting"
                        else "Other boards, one run each")
                text += f" {what}: {self.machine(name)}."
        return text, Table(columns, rows)

    def large_boards(self):
        if "large-boards" not in self.raws:
            return None, None
        raw = self.raws["large-boards"]
        cells, memory = medians(raw, solves.BY), medians(raw, solves.BY, "memory_bytes")
        sizes = sorted({key[2] for key in cells})
        columns = [Column("algorithm"), Column("threads", "number")]
        columns += [Column(f"1e{len(str(size)) - 1}", "seconds") for size in sizes]
        columns += [Column("bytes a queen", "ratio")]
        rows = []
        for algorithm, threads in dict.fromkeys(key[:2] for key in cells):
            largest = max(key[2] for key in cells if key[:2] == (algorithm, threads))
            rows.append([f"`{algorithm}`", threads]
                        + [cells.get((algorithm, threads, size)) for size in sizes]
                        + [one(memory[algorithm, threads, largest].middle / largest)])
        order = [series["algorithm"] for series in self.definitions["large-boards"]["series"]]
        rows.sort(key=lambda row: (order.index(row[0].strip("`")), row[1]))
        seeds = max(value.count for value in cells.values())
        return (f"Time of the search for one solution, as the program reports it, without reading "
                f"it back for verification: median of {seeds} seeds ({self.machine('large-boards')})"
                ".", Table(columns, rows))

    def breaks(self):
        if "breaks" not in self.raws:
            return None, None
        raw = self.raws["breaks"]
        did = breaks.sums(raw)
        kills = sum(number for name, number in did.items() if name.startswith("kills "))
        damaged = sum(did.get(name, 0) for name in ("changed bytes", "cuts", "lost blocks",
                                                    "journals overwritten"))
        minutes = round(sum(run["seconds"] for run in raw.runs) / 60)
        return (f"Tried for {minutes} minutes at random: {kills:,} kills, {damaged:,} damaged "
                f"journals, {did.get('full disks', 0):,} full disks and {did.get('forgeries', 0):,} "
                "forged records gave no wrong total and no crash; what a run had synced was never "
                f"lost ({self.machine('breaks')}).", None)

    def simulation(self):
        if "simulation" not in self.raws:
            return None, None
        return ("Simulated with the tasks of the program of commit "
                f"{self.raws['simulation'].head['commit']}, "
                f"{self.raws['simulation'].head['date'][:10]}, by `scripts/reproduce simulation`.",
                simulation.best(self.raws["simulation"]))

    def named(self, name):
        made = {"counting-beside-others": self.counting_beside_others,
                "whole-boards": self.whole_boards, "large-boards": self.large_boards,
                "breaks": self.breaks, "simulation": self.simulation}.get(name)
        if made is None:
            raise Refused(f"unknown table in a page: {name}")
        return made()

    def fill(self, text):
        """The text of a Markdown page with its tables made again."""
        def block(found):
            sentence, table = self.named(found[2])
            if sentence is None:
                return found[0]
            parts = ([table.markdown(spread=False)] if table else []) + [sentence + "\n"]
            return found[1] + "\n" + "\n".join(parts) + "\n" + found[3]
        return BLOCK.sub(block, text)
