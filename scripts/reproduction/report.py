"""The page: tables, figures and boards of raw figures in one file that loads nothing from
anywhere. Boards are pictures of their own, so that names inside them cannot meet."""

import html
import pathlib

from .tables import provenance

STYLE = pathlib.Path(__file__).with_name("report.css")


def _board(run):
    caption = html.escape(run["case"]["caption"])
    picture = f"data:{run['result']['media']};base64,{run['result']['base64']}"
    return (f'<figure><img src="{picture}" alt="{caption}" loading="lazy"><figcaption>{caption}<br>'
            f"<code>{html.escape(run['command'])}</code></figcaption></figure>")


def _section(raw, table, figures):
    definition = raw["definition"]
    parts = [f'<section id="{raw["table"]}"><h2>{html.escape(definition["title"])}</h2>',
             f"<p>{html.escape(definition['note'].strip())}</p>"]
    if table is not None:
        # Focus lets a keyboard move it sideways.
        parts.append(f'<div class="wide" tabindex="0">{table.html()}</div>')
    shown = [f"<figure>{svg}</figure>" for _, _, svg in figures]
    if definition["kind"] == "boards":
        shown = [_board(run) for run in raw["runs"]]
    if shown:
        parts.append('<div class="figures">' + "\n".join(shown) + "</div>")
    parts.append(f'<p class="soft">{html.escape(provenance(raw))}.</p></section>')
    return "\n".join(parts)


def make_page(sections):
    """`sections`: raw figures, table or None, figures of each. The whole page as text."""
    first = sections[0][0]
    host = first["info"]["host"]
    links = "".join(f'<li><a href="#{raw["table"]}">{html.escape(raw["definition"]["title"])}</a>'
                    for raw, _, _ in sections)
    quick = (" This was a quick run: few repetitions, small boards."
             if any(raw["quick"] for raw, _, _ in sections) else "")
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
<p>{html.escape(host['processor'])}, {host['usable_processors']} processors,
{host['memory_bytes'] / 2**30:.0f} GiB, {html.escape(host['system'])}.{quick}
Every figure here is made of the raw figures that <code>scripts/reproduce</code> wrote.</p>
<nav><ul>{links}</ul></nav>
</header>
<main>
{chr(10).join(_section(*section) for section in sections)}
</main>
</body>
</html>
"""
