"""The command line of scripts/reproduce."""

import argparse
import os
import pathlib
import sys

from . import Failed, Refused
from .compare import compare
from .definitions import choose, read_definitions
from .headlines import Headlines
from .kinds import KINDS
from .page import make_page
from .program import ROOT, Program, bootstrap, build_release
from .raw import folder_of_host, measure, read_newest, read_raw
from .tables import document

RESULTS = ROOT / "results"


class Parser(argparse.ArgumentParser):
    def error(self, message):
        raise Refused(f"{message}; scripts/reproduce --help lists the arguments")


def parse(words):
    parser = Parser(
        prog="scripts/reproduce", allow_abbrev=False,
        description="Measures the tables of results/tables.toml and makes the tables, the report and "
                    "the figures of README.md and bench/simulation.md from what was measured.")
    parser.add_argument("table", nargs="*", help="measure these tables")
    parser.add_argument("--all", action="store_true",
                        help="measure every table that the same program has not measured yet; stopped, "
                             "the same command resumes")
    parser.add_argument("--quick", action="store_true",
                        help="small boards, few repetitions; into build/reproduce")
    parser.add_argument("--again", action="store_true", help="measure what is measured already, too")
    parser.add_argument("--list", action="store_true",
                        help="name the tables and how long their last measurement took")
    parser.add_argument("--report", action="store_true",
                        help="measure nothing: make tables, report and pages again")
    parser.add_argument("--check", action="store_true",
                        help="measure and write nothing: exit with 1 if --report would change a table "
                             "or a page that shows one")
    parser.add_argument("--compare", nargs=2, metavar=("A.jsonl", "B.jsonl"),
                        help="show two raw files of one table side by side")
    parser.add_argument("--output", metavar="FOLDER", type=pathlib.Path,
                        help="where everything goes; default: results")
    parser.add_argument("--definitions", metavar="FILE", default=str(RESULTS / "tables.toml"),
                        help="default: results/tables.toml")
    parser.add_argument("--build", metavar="FOLDER",
                        help="measure the programs of this build instead of building the release")
    arguments = parser.parse_args(words)
    if arguments.table and arguments.all:
        raise Refused("give tables or --all, not both")
    if not (arguments.table or arguments.all or arguments.quick or arguments.list
            or arguments.report or arguments.check or arguments.compare):
        raise Refused("nothing to do: give tables or --all; scripts/reproduce --list names the tables")
    return arguments


def say(text):
    print(f"reproduce: {text}", file=sys.stderr, flush=True)


def made_of(raw, name, definition):
    """What this function of the kind makes; None where the kind has no such function."""
    kind = KINDS[definition["kind"]]
    try:
        return getattr(kind, name)(definition, raw) if hasattr(kind, name) else None
    except (KeyError, IndexError, TypeError, ValueError, AttributeError) as error:
        raise Refused(f"raw figures of {raw.table} lack what the table needs "
                      f"({type(error).__name__} {error}): measure it again") from error


def made_files(definitions, raws, tables, output):
    """Path and text of all that is made of raw figures and kept."""
    files = {output / "tables" / f"{raw.table}.md": document(definitions[raw.table], raw, table)
             for raw, table in zip(raws, tables) if table is not None}
    if output == RESULTS:
        for page in (ROOT / "README.md", ROOT / "bench" / "simulation.md"):
            files[page] = Headlines(definitions, raws).fill(page.read_text(encoding="utf-8"))
    return files


def make_report(definitions, raws, tables):
    try:
        from . import drawing
    except ImportError as error:
        raise Refused(f"matplotlib is missing ({error}): scripts/bootstrap figures installs it for "
                      "the system's python3") from error
    sections = []
    for raw, table in zip(raws, tables):
        definition = definitions[raw.table]
        figures = [drawing.svg(name, f"{definition['title']}: {title}", figure)
                   for name, title, figure in made_of(raw, "figures", definition) or ()]
        sections.append((definition, raw, table, figures))
    headlines = Headlines(definitions, raws)
    figures = [drawing.svg(name, title, figure) for name, title, figure in headlines.figures()]
    return make_page(sections, headlines, figures)


def check(files):
    old = [path for path, text in files.items()
           if not path.exists() or path.read_text(encoding="utf-8") != text]
    if old:
        raise Failed(f"not made of the raw figures that are there: {', '.join(map(str, old))}; run "
                     "scripts/reproduce --report")


def run(words):
    arguments = parse(words)
    definitions = read_definitions(arguments.definitions, arguments.quick)
    if arguments.compare:
        raws = [read_raw(path) for path in arguments.compare]
        (definition,) = choose(definitions, [raws[0].table]).values()
        print("\n".join(compare(definition, *raws)))
        return
    output = arguments.output or (ROOT / "build" / "reproduce" if arguments.quick else RESULTS)
    chosen = choose(definitions, arguments.table) if arguments.table else definitions
    if arguments.list:
        for definition in chosen.values():
            took = [read_raw(file).end for file in output.glob(f"raw/*/{definition['id']}.jsonl")]
            took = [f"{end['measured_seconds']:.0f} s" for end in took if end.get("measured_seconds")]
            print(f"{definition['id']:<16}{took[-1] if took else '-':>8}  {definition['title']}")
        return
    if not arguments.check:
        bootstrap("figures")
    if not arguments.report and not arguments.check:
        build = arguments.build or build_release("nqueens", "measure_tasks")
        program = Program(build, say)
        folder = folder_of_host(output, program.host)
        again = arguments.again or arguments.quick or bool(arguments.table)
        for definition in chosen.values():
            if not measure(program, definition, folder, arguments.quick, again):
                say(f"{definition['id']} is measured already; --again measures it again")
    raws = read_newest(output, definitions)
    tables = [made_of(raw, "table", definitions[raw.table]) for raw in raws]
    files = made_files(definitions, raws, tables, output)
    if arguments.check:
        check(files)
        return
    files[output / "report.html"] = make_report(definitions, raws, tables)
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    say(f"tables and report.html are in {output}")


def main():
    try:
        run(sys.argv[1:])
        sys.stdout.flush()
    except (Refused, Failed) as error:
        say(" ".join(str(error).split()))
        return 2 if isinstance(error, Refused) else 1
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    except KeyboardInterrupt:
        say("stopped; the same command resumes")
        return 130
    return 0


sys.exit(main())
