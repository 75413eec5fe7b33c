"""The report: headlines, charts, pictures and tables in one HTML file that loads nothing."""

import base64
import html
import mimetypes
import pathlib
import re

import markdown

from .boards import drawings
from .figures import CHARTS, HEADLINES, beside_others, svgs
from .kinds import SOLVED
from .pages import document, factors, make_block
from .tables import medians, threads_text, written


def _html(text):
    """Of Markdown. A link is its text, since the page may stand alone; tables, lists are folded."""
    text = re.sub(r"\[([^]]+)\]\([^)]+\)", r"\1", text)
    text = markdown.markdown(text, extensions=["tables"])
    text = re.sub(r" \(([^ ]+ to [^ ]+)\)(</strong>)?</td>", r"\2<small>\1</small></td>", text)
    # Focus lets a keyboard move a table sideways.
    text = re.sub("<table>.*?</table>", r'<details><summary>Table</summary><div class="wide" '
                  r'tabindex="0">\g<0></div></details>', text, flags=re.DOTALL)
    return re.sub("<ul>.*?</ul>", r"<details><summary>Commands</summary>\g<0></details>", text,
                  flags=re.DOTALL)


def _data(data, suffix):
    """Names inside of an image cannot meet those of another."""
    return f"data:{mimetypes.types_map[suffix]};base64,{base64.b64encode(data).decode()}"


def _chart(axes):
    light, dark = (_data(svg.encode(), ".svg") for svg in svgs(axes))
    return ('<figure><picture><source media="screen and (prefers-color-scheme: dark)" srcset="'
            f'{dark}"><img src="{light}" alt="{html.escape(axes.get_label())}"></picture></figure>')


def _picture(raw, run):
    file, title = raw.folder.parents[1] / "pictures" / run["file"], html.escape(run["caption"])
    return (f'<figure><img src="{_data(file.read_bytes(), file.suffix)}" alt="{title}"><figcaption>'
            f"{title}<br><code>{html.escape(run['command'])}</code></figcaption></figure>")


def _cards(raws):
    """A figure and what it is, each."""
    if raws.keys() >= {"counting", "peers"}:
        times, boards = factors(raws["counting"], raws["peers"])
        yield times, f"as fast as the fastest other program: {boards}, one thread"
    if made := make_block("whole-boards", raws):
        size, solutions, seconds = made[0].rows[-1][:3]
        yield (written(seconds, "seconds")[0],
               f"for all {solutions:,} solutions of {size} queens: {made[0].columns[2][0]}")
    if "large-boards" in raws:
        # The formula (explicit) knows its solution without a search.
        size, seconds, threads = min(
            (-size, value.middle, threads) for (algorithm, threads, size), value
            in medians(raws["large-boards"], SOLVED).items() if algorithm != "explicit")
        yield (written(seconds, "seconds")[0],
               f"for one solution of {-size:,} queens on {threads_text(threads)}")


def _headlines(raws):
    cards = "".join(f"<div><b>{figure}</b> {what}</div>" for figure, what in _cards(raws))
    charts = "".join(_chart(make(*(raws[name] for name in names)))
                     for make, names in HEADLINES.values() if raws.keys() >= set(names))
    texts = [f"{made[1]}\n\n{made[0].markdown()}\n" for name in
             ("counting-beside-others", "whole-boards") if (made := make_block(name, raws))]
    return (f'<div class="cards">{cards}</div>\n<div class="charts">{charts}</div>\n'
            + "".join(map(_html, texts)))


def _section(raw, table):
    """A chart stands beside the text, tables and pictures below both."""
    heading, kind = html.escape(raw.definition["title"]), raw.definition["kind"]
    text, *others = re.split("(?=<h2>)", re.sub("<h1>.*?</h1>", "", _html(document(raw, table))))
    if kind in CHARTS:
        tables = "".join(re.findall("<details>.*?</details>", text, flags=re.DOTALL))
        text = re.sub("<details>.*?</details>", "", text, flags=re.DOTALL)
        text = f'<div class="charts">{_chart(CHARTS[kind](raw))}<div>{text}</div></div>{tables}'
    if kind == "pictures":
        text += f'<div class="figures">{"".join(_picture(raw, run) for run in raw.runs)}</div>'
    text += "".join(others).replace("h2>", "h3>")
    return f'<h2 id="{raw.head["table"]}">{heading}</h2>\n{text}'


def make_pictures(raws, folder):
    """File -> text of the drawings that Markdown pages show beside those of boards."""
    charts = HEADLINES | {"programs": (lambda *of: beside_others(*of, 2), HEADLINES["programs"][1])}
    drawn = [*drawings(), *((name, make(*(raws[table] for table in tables)))
                            for name, (make, tables) in charts.items() if raws.keys() >= set(tables))]
    return {folder / f"{name}-{page}.svg": svg for name, axes in drawn
            for page, svg in zip(("light", "dark"), svgs(axes))}


def make_report(raws, tables):
    """The page of these raw figures; `tables`: the Table of each, or None."""
    links = "".join(f'<li><a href="#{name}">{html.escape(raw.definition["title"])}</a>'
                    for name, raw in raws.items())
    quick = (" This was a quick run: few repetitions, small boards."
             if any(raw.head["quick"] for raw in raws.values()) else "")
    return f"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>nqueens: measurements</title>
<style>{pathlib.Path(__file__).with_name("report.css").read_text(encoding="utf-8")}</style>
<h1>nqueens: measurements</h1>
{_headlines(raws)}
<h2>All measurements</h2>
<p><code>scripts/reproduce</code> makes every figure here of raw figures. Each table says how and on
which machine they were measured. Small print in a table is the smallest and the largest
value.{quick}</p>
<ul>{links}</ul>
{"".join(_section(raw, tables[name]) for name, raw in raws.items())}
</html>
"""
