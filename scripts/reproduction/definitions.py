"""Reads results/tables.toml and refuses what it does not know. Runs nothing."""

import tomllib

from . import Refused
from .kinds import KINDS

COMMON = {"id", "title", "kind", "note"}


def _check(table, path):
    missing = COMMON - table.keys()
    if missing:
        raise Refused(f"table {table.get('id', '?')} has no {', '.join(sorted(missing))}: see the "
                      f"head of {path}")
    if table["kind"] not in KINDS:
        raise Refused(f"unknown kind of table: {table['kind']}; one of {', '.join(KINDS)}")
    kind = KINDS[table["kind"]]
    missing = kind.REQUIRED - table.keys()
    unknown = table.keys() - COMMON - kind.REQUIRED - kind.OPTIONAL
    for names, text in ((missing, "has no"), (unknown, "has an unknown entry")):
        if names:
            raise Refused(f"table {table['id']} {text} {', '.join(sorted(names))}: see the head of "
                          f"{path}")


def read_definitions(path, quick=False):
    """The tables of the file by id; with the entries of the quick run where asked for."""
    try:
        with open(path, "rb") as file:
            content = tomllib.load(file)
    except OSError as error:
        raise Refused(f"cannot read {path}: {error.strerror}") from error
    except tomllib.TOMLDecodeError as error:
        raise Refused(f"{path} is not TOML: {error}") from error
    tables = {}
    for table in content.get("table", []):
        quick_entries = table.pop("quick", {})
        if quick:
            table.update(quick_entries)
        _check(table, path)
        if table["id"] in tables:
            raise Refused(f"two tables are called {table['id']} in {path}")
        tables[table["id"]] = table
    if not tables:
        raise Refused(f"no table in {path}")
    return tables


def choose(tables, names):
    """Those of the names, in the order of the file."""
    for name in names:
        if name not in tables:
            raise Refused(f"unknown table: {name}; one of {', '.join(tables)}")
    return {name: table for name, table in tables.items() if name in names}
