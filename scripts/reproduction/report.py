"""The report: headlines, tables, charts and pictures in one HTML file that loads nothing."""

import base64
import html
import pathlib
import re

import markdown

from .figures import CHARTS, beside_others
from .kinds import SOLVED
from .pages import make_block
from .tables import document, medians, threads_text, written

STYLE = pathlib.Path(__file__).with_name("report.css")
MEDIA = {".svg": "image/svg+xml", ".png": "image/png"}
# The colours of src/draw/density.cpp.


def _html(text):
    """Of Markdown. A link is its text, since the page may stand alone."""
    text = re.sub(r"\[([^]]+)\]\([^)]+\)", r"\1", text)
    text = markdown.markdown(text, extensions=["tables"])
    text = re.sub(r" \((\S+ to \S+)\)</td>", r"<small>\1</small></td>", text)
    # Focus lets a keyboard move a table sideways.
    text = text.replace("<table>", '<div class="wide" tabindex="0"><table>')
    return text.replace("</table>", "</table></div>")


def _image(data, suffix, title, caption=""):
    """Names inside of an image cannot meet those of another."""
    data = base64.b64encode(data).decode()
    return (f'<figure><img src="data:{MEDIA[suffix]};base64,{data}" alt="{html.escape(title)}">'
            f"{caption}</figure>")


def _pictures(raw):
    for run in raw.runs:
        file = raw.folder.parents[1] / "pictures" / run["file"]
        title = run["caption"]
        yield _image(file.read_bytes(), file.suffix, title, f"<figcaption>{html.escape(title)}<br>"
                     f"<code>{html.escape(run['command'])}</code></figcaption>")


def _cards(raws):
    """A figure and what it is, each."""
    if made := make_block("counting-beside-others", raws):
        columns, rows = made[0].columns, made[0].rows
        ours = next(row for row in rows if row[0] == "nqueens")
        factors = [min(row[i] for row in rows if row[i] and row is not ours) / ours[i].middle
                   for i in range(2, len(columns)) if ours[i]]
        if factors:
            yield (f"{min(factors):.0f} to {max(factors):.0f} times",
                   f"as fast as the fastest of {len(rows) - 1} public programs: all solutions, "
                   f"{columns[2][0]} to {columns[-1][0][4:]}, one thread")
    if made := make_block("whole-boards", raws):
        size, solutions, seconds = made[0].rows[-1][:3]
        yield (written(seconds, "seconds")[0],
               f"all {solutions:,} solutions of {size} queens: {made[0].columns[2][0]}")
    if "large-boards" in raws:
        # The formula (explicit) knows its solution without a search.
        size, seconds, threads = min(
            (-size, value.middle, threads) for (algorithm, threads, size), value
            in medians(raws["large-boards"], SOLVED).items() if algorithm != "explicit")
        yield (written(seconds, "seconds")[0],
               f"one solution of {-size:,} queens, {threads_text(threads)}")


def _headlines(raws):
    cards = "".join(f"<div><b>{figure}</b> {what}</div>" for figure, what in _cards(raws))
    figures = []
    if "counting" in raws:
        figures.append(_image(beside_others(raws["counting"]).svg(), ".svg", "Time by program"))
    if "boards" in raws:
        figures.append(next(_pictures(raws["boards"])))
    text = f'<div class="cards">{cards}</div>\n<div class="figures">{"".join(figures)}</div>\n'
    for name in ("counting-beside-others", "whole-boards"):
        if made := make_block(name, raws):
            text += _html(f"{made[0].markdown()}\n{made[1]}") + "\n"
    return text


def _section(raw, table):
    title, kind = raw.definition["title"], raw.definition["kind"]
    figures = _pictures(raw) if kind == "pictures" else []
    if kind in CHARTS:
        figures = [_image(CHARTS[kind](raw).svg(), ".svg", title)]
    text = _html(document(raw, table)).replace("<h2>", "<h3>").replace("</h2>", "</h3>")
    text = text.replace("<h1>", f'<h2 id="{raw.head["table"]}">')
    return text.replace("</h1>", f'</h2>\n<div class="figures">{"".join(figures)}</div>')


def make_report(raws, tables):
    """The page of these raw figures; `tables`: the Table of each, or None."""
    links = "".join(f'<li><a href="#{name}">{html.escape(raw.definition["title"])}</a>'
                    for name, raw in raws.items())
    quick = (" This was a quick run: few repetitions, small boards."
             if any(raw.head["quick"] for raw in raws.values()) else "")
    sections = "\n".join(_section(raw, tables[name]) for name, raw in raws.items())
    return f"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>nqueens: measurements</title>
<style>
{STYLE.read_text(encoding="utf-8")}</style>
<h1>nqueens: measurements</h1>
{_headlines(raws)}
<h2>All tables</h2>
<p><code>scripts/reproduce</code> makes every figure here of raw figures. Each table says how and on
which machine they were measured. Small print in a table is the smallest and the largest
value.{quick}</p>
<ul>{links}</ul>
{sections}
</html>
"""
