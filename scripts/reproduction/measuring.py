"""What is measured for a table; runs the programs, and keeps what the table lacks as raw figures."""

import hashlib
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import time

from .raw import BUSY, ROOT, Failed, Refused, read_raw
from .tables import Table, columns

STOPPED = 75  # exit code: by its time limit
REFUSED = 2
PROGRAM = "src/cli/nqueens"
MEASURE = "bench/measure"
HELPERS = (MEASURE, "src/mpi/nqueens-mpi", "tests/cli/nqueens_many_processors",
           "tests/cli/nqueens_plant_record")


def say(text):
    print(f"reproduce: {text}", file=sys.stderr, flush=True)


def shell(command):
    """A function of scripts/common.bash, or a script."""
    if subprocess.run(["bash", "-ec", f". ./common.bash && {command}", "reproduce"], check=False,
                      cwd=ROOT / "scripts", stdout=sys.stderr).returncode:
        raise Failed(f"{command} failed: see build/log")


def require_packages(group, install):
    """Installs those of the group that are missing, or refuses to go on without them."""
    if install:
        shell(f"./bootstrap {group}")
    elif missing := subprocess.run([ROOT / "scripts" / "bootstrap", "--missing", group], check=True,
                                   capture_output=True, text=True).stdout.strip():
        raise Refused(f"packages are missing: {missing}; install them, or add --install")


def commit():
    """The state of the sources: what is measured here does not make them dirty."""
    def git(*words):
        return subprocess.run(["git", "-C", ROOT, *words], capture_output=True, text=True,
                              check=False).stdout.strip()
    changes = git("status", "--porcelain", "--", ".", ":!results", ":!README.md", ":!bench/*.md")
    return (git("rev-parse", "--short", "HEAD") or "unknown") + "-dirty" * bool(changes)


def require_program(build):
    if not os.access(build / PROGRAM, os.X_OK):
        raise Refused(f"not a program: {build / PROGRAM}; give the folder of a build of this "
                      "project, or of a bundle")


def bundle(build, folder):
    """Copies nqueens and measure, the libraries that they need (but those of the C library), the
    loader of OpenCL, measure-device and the name of the commit to a folder."""
    require_program(build)
    (folder / "lib").mkdir(parents=True, exist_ok=True)
    for name in (PROGRAM, MEASURE):
        if not (build / name).exists():
            continue
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(build / name, folder / name)
        needed = subprocess.run(["ldd", build / name], check=True, capture_output=True, text=True)
        for library in re.findall(r"=> (/\S+)", needed.stdout):
            if not re.match(r"(ld-linux.*|lib(c|m|dl|rt|pthread))\.so", os.path.basename(library)):
                shutil.copy(library, folder / "lib")
    known = subprocess.run(["/sbin/ldconfig", "-p"], check=True, capture_output=True, text=True)
    for loader in re.findall(r"libOpenCL\.so\.1 .*=> (\S+)", known.stdout)[:1]:
        shutil.copy(loader, folder / "lib")
    shutil.copy(ROOT / "scripts" / "measure-device", folder)
    (folder / "commit").write_text(commit(), encoding="utf-8")


class Program:
    """nqueens and its helpers of a build, copied to a folder: a later build must not change what a
    long run measures."""

    def __init__(self, build, folder):
        self.folder = pathlib.Path(folder)
        require_program(build)
        for name in (PROGRAM, *HELPERS):
            if (build / name).exists():
                shutil.copy(build / name, self.folder)
        # What a bundle has besides.
        libraries, of = build / "lib", build / "commit"
        self.settings = {"LD_LIBRARY_PATH": str(libraries.resolve())} if libraries.exists() else {}
        self.commit = of.read_text(encoding="utf-8") if of.exists() else commit()
        self.checksum = hashlib.sha256((build / PROGRAM).read_bytes()).hexdigest()[:12]
        info = self.json_of("info")
        self.peers = None  # the folder of other programs
        self.host, self.compiler = info["host"], info["build"]["compiler"]

    def run(self, *words, name="nqueens", accepted=(0,), given=b"", settings=None):
        """Standard output, exit code and seconds of one run, from start to end. `name` may be
        a path, `given` is its input, `settings` are added to the environment."""
        environment = {key: value for key, value in os.environ.items() if key != "NQUEENS_THREADS"}
        words = [str(word) for word in words]
        begin = time.perf_counter()
        done = subprocess.run([self.folder / name, *words], input=given, capture_output=True,
                              env=environment | self.settings | (settings or {}), check=False)
        seconds = round(time.perf_counter() - begin, 6)
        said = done.stderr.decode(errors="replace").strip()[-500:]
        # A machine without the memory for the largest boards still has all other figures.
        if done.returncode not in accepted or done.returncode == REFUSED and "memory" not in said:
            raise Failed(f"{name} {' '.join(words)} ended with {done.returncode}: {said}")
        return done.stdout, done.returncode, seconds

    def json_of(self, *words):
        return json.loads(self.run(*words, "--json")[0])

    def measured(self, *words):
        """The JSON that nqueens printed and the seconds of the whole command; or why there is none:
        {"stopped": True} by its time limit, {"too_large": True} for this machine's memory."""
        output, code, seconds = self.run(*words, "--json", "-q", accepted=(0, STOPPED, REFUSED))
        if code:
            return {"stopped" if code == STOPPED else "too_large": True}, seconds
        return json.loads(output), seconds


