"""Reads results/tables.toml and refuses what it does not know. Runs nothing."""

import tomllib

from . import Refused
from .kinds import KINDS

COMMON = {"id", "title", "kind", "note"}


def _refuse(names, text, path):
    if names:
        raise Refused(f"{text} {', '.join(sorted(names))}: see the head of {path}")


def _check(table, path):
    _refuse(COMMON - table.keys(), f"table {table.get('id', '?')} has no", path)
    if table["kind"] not in KINDS:
        raise Refused(f"unknown kind of table: {table['kind']}; one of {', '.join(KINDS)}")
    kind = KINDS[table["kind"]]
    required, optional = kind.REQUIRED, getattr(kind, "OPTIONAL", set())
    if "peer" in table:
        required = required | (optional & {"peers_measured"})
    _refuse(required - table.keys(), f"table {table['id']} has no", path)
    _refuse(table.keys() - COMMON - required - optional,
            f"table {table['id']} has an unknown entry", path)
    for peer in table.get("peer", []):
        name = f"peer {peer.get('program', '?')} of table {table['id']}"
        _refuse(kind.PEER - peer.keys(), f"{name} has no", path)
        _refuse(peer.keys() - kind.PEER, f"{name} has an unknown entry", path)


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
