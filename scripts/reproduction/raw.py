"""Raw figures: FOLDER/TABLE.jsonl has a head, one line for each run, and a last line with the time
that all took; FOLDER/host.json is the machine. Everything else is made of these files alone."""

import dataclasses
import datetime
import json
import pathlib

ROOT = pathlib.Path(__file__).resolve().parents[2]
RESULTS = ROOT / "results"
BUSY = 0.5  # load: a process that runs half of the time slows what runs on all processors


class Refused(Exception):
    """What the caller can mend: one line on standard error, exit code 2."""


class Failed(Exception):
    """A program did not do what it was asked for: one line, exit code 1."""


@dataclasses.dataclass
class Raw:
    definition: dict
    folder: pathlib.Path
    head: dict
    runs: list
    end: dict  # empty while the table is being measured

    @property
    def host(self):
        return json.loads((self.folder / "host.json").read_text(encoding="utf-8"))

    @property
    def maybe_slowed(self):
        return self.definition["timed"] and self.head["load_before"][0] > BUSY


def read_raw(path, definition):
    records = []
    for line in path.read_text(encoding="utf-8").splitlines():
        try:
            records.append(json.loads(line))
        except ValueError:
            break  # the last line of a run that was killed may be torn
    if not records or "table" not in records[0]:
        raise Refused(f"{path} is not a file of scripts/reproduce: it has no head")
    end = records.pop() if "measured_seconds" in records[-1] else {}
    return Raw(definition, path.parent, records[0], records[1:], end)


def read_newest(output, definitions):
    """Table -> its newest raw figures, from any machine."""
    found = {name: [read_raw(file, definition) for file in output.glob(f"raw/*/{name}.jsonl")]
             for name, definition in definitions.items()}
    return {name: max(raws, key=lambda raw: raw.head["date"])
            for name, raws in found.items() if raws}


def folder_of_host(output, host):
    """The folder of this machine's figures below results/raw, maybe a new one."""
    for file in sorted((output / "raw").glob("*/host.json")):
        known = json.loads(file.read_text(encoding="utf-8"))
        if all(known[name] == host[name]
               for name in ("name", "processor", "usable_processors", "caches")):
            return file.parent
    folder = output / "raw" / f"{host['name']}-{datetime.date.today()}"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "host.json").write_text(json.dumps(host) + "\n", encoding="utf-8")
    return folder
