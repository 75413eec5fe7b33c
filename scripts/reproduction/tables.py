"""Tables as columns and rows, written as Markdown or HTML."""

import dataclasses
import html

from .values import Value, written

NONE = "–"


@dataclasses.dataclass
class Column:
    title: str
    quantity: str = "text"  # or a quantity of values.written

    @property
    def side(self):
        return "" if self.quantity == "text" else " class=n"


@dataclasses.dataclass
class Table:
    columns: list
    rows: list  # of lists: Value, text or number, None

    @staticmethod
    def texts(column, cell):
        """Middle and spread."""
        if cell is None:
            return NONE, ""
        if isinstance(cell, Value):
            return written(cell, column.quantity)
        return (f"{cell:,}" if isinstance(cell, int) else str(cell)), ""

    def markdown(self, spread=True):
        lines = ["| " + " | ".join(column.title for column in self.columns) + " |",
                 "|" + "|".join(" --- " if column.quantity == "text" else " ---: "
                                for column in self.columns) + "|"]
        for row in self.rows:
            cells = []
            for column, cell in zip(self.columns, row):
                middle, around = self.texts(column, cell)
                cells.append(f"{middle} ({around})" if spread and around else middle)
            lines.append("| " + " | ".join(cells) + " |")
        return "\n".join(lines) + "\n"

    def html(self):
        head = "".join(f"<th{column.side}>{html.escape(column.title)}</th>"
                       for column in self.columns)
        lines = [f"<table><thead><tr>{head}</tr></thead><tbody>"]
        before = None
        for row in self.rows:
            cells = []
            for column, cell in zip(self.columns, row):
                middle, around = self.texts(column, cell)
                text = html.escape(middle) + (f"<small>{html.escape(around)}</small>" if around
                                              else "")
                cells.append(f"<td{column.side}>{text}</td>")
            # A line between series, that the eye finds them.
            begins = before is not None and row[0] != before and self.columns[0].quantity == "text"
            lines.append(("<tr class=begin>" if begins else "<tr>") + "".join(cells) + "</tr>")
            before = row[0]
        return "\n".join(lines) + "\n</tbody></table>"


def provenance(raw):
    """One line: machine, compiler, commit, date, load."""
    host = raw.host
    line = (f"{host['processor']}, {host['usable_processors']} processors, "
            f"{host['memory_bytes'] / 2**30:.0f} GiB, {raw.head['compiler']}, commit "
            f"{raw.head['commit']}, {raw.head['date']}")
    if "load_before" in raw.head:
        line += f", load {raw.head['load_before'][0]} before and {raw.end['load_after'][0]} after"
    return line + (", quick run" if raw.head["quick"] else "")


def document(definition, raw, table):
    return (f"# {definition['title']}\n\n{definition['note'].strip()}\n\n{table.markdown()}\n"
            f"{provenance(raw)}. Made by `scripts/reproduce {raw.table}`.\n")
