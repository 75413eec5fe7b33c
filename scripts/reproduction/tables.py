"""Tables as columns and rows, written as Markdown or HTML."""

import dataclasses
import html
from collections.abc import Callable

from .values import Value, written

NONE = "–"
FITTING = 6  # columns that a phone shows side by side, one of them of text


@dataclasses.dataclass
class Column:
    title: str
    quantity: str = "text"  # or a quantity of values.written
    heading: Callable = str  # a cell as part of the line above a group of rows
    is_extra: bool = False  # left out of the report on a phone

    @property
    def attributes(self):
        names = ["n"] * (self.quantity != "text") + ["extra"] * self.is_extra
        return f' class="{" ".join(names)}"' if names else ""


@dataclasses.dataclass
class Table:
    columns: list
    rows: list  # of lists: Value, text or number, None
    group: int = 0  # so many columns name a group of rows

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
        """Rows that agree in the first `group` columns stand below one line with these cells. Phones
        show a row of more columns than fit as a list of its cells."""
        shown = self.columns[self.group:]
        head = "".join(f"<th{column.attributes}>{html.escape(column.title)}</th>" for column in shown)
        fitting = FITTING - all(column.quantity != "text" for column in shown)
        is_list = sum(not column.is_extra for column in shown) > fitting
        lines = [f'<table{" class=list" if is_list else ""}><thead><tr>{head}</tr></thead><tbody>']
        before = None
        for row in self.rows:
            names = [column.heading(cell) for column, cell in zip(self.columns, row[:self.group])]
            if names != before and names:
                lines.append(f"<tr class=group><th colspan={len(shown)}>"
                             f"{html.escape(', '.join(names))}</th></tr>")
                before = names
            cells = []
            for column, cell in zip(shown, row[self.group:]):
                middle, around = self.texts(column, cell)
                text = "" if cell is None else html.escape(middle)
                text += f"<small>{html.escape(around)}</small>" if around else ""
                title = f' data-title="{html.escape(column.title)}"' if is_list and text else ""
                cells.append(f"<td{column.attributes}{title}>{text or NONE}</td>")
            lines.append("<tr>" + "".join(cells) + "</tr>")
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


def peer_commands(definition):
    """How programs of others were measured: a sentence, and (program and commit, command) each."""
    if "peers_measured" not in definition:
        return "", []
    return (f"Measured by hand: {definition['peers_measured']}. The last command of a line is timed, "
            "in the folder of the program; N is the board size.",
            [(f"{peer['program']}, {peer['commit']}", peer["command"])
             for peer in definition.get("peer", [])])


def document(definition, raw, table):
    text = (f"# {definition['title']}\n\n{definition['note'].strip()}\n\n{table.markdown()}\n"
            f"{provenance(raw)}. Made by `scripts/reproduce {raw.table}`.\n")
    sentence, commands = peer_commands(definition)
    if commands:
        text += f"\n## Other programs\n\n{sentence}\n\n"
        text += "".join(f"- {program}: `{command}`\n" for program, command in commands)
    return text
