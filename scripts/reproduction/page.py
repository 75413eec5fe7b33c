"""The report: headlines, tables, figures and pictures in one HTML file that loads nothing. Pictures
are embedded as images, so that names inside them cannot meet."""

import base64
import html
import pathlib
import re

from .kinds import pictures
from .tables import provenance

STYLE = pathlib.Path(__file__).with_name("report.css")
MEDIA = {".svg": "image/svg+xml", ".png": "image/png"}


def _text(text):
    """Plain text with `code` in it."""
    return re.sub(r"`([^`]+)`", r"<code>\1</code>", html.escape(text.strip(), quote=False))


def _table(table):
    # Focus lets a keyboard move it sideways.
    return f'<div class="wide" tabindex="0">{table.html()}</div>'


def _picture(raw, run):
    file = pictures.folder_of(raw.folder) / run["file"]
    data = base64.b64encode(file.read_bytes()).decode()
    caption = html.escape(run["caption"])
    return (f'<figure><img src="data:{MEDIA[file.suffix]};base64,{data}" alt="{caption}" '
            f'loading="lazy"><figcaption>{caption}<br><code>{html.escape(run["command"])}</code>'
            "</figcaption></figure>")


def _pictures(raw, runs):
    return '<div class="figures">' + "\n".join(_picture(raw, run) for run in runs) + "</div>"


def _headlines(headlines):
    parts = ['<section id="headlines"><h2>In short</h2>']
    for name in ("counting-beside-others", "whole-boards", "billion-queens", "scaling"):
        sentence, table = headlines.named(name)
        if sentence:
            parts += ([_table(table)] if table else []) + [f"<p>{_text(sentence)}</p>"]
    raw = headlines.raws.get("boards")
    if raw:
        parts.append(_pictures(raw, raw.runs[:2]))
    return "\n".join(parts) + "\n</section>"


def _section(definition, raw, table, figures):
    parts = [f'<section id="{raw.table}"><h2>{html.escape(definition["title"])}</h2>',
             f"<p>{_text(definition['note'])}</p>"]
    if table is not None:
        parts.append(_table(table))
    if figures:
        parts.append('<div class="figures">'
                     + "\n".join(f"<figure>{svg}</figure>" for svg in figures) + "</div>")
    if definition["kind"] == "pictures":
        parts.append(_pictures(raw, raw.runs))
    parts.append(f'<p class="soft">{html.escape(provenance(raw))}. Made by '
                 f"<code>scripts/reproduce {raw.table}</code>.</p></section>")
    return "\n".join(parts)


def make_page(sections, headlines):
    """`sections`: definition, raw figures, table or None and SVG figures of each."""
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
<header>
<h1>nqueens: measurements</h1>
<p><code>scripts/reproduce</code> makes every figure here of raw figures; each table says on which
machine and how they were measured.{quick}</p>
<nav><ul>{links}</ul></nav>
</header>
<main>
{_headlines(headlines)}
{chr(10).join(_section(*section) for section in sections)}
</main>
</body>
</html>
"""