def rounds(cases, name, number):
    """Every case once in each round: what slows the machine for a while slows all of them."""
    return [case | {name: i} for i in range(1, number + 1) for case in cases]


def thread_numbers(given, processors):
    """[1, "all"], or "powers": 1, 2, 4, ... and all."""
    powers = [2**i for i in range(processors.bit_length())] + ["all"]
    return sorted({processors if threads == "all" else threads
                   for threads in (powers if given == "powers" else given)})


class Kind:
    """`cases` of a machine with this many processors are small flat records. `measure` runs one and
    gives what is kept beside the case itself, a record or a list of them. `rows` are those of a
    table of the columns given."""
    method = None  # what the series of the definition name: engine or algorithm
    rows = None

    def __init__(self, definition):
        self.given = definition

    def table(self, raw):
        """The Table of raw figures; None where there is none."""
        return Table(columns(self.given["columns"]), list(self.rows(raw))) if self.rows else None

    def cases(self, processors):
        given = self.given
        if self.method:
            cases = [{self.method: series[self.method], "board_size": size, "threads": threads}
                     for series in given["series"] for size in given["sizes"]
                     if series.get("min", 0) <= size <= series.get("max", size)
                     for threads in thread_numbers(series.get("threads", [1]), processors)]
        else:
            cases = [{"board_size": size} for size in given.get("sizes", [])] + given.get("case", [])
        if "threads" in given:
            cases = [case | {"threads": threads} for case in cases
                     for threads in thread_numbers(given["threads"], processors)]
        for name in ("repetition", "seed"):
            if f"{name}s" in given:
                cases = rounds(cases or [{}], name, given[f"{name}s"])
        return cases


def _load():
    return [round(load, 2) for load in os.getloadavg()]


def _wait_until_quiet():
    """At most six minutes, in which the load falls from 200 to that of a quiet machine."""
    if _load()[0] > BUSY:
        say(f"waits up to 6 minutes until the load, {_load()[0]}, is at most {BUSY}")
    for _ in range(36):
        if _load()[0] <= BUSY:
            return
        time.sleep(10)
    say("the machine is busy: times may be too long, and the table will say so")


def measure(kind, program, folder, quick, again):
    """Measures what the raw file of a table lacks. False: it has all, by the same program. What a
    stopped run has measured lies in TABLE.jsonl.part; the raw file is replaced at the end."""
    name = kind.given["id"]
    path, part = folder / f"{name}.jsonl", folder / f"{name}.jsonl.part"
    cases, done = kind.cases(program.host["usable_processors"]), []
    head = {"table": name, "program": program.checksum, "quick": quick}
    for file in [part] if again else [part, path]:
        raw = read_raw(file, kind.given) if file.exists() and not done else None
        if raw and head.items() <= raw.head.items():
            head = raw.head
            done = [run for run in raw.runs if any(case.items() <= run.items() for case in cases)]
    left = [case for case in cases if not any(case.items() <= run.items() for run in done)]
    if not left and not part.exists():
        return False
    if kind.given["timed"] and not quick:
        _wait_until_quiet()
    if not done:
        head |= {"date": time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime()),
                 "commit": program.commit, "compiler": program.compiler}
    head["load_before"] = max(head.get("load_before", []), _load())
    say(f"{name}: {len(left)} runs" + (f", {len(done)} are measured already" if done else ""))
    began = time.perf_counter()
    with open(part, "w", encoding="utf-8") as file:
        def write(*records):
            file.write("".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records))
            file.flush()
        write(head, *done)
        for case in left:
            runs = kind.measure(program, case, folder)
            write(*(case | run for run in (runs if isinstance(runs, list) else [runs])))
        write({"measured_seconds": round(time.perf_counter() - began, 1), "load_after": _load()}
              | ({"resumed": True} if done else {}))
    os.replace(part, path)
    return True
