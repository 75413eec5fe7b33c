"""The command line of scripts/reproduce."""

import argparse
import pathlib
import sys
import tempfile

from .kinds import KINDS, read_definitions
from .measuring import Program, bundle, measure, require_packages, say, shell
from .pages import document, fill
from .raw import RESULTS, ROOT, Failed, Refused, folder_of_host, read_newest

PAGES = (ROOT / "README.md", ROOT / "bench" / "simulation.md")


class Parser(argparse.ArgumentParser):
    def error(self, message):
        raise Refused(f"{message}; scripts/reproduce --help lists the arguments")


def parse():
    parser = Parser(
        prog="scripts/reproduce", allow_abbrev=False,
        description="Measures the tables of results/tables.toml; makes tables, charts, the report "
                    "and the figures of README.md and bench/simulation.md from what was measured.")
    parser.add_argument("table", nargs="*", help="measure these tables")
    for flag, says in (
            ("--all", "measure every table that the same program has not measured yet; stopped, "
                      "the same command resumes"),
            ("--quick", "small boards, few repetitions; into build/reproduce, in half a minute"),
            ("--list", "name the tables and how long their last measurement took"),
            ("--report", "measure nothing: make tables, pages, charts and build/report.html again"),
            ("--check", "measure and write nothing: exit with 1 if --report would change a table "
                        "or a page that shows one"),
            ("--raw", "measure only: makes no table, page or chart, and needs no package for them"),
            ("--replace", "measure tables of times again that come from a machine with more processors"),
            ("--install", "install the Debian packages that are missing, before anything else")):
        parser.add_argument(flag, action="store_true", help=says)
    parser.add_argument("--output", metavar="FOLDER", type=pathlib.Path,
                        help="where everything goes; default: results")
    parser.add_argument("--peers", metavar="FOLDER", type=pathlib.Path,
                        help="clones of other programs, for the table peers; --all leaves it out "
                             "where they are not given")
    parser.add_argument("--definitions", metavar="FILE", type=pathlib.Path,
                        default=RESULTS / "tables.toml", help="default: results/tables.toml")
    parser.add_argument("--build", metavar="FOLDER",
                        help="measure the programs of this build instead of building the release")
    parser.add_argument("--bundle", metavar="FOLDER", type=pathlib.Path,
                        help="measure nothing: copy the programs and their libraries to this "
                             "folder, which serves as --build on a machine that has neither")
    arguments = parser.parse_args()
    if arguments.table and arguments.all:
        raise Refused("give tables or --all, not both")
    if not (arguments.table or arguments.bundle
            or any(value is True for value in vars(arguments).values())):
        raise Refused("nothing to do: give tables or --all; scripts/reproduce --list names them")
    return arguments


def build_folder(arguments):
    if arguments.build:
        return pathlib.Path(arguments.build)
    require_packages("build", arguments.install)
    shell("build_release nqueens measure")
    return ROOT / "build" / "release"


def spare_larger(names, shown, program, arguments):
    """Without the tables of times that come from a machine with more processors."""
    larger = [name for name in names if name in shown and shown[name].definition["timed"]
              and shown[name].host["usable_processors"] > program.host["usable_processors"]]
    if not larger or arguments.replace:
        return names
    says = ("these come from a machine with more processors, and only --replace replaces them: "
            + ", ".join(larger))
    if arguments.table:
        raise Refused(says)
    say(says)
    return [name for name in names if name not in larger]


def measure_all(definitions, arguments, output):
    build = build_folder(arguments)
    names = [name for name in arguments.table or definitions
             if arguments.peers or definitions[name]["kind"] != "peers"]
    if len(names) < len(arguments.table):
        raise Refused("other programs are measured with --peers FOLDER only")
    with tempfile.TemporaryDirectory(prefix="nqueens-measured-") as copy:
        program = Program(build, copy)
        program.peers = arguments.peers
        names = spare_larger(names, read_newest(output, definitions), program, arguments)
        folder = folder_of_host(output, program.host)
        again = arguments.quick or bool(arguments.table)
        for name in names:
            kind = KINDS[definitions[name]["kind"]](definitions[name])
            if not measure(kind, program, folder, arguments.quick, again):
                say(f"{name} is measured already; scripts/reproduce {name} measures it again")


def make_table(raw):
    try:
        return KINDS[raw.definition["kind"]](raw.definition).table(raw)
    except (KeyError, IndexError, TypeError, ValueError) as error:
        raise Refused(f"raw figures of {raw.definition['id']} lack what the table needs "
                      f"({error!r}): measure it again") from error


def run():
    arguments = parse()
    definitions = read_definitions(arguments.definitions, arguments.quick)
    if unknown := [name for name in arguments.table if name not in definitions]:
        raise Refused(f"unknown table: {unknown[0]}; one of {', '.join(definitions)}")
    if arguments.bundle:
        bundle(build_folder(arguments), arguments.bundle)
        return
    output = arguments.output or (ROOT / "build" / "reproduce" if arguments.quick else RESULTS)
    if not (arguments.list or arguments.check):
        if not arguments.raw:
            require_packages("figures", arguments.install)
        if not arguments.report:
            measure_all(definitions, arguments, output)
        if arguments.raw:
            return
    raws = read_newest(output, definitions)
    if arguments.list:
        for name, definition in definitions.items():
            took = f"{raws[name].end['measured_seconds']:.0f} s" if name in raws else "-"
            print(f"{name:<16}{took:>8}  {definition['title']}")
        return
    if not raws:
        raise Refused(f"no raw figures below {output / 'raw'}: run scripts/reproduce --all first")
    tables = {name: make_table(raw) for name, raw in raws.items()}
    files = {output / "tables" / f"{name}.md": document(raws[name], table)
             for name, table in tables.items() if table}
    if output == RESULTS:
        files |= {page: fill(page.read_text(encoding="utf-8"), raws) for page in PAGES}
    if arguments.check:
        old = [str(path) for path, text in files.items()
               if not path.exists() or path.read_text(encoding="utf-8") != text]
        if old:
            raise Failed(f"not made of the raw figures that are there: {', '.join(old)}; run "
                         "scripts/reproduce --report")
        if busy := [name for name, raw in raws.items() if raw.maybe_slowed]:
            say(f"the machine was busy when these began, measure them again: {', '.join(busy)}")
        return
    from .report import make_pictures, make_report  # which alone need more packages
    report = (ROOT / "build" if output == RESULTS else output) / "report.html"
    pictures = make_pictures(raws)
    files |= {output / "pictures" / f"{name}-{page}.svg": svg for name, svgs in pictures.items()
              for page, svg in zip(("light", "dark"), svgs)}
    files[report] = make_report(raws, tables, pictures)
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    say(f"tables are in {output}, the report is {report}")


def main():
    try:
        run()
    except (Refused, Failed, ImportError) as error:
        say(" ".join(str(error).split()))
        return 1 if isinstance(error, Failed) else 2
    except KeyboardInterrupt:
        say("stopped; the same command resumes")
        return 130
    return 0


sys.exit(main())
