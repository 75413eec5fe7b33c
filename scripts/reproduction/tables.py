"""Tables from raw figures: columns and rows as data, written as Markdown, CSV or HTML. Looks at no
program and no definition file; the raw file carries what it needs."""

import csv
import dataclasses
import html
import io

from .summary import Value, grouped, solve_value, threads_text, wilson, written

NONE = "–"
TITLES = {
    "initial_conflicts": ("initial conflicts", "number"),
    "seconds": ("time", "seconds"),
    "verify_seconds": ("verification", "seconds"),
    "moves": ("iterations", "number"),
    "exchanges": ("exchanges", "number"),
    "restarts": ("restarts", "number"),
    "evaluations": ("evaluations", "number"),
    "memory_bytes": ("memory", "bytes"),
}


@dataclasses.dataclass
class Column:
    key: str
    title: str
    quantity: str = "text"  # or a quantity of summary.written


@dataclasses.dataclass
class Table:
    columns: list
    rows: list  # of lists: Value, text or number, None

    def _texts(self, column, cell):
        """Middle and spread as text."""
        if cell is None:
            return NONE, ""
        if isinstance(cell, Value):
            return written(cell, column.quantity)
        return (f"{cell:,}" if isinstance(cell, int) else str(cell)), ""

    def markdown(self):
        lines = ["| " + " | ".join(column.title for column in self.columns) + " |",
                 "|" + "|".join(" --- " if column.quantity == "text" else " ---: "
                                for column in self.columns) + "|"]
        for row in self.rows:
            cells = []
            for column, cell in zip(self.columns, row):
                middle, spread = self._texts(column, cell)
                cells.append(f"{middle} ({spread})" if spread else middle)
            lines.append("| " + " | ".join(cells) + " |")
        return "\n".join(lines) + "\n"

    def csv(self):
        """Plain numbers in seconds, bytes and parts of 1, the spread in columns of its own."""
        output = io.StringIO()
        writer = csv.writer(output, lineterminator="\n")
        with_spread = [any(isinstance(row[i], Value) and row[i].count > 1 for row in self.rows)
                       for i in range(len(self.columns))]
        head = []
        for column, spread in zip(self.columns, with_spread):
            head += [column.key] + ([column.key + "_low", column.key + "_high"] if spread else [])
        writer.writerow(head)
        for row in self.rows:
            cells = []
            for cell, spread in zip(row, with_spread):
                if isinstance(cell, Value):
                    numbers = [cell.middle] + ([cell.low, cell.high] if spread else [])
                    cells += [f"{number:.9g}" for number in numbers]
                else:
                    cells += ["" if cell is None else cell] + (["", ""] if spread else [])
            writer.writerow(cells)
        return output.getvalue()

    def html(self):
        head = "".join(f"<th{_side(column)}>{html.escape(column.title)}</th>"
                       for column in self.columns)
        lines = [f"<table><thead><tr>{head}</tr></thead><tbody>"]
        before = None
        for row in self.rows:
            cells = []
            for column, cell in zip(self.columns, row):
                middle, spread = self._texts(column, cell)
                text = html.escape(middle)
                if spread:
                    text += f"<small>{html.escape(spread)}</small>"
                cells.append(f"<td{_side(column)}>{text}</td>")
            # A line between series, that the eye finds them.
            begins = before is not None and row[0] != before and self.columns[0].quantity == "text"
            lines.append(("<tr class=begin>" if begins else "<tr>") + "".join(cells) + "</tr>")
            before = row[0]
        return "\n".join(lines) + "\n</tbody></table>"


def _side(column):
    return "" if column.quantity == "text" else " class=n"


def _source(definition, case):
    """What others published for this case."""
    for source in definition.get("source", []):
        if all(source[name] == case[name] for name in ("algorithm", "board_size")):
            return source["says"]
    return None


def _missing(definition, runs):
    """Why there is no time."""
    if any("too_large" in run for run in runs):
        return "not enough memory"
    done = sum("result" in run for run in runs)
    return f"{done} of {len(runs)} within {definition.get('time_limit')} s"


