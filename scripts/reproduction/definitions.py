"""Reads the definition file of tables (results/tables.toml) and refuses what it does not know.
Runs nothing."""

import tomllib

from .refused import Refused

# What an entry of each kind must have; anything else that it may have stands in OPTIONAL.
REQUIRED = {
    "solve": {"sizes", "seeds", "series", "columns"},
    "count": {"sizes", "repetitions", "series"},
    "success": {"sizes", "starts", "series"},
    "scaling": {"arguments"},
    "boards": {"board"},
}
OPTIONAL = {"source", "time_limit", "goal_seconds"}
EVERYWHERE = {"id", "title", "kind", "note"}


def _check(table, path):
    missing = EVERYWHERE - table.keys()
    if missing:
        raise Refused(f"table without {', '.join(sorted(missing))}: {table.get('id', '?')}; "
                      f"see the head of {path}")
    kind = table["kind"]
    if kind not in REQUIRED:
        raise Refused(f"unknown kind of table: {kind}; one of {', '.join(REQUIRED)}")
    missing = REQUIRED[kind] - table.keys()
    if missing:
        raise Refused(f"table {table['id']} lacks an entry: {', '.join(sorted(missing))}; "
                      f"see the head of {path}")
    unknown = table.keys() - EVERYWHERE - REQUIRED[kind] - OPTIONAL
    if unknown:
        raise Refused(f"unknown entry of table {table['id']}: {', '.join(sorted(unknown))}; "
                      f"see the head of {path}")


def read_definitions(path, quick=False):
    """The tables of the file, those of the quick run where asked for."""
    try:
        with open(path, "rb") as file:
            content = tomllib.load(file)
    except OSError as error:
        raise Refused(f"cannot read the definitions: {path}; {error.strerror}") from error
    except tomllib.TOMLDecodeError as error:
        raise Refused(f"definitions are not TOML: {path}; {error}") from error
    tables = []
    for table in content.get("table", []):
        quick_entries = table.pop("quick", {})
        if quick:
            table.update(quick_entries)
        _check(table, path)
        tables.append(table)
    names = [table["id"] for table in tables]
    if not names or len(set(names)) != len(names):
        raise Refused(f"no table, or one twice: {path}; every [[table]] has an id of its own")
    return tables


def choose(tables, names):
    """Those of the names, in the order of the file."""
    known = [table["id"] for table in tables]
    for name in names:
        if name not in known:
            raise Refused(f"unknown table: {name}; one of {', '.join(known)}")
    return [table for table in tables if table["id"] in names]


def thread_numbers(given, processors):
    """[1, "all"] or "powers", for a machine of so many processors."""
    if given == "powers":
        given = []
        threads = 1
        while threads < processors:
            given.append(threads)
            threads *= 2
        given.append("all")
    numbers = {processors if threads == "all" else threads for threads in given}
    return sorted(numbers)
