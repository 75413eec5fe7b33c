"""The report: charts, pictures and tables in one HTML file that loads nothing."""

import base64
import html
import mimetypes
import pathlib
import re

import markdown

from .boards import drawings
from .figures import CHARTS, svgs
from .pages import BLOCKS, document, make_block


def _html(text):
    """Of Markdown. A link is its text, since the page may stand alone; tables are folded."""
    text = re.sub(r"\[([^]]+)\]\([^)]+\)", r"\1", text)
    text = markdown.markdown(text, extensions=["tables"])
    text = re.sub(r" \(([^ ]+ to [^ ]+)\)(</strong>)?</td>", r"\2<small>\1</small></td>", text)
    # Focus lets a keyboard move a table sideways.
    return re.sub("<table>.*?</table>", r'<details><summary>Table</summary><div class="wide" '
                  r'tabindex="0">\g<0></div></details>', text, flags=re.DOTALL)


def _data(data, suffix):
    """Names inside of an image cannot meet those of another."""
    return f"data:{mimetypes.types_map[suffix]};base64,{base64.b64encode(data).decode()}"


def _chart(light, dark, title):
    return ('<figure><picture><source media="screen and (prefers-color-scheme: dark)" srcset="'
            f'{_data(dark.encode(), ".svg")}"><img src="{_data(light.encode(), ".svg")}" '
            f'alt="{title}"></picture></figure>')


def _picture(raw, run):
    file, title = raw.folder.parents[1] / "pictures" / run["file"], html.escape(run["caption"])
    return (f'<figure><img src="{_data(file.read_bytes(), file.suffix)}" alt="{title}"><figcaption>'
            f"{title}<br><code>{html.escape(run['command'])}</code></figcaption></figure>")


def _section(raw, table):
    text = _html(document(raw, table)).replace("h1>", "h2>")
    if raw.definition["kind"] == "pictures":
        text += f'<div class="figures">{"".join(_picture(raw, run) for run in raw.runs)}</div>'
    return f'<section id="{raw.head["table"]}">{text}</section>'


def make_pictures(raws):
    """Name -> the drawings and charts that pages show, for light pages and for dark ones."""
    charts = ((name, make(*(raws[table] for table in tables)))
              for name, (make, tables, _) in CHARTS.items() if raws.keys() >= set(tables))
    return {name: svgs(axes) for name, axes in (*drawings(), *charts)}


def make_report(raws, tables, pictures):
    """The page of these raw figures; `tables`: the Table of each, or None."""
    links = "".join(f'<li><a href="#{name}">{html.escape(raw.definition["title"])}</a>'
                    for name, raw in raws.items())
    charts = "".join(_chart(*pictures[name], title) for name, (*_, title) in CHARTS.items()
                     if name in pictures)
    blocks = "".join(_html(made[1] + "\n\n" + (made[0].markdown() if made[0] else ""))
                     for name in BLOCKS if (made := make_block(name, raws)))
    return f"""<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>nqueens: measurements</title>
<style>{pathlib.Path(__file__).with_name("report.css").read_text(encoding="utf-8")}</style>
<h1>nqueens: measurements</h1>
<div class="figures">{charts}</div>
{blocks}
<h2>All measurements</h2>
<p><code>scripts/reproduce</code> makes every figure here of raw figures. Each table says how and on
which machine they were measured. Small print in a table is the smallest and the largest value.</p>
<ul>{links}</ul>
{"".join(_section(raw, tables[name]) for name, raw in raws.items())}
</html>
"""
