"""The programs that are measured: builds them, runs them and says on what they ran."""

import atexit
import hashlib
import json
import os
import pathlib
import shutil
import subprocess
import tempfile
import time

from . import Failed, Refused

ROOT = pathlib.Path(__file__).resolve().parents[2]
STOPPED = 75  # by its time limit
REFUSED = 2


def bootstrap(group):
    if subprocess.run([ROOT / "scripts" / "bootstrap", group], check=False).returncode:
        raise Failed(f"packages are missing: scripts/bootstrap {group} tells which")


def build_release(*targets):
    """Builds them and returns the build folder."""
    bootstrap("build")
    script = '. "$0" && build_release "$@"'
    done = subprocess.run(["bash", "-ec", script, ROOT / "scripts" / "common.bash", *targets],
                          check=False, stdout=subprocess.DEVNULL)
    if done.returncode:
        raise Failed("the release build failed: see build/log")
    return ROOT / "build" / "release"


def commit():
    """The state of the sources: what is measured here does not make them dirty."""
    def git(*words):
        return subprocess.run(["git", "-C", str(ROOT), *words], capture_output=True, text=True,
                              check=False).stdout.strip()
    changed = git("status", "--porcelain", "--", ".", ":!results", ":!README.md", ":!bench/*.md")
    return (git("rev-parse", "--short", "HEAD") or "unknown") + ("-dirty" if changed else "")


class Program:
    """nqueens and its helpers of a build folder, copied: a later build must not change what a long
    run measures."""

    def __init__(self, build, log=lambda text: None):
        self.log = log
        folder = tempfile.TemporaryDirectory(prefix="nqueens-measured-")
        atexit.register(folder.cleanup)
        self.folder = pathlib.Path(folder.name)
        self._copy(pathlib.Path(build) / "src" / "cli" / "nqueens")
        for other in ("bench/measure_tasks", "tests/cli/nqueens_plant_record",
                      "src/mpi/nqueens-mpi"):
            if (pathlib.Path(build) / other).exists():
                self._copy(pathlib.Path(build) / other)
        self.checksum = hashlib.sha256((self.folder / "nqueens").read_bytes()).hexdigest()[:12]
        info = self.record("info")
        self.host, self.build = info["host"], info["build"]
        self.processors = self.host["usable_processors"]

    def _copy(self, path):
        if not os.access(path, os.X_OK):
            raise Refused(f"not a program: {path}; give the folder of a build of this project")
        shutil.copy(path, self.folder)

    def path(self, name):
        """Of the copy; "" where the build has no such program."""
        return self.folder / name if (self.folder / name).exists() else ""

    def run(self, *words, name="nqueens", accepted=(0,)):
        """Standard output, exit code and seconds of one run, from its start to its end."""
        environment = {key: value for key, value in os.environ.items() if key != "NQUEENS_THREADS"}
        words = [str(word) for word in words]
        begin = time.perf_counter()
        done = subprocess.run([self.folder / name, *words], stdin=subprocess.DEVNULL,
                              capture_output=True, env=environment, check=False)
        seconds = time.perf_counter() - begin
        said = done.stderr.decode(errors="replace").strip()[-500:]
        # A machine without the memory for the largest boards still has all other figures.
        is_too_large = done.returncode == REFUSED in accepted and "memory" in said
        if done.returncode not in accepted or done.returncode == REFUSED and not is_too_large:
            raise Failed(f"{name} {' '.join(words)} ended with {done.returncode}: {said}")
        return done.stdout, done.returncode, seconds

    def record(self, *words):
        return json.loads(self.run(*words, "--json")[0])

    def measured(self, *words):
        """The JSON that nqueens printed and the seconds of the whole command; or why there is none:
        {"stopped": True} by its time limit, {"too_large": True} for this machine's memory."""
        output, code, seconds = self.run(*words, "--json", "-q", accepted=(0, STOPPED, REFUSED))
        if code:
            return {"stopped" if code == STOPPED else "too_large": True}, seconds
        return json.loads(output), round(seconds, 6)
