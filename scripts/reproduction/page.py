"""The report: headlines, tables, figures and pictures in one HTML file that loads nothing. Pictures
are embedded as images, so that names inside them cannot meet."""

import base64
import html
import pathlib
import re
import struct

from .kinds import pictures
from .tables import peer_commands, provenance

STYLE = pathlib.Path(__file__).with_name("report.css")
MEDIA = {".svg": "image/svg+xml", ".png": "image/png"}


def _text(text):
    """Of Markdown: `code` and *stress*; a link is its text, since the page may stand alone."""
    text = html.escape(text.strip(), quote=False)
    for pattern, made in ((r"`([^`]+)`", r"<code>\1</code>"), (r"\*([^*]+)\*", r"<em>\1</em>"),
                          (r"\[([^]]+)\]\([^)]+\)", r"\1")):
        text = re.sub(pattern, made, text)
    return text


def _table(table):
    # Focus lets a keyboard move it sideways.
    return f'<div class="wide" tabindex="0">{table.html()}</div>'


def _size(file, data):
    """Width and height in pixels: the page keeps its place before the picture is there."""
    if file.suffix == ".png":
        return struct.unpack(">II", data[16:24])
    box = re.search(rb'viewBox=["\']0 0 ([\d.]+) ([\d.]+)', data)
    return [round(float(number)) for number in box.groups()] if box else (400, 400)


def _picture(raw, run):
    file = pictures.folder_of(raw.folder) / run["file"]
    data = file.read_bytes()
    width, height = _size(file, data)
    caption = html.escape(run["caption"])
    return (f'<figure><img src="data:{MEDIA[file.suffix]};base64,{base64.b64encode(data).decode()}" '
            f'width="{width}" height="{height}" alt="{caption}" loading="lazy">'
            f'<figcaption>{caption}<br><code>{html.escape(run["command"])}</code></figcaption></figure>')


def _figures(figures, more=()):
    parts = [f"<figure>{svg}</figure>" for svg in figures] + list(more)
    return f'<div class="figures">{chr(10).join(parts)}</div>' if parts else ""


def _headlines(headlines, figures):
    cards = "".join(f"<div><b>{html.escape(figure)}</b> {html.escape(what)}</div>"
                    for figure, what in headlines.cards())
    raw = headlines.raws.get("boards")
    boards = [_picture(raw, run) for run in raw.runs[:1]] if raw else []
    parts = [f'<section id="headlines"><div class="cards">{cards}</div>', _figures(figures, boards)]
    for name in ("counting-beside-others", "whole-boards"):
        sentence, table = headlines.named(name)
        if sentence:
            parts += [_table(table), f'<p class="soft">{_text(sentence)}</p>']
    return "\n".join(parts) + "\n</section>"


def _section(definition, raw, table, figures):
    parts = [f'<section id="{raw.table}"><h2>{html.escape(definition["title"])}</h2>',
             f"<p>{_text(definition['note'])}</p>", _figures(figures)]
    if table is not None:
        parts.append(_table(table))
    if definition["kind"] == "pictures":
        parts.append(_figures((), [_picture(raw, run) for run in raw.runs]))
    parts.append(f'<p class="soft">{html.escape(provenance(raw))}. Made by '
                 f"<code>scripts/reproduce {raw.table}</code>.</p>")
    sentence, commands = peer_commands(definition)
    if commands:
        lines = "".join(f"<li>{html.escape(program)}: <code>{html.escape(command)}</code></li>"
                        for program, command in commands)
        parts.append(f"<p>Other programs. {html.escape(sentence)}</p><ul>{lines}</ul>")
    parts.append("</section>")
    return "\n".join(part for part in parts if part)


def make_page(sections, headlines, figures):
    """`sections`: definition, raw figures, table or None and SVG figures of each; `figures`: those of
    the headlines."""
    links = "".join(f'<li><a href="#{raw.table}">{html.escape(definition["title"])}</a>'
                    for definition, raw, _, _ in sections)
    quick = (" This was a quick run: few repetitions, small boards."
             if any(raw.head["quick"] for _, raw, _, _ in sections) else "")
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>nqueens: measurements</title>
<style>
{STYLE.read_text(encoding="utf-8")}</style>
</head>
<body>
<h1>nqueens: measurements</h1>
<main>
{_headlines(headlines, figures)}
<nav><h2>All tables</h2>
<p><code>scripts/reproduce</code> makes every figure here of raw figures. Each table says how and on which
machine they were measured. Small print in a table is the smallest and the largest value; narrow screens
leave it out.{quick}</p>
<ul>{links}</ul></nav>
{chr(10).join(_section(*section) for section in sections)}
</main>
</body>
</html>
"""