def _solve(raw):
    definition = raw["definition"]
    many = len({run["case"]["threads"] for run in raw["runs"]}) > 1
    columns = [Column("algorithm", "algorithm")]
    columns += [Column("threads", "threads", "number")] if many else []
    columns += [Column("board_size", "N", "number")]
    columns += [Column(key, *TITLES[key]) for key in definition["columns"]]
    has_source = "source" in definition
    columns += [Column("source", "published")] if has_source else []
    rows = []
    groups = grouped(raw["runs"], "algorithm", "threads", "board_size")
    for (algorithm, threads, size), runs in groups.items():
        row = [algorithm] + ([threads] if many else []) + [size]
        done = [run for run in runs if "result" in run]
        for key in definition["columns"]:
            if len(done) < len(runs):  # a median of those that were fast enough would deceive
                row.append(_missing(definition, runs) if key == "seconds" else None)
            else:
                row.append(Value.of([solve_value(run, key) for run in done]))
        if has_source:
            row.append(_source(definition, runs[0]["case"]))
        rows.append(row)
    order = [series["algorithm"] for series in definition["series"]]
    rows.sort(key=lambda row: (order.index(row[0]), row[1:2 + many]))
    return Table(columns, rows)


def _count(raw):
    sizes = sorted({run["case"]["board_size"] for run in raw["runs"] if "result" in run})
    cells = {key: Value.of([run["result"]["seconds"] for run in runs])
             for key, runs in grouped(raw["runs"], "engine", "threads", "board_size").items()
             if all("result" in run for run in runs)}
    series = list(dict.fromkeys(key[:2] for key in cells))
    solutions = {run["case"]["board_size"]: run["result"]["solutions"] for run in raw["runs"]
                 if "result" in run}
    columns = [Column("board_size", "N", "number"), Column("solutions", "solutions", "number")]
    columns += [Column(f"{engine}_{threads}", f"{engine}, {threads_text(threads)}", "seconds")
                for engine, threads in series]
    return Table(columns, [[size, int(solutions[size])] + [cells.get((*key, size))
                                                           for key in series] for size in sizes])


def _scaling(raw):
    columns = [Column("scaling", "scaling"), Column("work", "work"), Column("method", "method"),
               Column("pinning", "pinning"), Column("board_size", "N", "number"),
               Column("threads", "threads", "number"), Column("seconds", "time", "seconds"),
               Column("speedup", "speedup", "ratio"), Column("efficiency", "efficiency", "rate")]
    rows = []
    for row in raw["runs"][0]["result"]["rows"]:
        rows.append([row["scaling"], row["work"], row["method"], row["pinning"], row["board_size"],
                     row["threads"], Value.of(row["seconds"]),
                     Value(row["speedup"], row["speedup"], row["speedup"]),
                     Value(row["efficiency"], row["efficiency"], row["efficiency"])])
    rows.sort(key=lambda row: (row[0], row[1], row[3] == "cores", row[5]))
    return Table(columns, rows)


def _success(raw):
    definition = raw["definition"]
    columns = [Column("algorithm", "algorithm"), Column("board_size", "N", "number"),
               Column("starts", "starts", "number"), Column("solved", "solved", "number"),
               Column("rate", "rate", "rate"), Column("found", "different solutions", "number"),
               Column("of", "of all", "number"), Column("source", "published")]
    rows = []
    for run in raw["runs"]:
        case, result = run["case"], run["result"]
        rows.append([case["algorithm"], case["board_size"], result["starts"], result["solved"],
                     wilson(result["solved"], result["starts"]), int(result["listed"]),
                     int(result["of"]), _source(definition, case)])
    return Table(columns, rows)


KINDS = {"solve": _solve, "count": _count, "scaling": _scaling, "success": _success}


def make_table(raw):
    """None for what is no table."""
    make = KINDS.get(raw["definition"]["kind"])
    return make(raw) if make else None


def provenance(raw):
    """One line: machine, build, commit, date."""
    host, build = raw["info"]["host"], raw["info"]["build"]
    line = (f"{host['processor']}, {host['usable_processors']} processors, "
            f"{host['memory_bytes'] / 2**30:.0f} GiB, {build['compiler']}, commit {raw['commit']}, "
            f"{raw['date']}, load {raw['load_before'][0]} before and {raw['load_after'][0]} after")
    return line + (", quick run" if raw["quick"] else "")


def document(raw, table):
    return (f"# {raw['definition']['title']}\n\n{raw['definition']['note'].strip()}\n\n"
            f"{table.markdown()}\n{provenance(raw)}. Made by scripts/reproduce.\n")
