"""The class of each kind of table, and the definitions of tables in results/tables.toml."""

import tomllib

from .counting_tables import Breaks, Counts, Estimates, Forecasts, Peers, Steps, WholeBoards
from .parallel_tables import Scaling, Serial, Simulation, Tasks
from .raw import Refused
from .solving_tables import Exclusions, Pictures, Solves, Success

KINDS = {"counts": Counts, "peers": Peers, "whole-boards": WholeBoards, "forecasts": Forecasts,
         "solves": Solves, "scaling": Scaling, "success": Success, "exclusions": Exclusions,
         "estimates": Estimates, "steps": Steps, "serial": Serial, "tasks": Tasks,
         "simulation": Simulation, "breaks": Breaks, "pictures": Pictures}
UNTIMED = ("success", "steps", "simulation", "breaks", "pictures")  # load does not matter


def read_definitions(path, quick=False):
    """Table -> its definition, in the order of the file; of the quick run where asked for."""
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))["table"]
    except (OSError, tomllib.TOMLDecodeError, KeyError) as error:
        raise Refused(f"cannot read the tables of {path}: {error!r}") from error
    for table in tables:
        quick_entries = table.pop("quick", {})
        table |= quick_entries if quick else {}
        try:
            kind = table.setdefault("kind", table["id"])
            table["title"], table["note"], KINDS[kind](table).cases(1)
        except KeyError as error:
            raise Refused(f"a table of {path} lacks or misspells {error}: it needs id, title, "
                          f"note, what its kind needs, and a kind: {', '.join(KINDS)}") from error
        table["timed"] = table["kind"] not in UNTIMED
    return {table["id"]: table for table in tables}
