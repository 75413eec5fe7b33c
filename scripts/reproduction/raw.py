"""Raw files: one JSON object for each table, with its definition, the host, and every single run.
All that tables, figures and the page are made of. Reads, checks and writes them."""

import json
import os

from .refused import Refused

SCHEMA_VERSION = 1
NEEDED = {"schema_version": int, "table": str, "definition": dict, "info": dict, "date": str,
          "commit": str, "runs": list}


def read_raw(path):
    try:
        with open(path, encoding="utf-8") as file:
            raw = json.load(file)
    except OSError as error:
        raise Refused(f"cannot read raw figures: {path}; {error.strerror}") from error
    except ValueError as error:
        raise Refused(f"raw figures are not JSON: {path}; {error}") from error
    for name, kind in NEEDED.items():
        if not isinstance(raw, dict) or not isinstance(raw.get(name), kind):
            raise Refused(f"not raw figures of a table: {path}; {name} is missing: files of "
                          "scripts/reproduce have it")
    if raw["schema_version"] != SCHEMA_VERSION:
        raise Refused(f"raw figures of another version: {path}; {raw['schema_version']}, this "
                      f"script reads {SCHEMA_VERSION}")
    return raw


def write_raw(path, raw):
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(path.name + ".part")
    head = {name: value for name, value in raw.items() if name != "runs"}
    # One run a line: a difference between two files can be read.
    text = json.dumps(head, indent=1, ensure_ascii=False)[:-2] + ',\n "runs": [\n'
    text += ",\n".join("  " + json.dumps(run, ensure_ascii=False) for run in raw["runs"])
    part.write_text(text + "\n ]\n}\n", encoding="utf-8")
    os.replace(part, path)


def read_folder(folder, order=()):
    """All raw files of a folder, in the order of the definitions."""
    files = sorted(folder.glob("*.json")) if folder.is_dir() else []
    if not files:
        raise Refused(f"no raw figures: {folder}; run scripts/reproduce first, or name a folder "
                      "of its files")
    tables = [read_raw(file) for file in files]
    places = {name: place for place, name in enumerate(order)}
    return sorted(tables, key=lambda raw: places.get(raw["table"], len(places)))
