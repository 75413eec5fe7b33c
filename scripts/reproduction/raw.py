"""Raw figures: FOLDER/TABLE.jsonl has a head, one line for each run, and a last line with the time
that all took; FOLDER/host.json is the machine. Everything else is made of these files alone."""

import dataclasses
import datetime
import json
import os
import pathlib
import time

from . import Refused
from .kinds import KINDS
from .program import commit

HEAD = {"table", "date", "commit", "program", "compiler", "quick"}


@dataclasses.dataclass
class Raw:
    path: pathlib.Path
    head: dict
    runs: list
    end: dict  # empty while the table is being measured

    @property
    def folder(self):
        return self.path.parent

    @property
    def table(self):
        return self.head["table"]

    @property
    def host(self):
        return json.loads((self.folder / "host.json").read_text(encoding="utf-8"))


def read_raw(path):
    path = pathlib.Path(path)
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        raise Refused(f"cannot read raw figures: {path}: {error.strerror}") from error
    records = []
    for number, line in enumerate(lines, start=1):
        try:
            records.append(json.loads(line))
        except ValueError as error:
            if number < len(lines):  # the last line of a run that was killed may be torn
                raise Refused(f"raw figures are not JSON: {path}, line {number}: {error}") from error
    if not records or not isinstance(records[0], dict) or not HEAD <= records[0].keys():
        raise Refused(f"{path} is not a file of scripts/reproduce: its first line says too little")
    end = records.pop() if "measured_seconds" in records[-1] else {}
    return Raw(path, records[0], records[1:], end)


def read_newest(output, tables):
    """The newest raw figures of each table, whatever machine they are of."""
    raws = []
    for name in tables:
        found = [read_raw(file) for file in output.glob(f"raw/*/{name}.jsonl")]
        if found:
            raws.append(max(found, key=lambda raw: raw.head["date"]))
    if not raws:
        raise Refused(f"no raw figures below {output / 'raw'}: run scripts/reproduce --all first")
    return raws


def folder_of_host(output, host):
    """The folder of this machine's figures below results/raw, maybe a new one."""
    def known(text):
        return [text[name] for name in ("name", "processor", "usable_processors")]
    for file in sorted((output / "raw").glob("*/host.json")):
        if known(json.loads(file.read_text(encoding="utf-8"))) == known(host):
            return file.parent
    folder = output / "raw" / f"{host['name']}-{datetime.date.today()}"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "host.json").write_text(json.dumps(host) + "\n", encoding="utf-8")
    return folder


def _load():
    return [round(load, 2) for load in os.getloadavg()]


def _is_of(run, case):
    return all(run.get(name) == value for name, value in case.items())


def measure(program, definition, folder, quick=False, again=False):
    """Measures what the raw file of a table lacks. False: it has all of it by the same program. What
    a stopped run has measured lies in TABLE.jsonl.part; the raw file is replaced at the end."""
    path = folder / f"{definition['id']}.jsonl"
    part = path.with_suffix(".jsonl.part")
    kind = KINDS[definition["kind"]]
    cases = kind.cases(definition, program.processors)
    done = []
    head = {"table": definition["id"], "program": program.checksum, "quick": quick}
    for file in (part, path):
        if file.exists() and not done and (file == part or not again):
            raw = read_raw(file)
            if _is_of(raw.head, head):
                head = raw.head
                done = [run for run in raw.runs if any(_is_of(run, case) for case in cases)]
    left = [case for case in cases if not any(_is_of(run, case) for run in done)]
    if not left and not part.exists():
        return False
    if not done:
        head |= {"date": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d %H:%M UTC"),
                 "commit": commit(), "compiler": program.build["compiler"], "load_before": _load()}
    program.log(f"{definition['id']}: {len(left)} runs" +
                (f", {len(done)} are measured already" if done else ""))
    folder.mkdir(parents=True, exist_ok=True)
    began = time.perf_counter()
    with open(part, "w", encoding="utf-8") as file:
        def write(*records):
            file.write("".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records))
            file.flush()
        write(head, *done)
        for case in left:
            write(*(case | run for run in kind.measure(program, definition, case, folder)))
        write({"measured_seconds": round(time.perf_counter() - began, 1), "load_after": _load()}
              | ({"resumed": True} if done else {}))
    os.replace(part, path)
    return True
