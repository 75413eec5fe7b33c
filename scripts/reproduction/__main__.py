"""The command line of scripts/reproduce, which has built the program where one is needed."""

import argparse
import datetime
import os
import pathlib
import subprocess
import sys

from .compare import compare
from .definitions import choose, read_definitions
from .measure import Failed, Program, measure
from .raw import read_folder, read_raw, write_raw
from .refused import Refused
from .report import make_page
from .tables import document, make_table

ROOT = pathlib.Path(__file__).resolve().parents[2]
RESULTS = ROOT / "results"


class Parser(argparse.ArgumentParser):
    def error(self, message):
        raise Refused(f"bad arguments: {message}; scripts/reproduce --help lists them")


def parse(words):
    parser = Parser(
        prog="scripts/reproduce", allow_abbrev=False,
        description="Measures the tables of results/tables.toml and makes tables (Markdown, CSV), "
                    "figures (SVG, PNG) and an HTML page of them.")
    parser.add_argument("--quick", action="store_true",
                        help="small boards, few repetitions; into build/reproduce unless --output")
    parser.add_argument("--only", metavar="TABLE,...", help="these tables only")
    parser.add_argument("--list", action="store_true", help="list the tables")
    parser.add_argument("--report", nargs="?", const="", metavar="RAW_FOLDER",
                        help="measure nothing: make tables, figures and page again of the raw "
                             "figures in this folder; default: the newest below results/raw")
    parser.add_argument("--compare", nargs=2, metavar=("A.json", "B.json"),
                        help="two raw files of one table side by side; measures nothing")
    parser.add_argument("--output", metavar="FOLDER",
                        help="where everything goes; default: results")
    parser.add_argument("--definitions", metavar="FILE", default=str(RESULTS / "tables.toml"),
                        help="default: results/tables.toml")
    parser.add_argument("--program", metavar="FILE",
                        help="measure this nqueens instead of building the release")
    return parser.parse_args(words)


def say(text):
    print(f"reproduce: {text}", file=sys.stderr, flush=True)


def commit():
    done = subprocess.run(["git", "-C", str(ROOT), "describe", "--always", "--dirty"],
                          capture_output=True, text=True, check=False)
    return done.stdout.strip() or "unknown"


def render(raws, output):
    """Tables, figures and page of raw figures, and of nothing else."""
    try:
        from .figures import make_figures
    except ImportError as error:
        raise Refused(f"matplotlib is missing: {error}; scripts/bootstrap figures installs it for "
                      "the system's python3") from error
    sections = []
    for raw in raws:
        try:
            table = make_table(raw)
            figures = make_figures(raw, output / "figures")
        except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
            raise Refused(f"raw figures lack what the table needs: {raw['table']}; "
                          f"{type(error).__name__} {error}: measure it again") from error
        if table is not None:
            folder = output / "tables"
            folder.mkdir(parents=True, exist_ok=True)
            (folder / f"{raw['table']}.md").write_text(document(raw, table), encoding="utf-8")
            (folder / f"{raw['table']}.csv").write_text(table.csv(), encoding="utf-8")
        sections.append((raw, table, figures))
    output.mkdir(parents=True, exist_ok=True)
    (output / "report.html").write_text(make_page(sections), encoding="utf-8")
    say(f"tables, figures and report.html are in {output}")


def newest_raw_folder():
    folders = {file.parent for file in RESULTS.glob("raw/*/tables/*.json")}
    if not folders:
        raise Refused(f"no raw figures below: {RESULTS / 'raw'}; run scripts/reproduce first, or "
                      "name a folder")
    return max(folders, key=lambda folder: max(file.stat().st_mtime
                                               for file in folder.glob("*.json")))


def run(words):
    arguments = parse(words)
    if arguments.compare:
        print("\n".join(compare(*(read_raw(path) for path in arguments.compare))))
        return
    definitions = read_definitions(arguments.definitions, arguments.quick)
    order = [definition["id"] for definition in definitions]
    if arguments.only is not None:
        definitions = choose(definitions, arguments.only.split(","))
    if arguments.list:
        for definition in definitions:
            print(f"{definition['id']:<16} {definition['title']}")
        return
    output = pathlib.Path(arguments.output) if arguments.output else (
        ROOT / "build" / "reproduce" if arguments.quick else RESULTS)
    if arguments.report is not None:
        folder = pathlib.Path(arguments.report) if arguments.report else newest_raw_folder()
        render(read_folder(folder, order), output)
        return
    if not arguments.program:
        raise Refused("no program to measure: ; give --program FILE, or call scripts/reproduce")
    if not os.access(arguments.program, os.X_OK):
        raise Refused(f"not a program: {arguments.program}; give the path of a built nqueens")
    # What a reader can repeat: where the program lay is of no interest.
    given = [("--quick", arguments.quick), (f"--only {arguments.only}", arguments.only)]
    command = " ".join(["scripts/reproduce", *(word for word, is_given in given if is_given)])
    host = f"{os.uname().nodename}-{datetime.date.today()}"
    folder = output / "raw" / host / "tables"
    program = Program(arguments.program, say)
    for definition in definitions:
        say(f"measuring {definition['id']}")
        raw = measure(program, definition, commit(), command, arguments.quick)
        write_raw(folder / f"{definition['id']}.json", raw)
        say(f"{definition['id']} took {raw['seconds']} s")
    render(read_folder(folder, order), output)


def main():
    try:
        run(sys.argv[1:])
        sys.stdout.flush()
    except Refused as refused:
        # One line, whatever stands in the value.
        say(" ".join(str(refused).split()))
        return 2
    except Failed as failed:
        say(" ".join(str(failed).split()))
        return 1
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    except KeyboardInterrupt:
        say("stopped; tables that were finished are kept")
        return 130
    return 0


sys.exit(main())
