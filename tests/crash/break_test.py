"""Tries to break the program at random: kills counts, shards and MPI jobs; cuts, changes and
zeroes bytes of journals; overwrites journals in use; fills disks; forges records. Fails on a wrong
total, a signal, a sanitizer's report or more than one line of error. Prints a line of figures.

Environment: NQUEENS; NQUEENS_MANY_PROCESSORS, NQUEENS_PLANT_RECORD and NQUEENS_MPI (may be empty);
NQUEENS_BREAK_SECONDS (at least; default 5), NQUEENS_BREAK_KILLS (at least; default 10),
NQUEENS_BREAK_CASE_SECONDS (boards take at least this; default 0.3), NQUEENS_BREAK_SEED (default
random), NQUEENS_BREAK_FIGURES (a file for the figures as JSON), NQUEENS_SANITIZE (not empty: the
programs are built with sanitizers).
"""

import collections
import json
import os
import pathlib
import random
import resource
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import time

NQUEENS = os.environ["NQUEENS"]
MANY_PROCESSORS = os.environ.get("NQUEENS_MANY_PROCESSORS", "")
PLANT_RECORD = os.environ.get("NQUEENS_PLANT_RECORD", "")
MPI_PROGRAM = os.environ.get("NQUEENS_MPI", "")
MPIRUN = shutil.which("mpirun") if MPI_PROGRAM else None
SECONDS = float(os.environ.get("NQUEENS_BREAK_SECONDS", "5"))
KILLS = int(os.environ.get("NQUEENS_BREAK_KILLS", "10"))
CASE_SECONDS = float(os.environ.get("NQUEENS_BREAK_CASE_SECONDS", "0.3"))
SEED = int(os.environ.get("NQUEENS_BREAK_SEED") or int.from_bytes(os.urandom(4), "little"))
FIGURES = os.environ.get("NQUEENS_BREAK_FIGURES", "")
SANITIZED = os.environ.get("NQUEENS_SANITIZE", "") != ""

# A000170.
SOLUTIONS = [1, 1, 0, 0, 2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365596, 2279184, 14772512,
             95815104, 666090624]
ENVIRONMENT = {**os.environ, "LC_ALL": "C", "OMPI_MCA_plm": "isolated",
               "OMPI_MCA_btl_vader_single_copy_mechanism": "none",
               "ASAN_OPTIONS": "exitcode=99", "TSAN_OPTIONS": "exitcode=99",
               "UBSAN_OPTIONS": "halt_on_error=1:exitcode=99:print_stacktrace=1"}
# No damaged journal may make the program take more; a count of 18 on 64 threads takes 150 MiB.
MAX_KIBIBYTES = 200 << 10

Case = collections.namedtuple("Case", "words board total")


class Broken(Exception):
    pass


def clean(done):
    """Checks what holds at every end of the program: an exit code of its own, one line of error."""
    said = done.stderr
    own = [line for line in said.splitlines() if line.startswith("nqueens: ")]
    if done.returncode not in (0, 1, 2, 75) or len(own) > 1 or "report this" in said or \
            "Sanitizer" in said or "runtime error" in said or "terminate called" in said:
        raise Broken(f"{done.args}: exit code {done.returncode}\n{said[-3000:]}")
    return done


def run(*words, file_limit=None, timeout=300):
    def limits():
        if file_limit is not None:
            resource.setrlimit(resource.RLIMIT_FSIZE, (file_limit, file_limit))

    return clean(subprocess.run([NQUEENS, *map(str, words)], env=ENVIRONMENT, text=True,
                                errors="replace", capture_output=True, stdin=subprocess.DEVNULL,
                                timeout=timeout, check=False, preexec_fn=limits))


def mpi_command(*words):
    return [MPIRUN, "--allow-run-as-root", "--oversubscribe", "--bind-to", "none", "--quiet", "-n",
            "3", MPI_PROGRAM, *words, "-q", "-t", "1"]


def living_children(pid):
    try:
        children = pathlib.Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        states = [pathlib.Path(f"/proc/{child}/stat").read_text().rpartition(")")[2].split()[0]
                  for child in children]
    except (FileNotFoundError, ProcessLookupError):
        return False
    return any(state != "Z" for state in states)


def records(path):
    """Whole lines with a record, as a set."""
    if not os.path.exists(path):
        return set()
    data = pathlib.Path(path).read_bytes()
    lines = data[: data.rfind(b"\n") + 1].splitlines()[1:]
    return {line for line in lines if not line.startswith(b"#")}


class Breaker:
    def __init__(self, folder):
        self.random = random.Random(SEED)
        self.folder = pathlib.Path(folder)
        self.did = collections.Counter()
        self.number = 0
        self.cases = self.measured_cases()
        self.samples = self.sample_journals()
        self.headers = {data.split(b"\n", 1)[0] for data, _, _ in self.samples}
        self.places = {"changed": self.in_turn(), "cut": self.in_turn()}

    def in_turn(self):
        """Every byte of every sample, for ever, each time in another order."""
        places = [(sample, place) for sample in self.samples for place in range(len(sample[0]))]
        while True:
            self.random.shuffle(places)
            yield from places

    def path(self, end="nqj"):
        self.number += 1
        return str(self.folder / f"{self.number}.{end}")

    def measured_cases(self):
        """For each engine a board that takes some tenths of a second, and restricted boards."""
        cases = []
        for engine in json.loads(run("info", "--json").stdout)["engines"]:
            name = engine["name"]
            if engine["needs_device"]:
                continue
            for board in range(8, len(SOLUTIONS)):
                began = time.monotonic()
                done = run("count", board, "--engine", name, "-q", "-t", 2)
                if done.stdout != f"{SOLUTIONS[board]}\n":
                    raise Broken(f"{name} counts {done.stdout} for {board}")
                if time.monotonic() - began > CASE_SECONDS:
                    break
            cases.append(Case(["count", str(board), "--engine", name], board, SOLUTIONS[board]))
        for words in (["11x13", "--engine", "mrv"],
                      ["13", "--block", "0:0,3:4,7:7", "--engine", "bitmask"]):
            total = int(run("count", *words[:-2], "-q").stdout)
            cases.append(Case(["count", *words], None, total))
        return cases

    def sample_journals(self):
        """Whole journals of every kind, small: name, words that resume it, total."""
        samples = []
        for words, total in ((["10", "--engine", "bitmask"], 724),
                             (["9", "--engine", "mrv"], 352),
                             (["12", "--engine", "simd"], 14200),
                             (["12", "--engine", "colour-join"], 14200),
                             (["8", "--block", "0:0", "--engine", "bitmask"], 88),
                             (["8", "--place", "0:0", "--engine", "bitmask"], 4)):
            for first in (["count", *words], ["count", *words, "--shard", "1/1"]):
                name = self.path()
                run(*first, "--journal", name, "-t", 2)
                samples.append((pathlib.Path(name).read_bytes(), ["count", *words], total))
            closed = self.path()
            run("merge", name, "--output", closed)
            samples.append((pathlib.Path(closed).read_bytes(), ["count", *words], total))
        if MPIRUN and not SANITIZED:
            words = ["10", "--engine", "bitmask"]
            name = self.path()
            clean(subprocess.run(mpi_command(*words, "--journal", name), env=ENVIRONMENT, text=True,
                                 capture_output=True, stdin=subprocess.DEVNULL, timeout=300,
                                 check=False))
            samples.append((pathlib.Path(name).read_bytes(), ["count", *words], 724))
        return samples

    # Kills.

    def require_total(self, done, total):
        if done.returncode != 0 or done.stdout.strip() != str(total):
            raise Broken(f"{done.args}: {done.stdout.strip()}, not {total}\n{done.stderr}")

    def kill(self, words, journal, name, total):
        """Starts the program, half of the times on more threads than there are processors, and kills
        it some time later; False where it had ended."""
        command = [NQUEENS, *words, "-t", str(self.random.randint(1, 3))]
        if MANY_PROCESSORS and self.random.random() < 0.5:
            command = [MANY_PROCESSORS, *words, "-t", str(self.random.choice([8, 64]))]
            name += " on many threads"
        before = records(journal)
        process = subprocess.Popen(command, env=ENVIRONMENT, text=True, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   start_new_session=True)
        time.sleep(self.random.choice([0.001, 0.01, 0.05, 0.2, 0.5]) * self.random.random())
        process.kill()
        out, err = process.communicate()
        if not before <= records(journal):
            raise Broken(f"{command}: a synced record has gone")
        # Killed after its last line, it has printed the total.
        if out.strip() not in ("", str(total)):
            raise Broken(f"{command}: killed, and says {out}")
        if process.returncode != -signal.SIGKILL:
            clean(subprocess.CompletedProcess(command, process.returncode, out, err))
            return False
        self.did[name] += 1
        return True

    def kill_count(self):
        case = self.random.choice(self.cases)
        journal = self.path()
        for _ in range(self.random.randint(1, 8)):
            words = [*case.words, "-q", "--journal", journal]
            if not self.kill(words, journal, "kills of count", case.total):
                break
        self.require_total(run(*case.words, "-q", "--journal", journal), case.total)
        litter = [name for name in os.listdir(self.folder) if name.endswith(".tmp")]
        if litter:
            raise Broken(f"litter: {litter}")

    def kill_mix(self):
        """Shards of different divisions and whole counts, on any number of threads, into shared or
        separate journals; then the commands that merge prints, until there is a total."""
        case = self.random.choice(self.cases)
        plan = json.loads(run(*case.words, "--dry-run", "--json").stdout)
        journals = [self.path() for _ in range(self.random.randint(1, 3))]
        for _ in range(self.random.randint(1, 8)):
            journal = self.random.choice(journals)
            shards = self.random.randint(1, min(5, plan["tasks"]))
            words = [*case.words, "-q", "--journal", journal]
            if shards > 1:
                words += ["--shard", f"{self.random.randint(1, shards)}/{shards}"]
            self.kill(words, journal, "kills of mixed counts", case.total)
        there = [journal for journal in journals if os.path.exists(journal)]
        if not there:
            return
        for _ in range(4):
            done = run("merge", *there)
            if done.returncode == 0:
                break
            for line in done.stdout.splitlines():
                words = shlex.split(line)[1:]
                if run(*words, "-q").returncode != 0:
                    raise Broken(line)
                name = words[words.index("--journal") + 1]
                if name not in there:
                    there.append(name)
        self.require_total(run("merge", "-q", *there), case.total)

    def wait_for_job(self, process):
        """Waits for the end of mpirun. When no rank is left mpirun may wait for ever, in
        PMIx_server_finalize (Open MPI 4.1.4 with PMIx 4.2)."""
        began = last_rank = time.monotonic()
        while process.poll() is None:
            now = time.monotonic()
            if living_children(process.pid):
                last_rank = now
            if now - began > 120:
                os.killpg(process.pid, signal.SIGKILL)
                raise Broken(f"{process.args}: does not end after a kill")
            if now - last_rank > 15:
                process.kill()
                process.wait()
                self.did["hangs of mpirun without ranks"] += 1
            time.sleep(0.01)

    def kill_mpi(self):
        """Kills one rank, or mpirun, and waits for the end of the job."""
        case = self.random.choice([case for case in self.cases if case.board])
        journal = self.path()
        command = mpi_command(*case.words[1:], "--journal", journal)
        process = subprocess.Popen(command, env=ENVIRONMENT, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                   start_new_session=True)
        time.sleep(self.random.random())
        children = pathlib.Path(f"/proc/{process.pid}/task/{process.pid}/children")
        ranks = children.read_text().split() if children.exists() else []
        before = records(journal)
        victim = self.random.choice([process.pid, *map(int, ranks), *map(int, ranks)])
        try:
            os.kill(victim, signal.SIGKILL)
            self.did["kills of MPI ranks"] += 1
        except ProcessLookupError:
            pass
        self.wait_for_job(process)
        for _ in range(600):  # ranks hold the journal until they have seen that mpirun is gone
            if not any(os.path.exists(f"/proc/{rank}") for rank in ranks):
                break
            time.sleep(0.1)
        if not before <= records(journal):
            raise Broken(f"{command}: a synced record has gone")
        done = subprocess.run(command, env=ENVIRONMENT, stdin=subprocess.DEVNULL, text=True,
                              capture_output=True, timeout=300, check=False)
        self.require_total(done, case.total)

    # Damage.

    def require_right_or_refused(self, done, total):
        """A damaged journal gives the right total, no total, or a refusal."""
        if done.returncode == 0 and done.stdout.strip() != str(total):
            raise Broken(f"{done.args}: {done.stdout.strip()}, not {total}")
        if done.returncode != 0 and done.stdout.strip():
            raise Broken(f"{done.args}: {done.returncode}, and says {done.stdout}")

    def read_and_resume(self, data, words, total):
        journal = self.path()
        pathlib.Path(journal).write_bytes(data)
        self.require_right_or_refused(run("merge", "-q", journal), total)
        done = run(*words, "-q", "-t", 1, "--journal", journal)
        self.require_right_or_refused(done, total)
        header = data.split(b"\n", 1)[0]
        if b" closed " not in header and b"\n" in data and header in self.headers:
            self.require_total(done, total)
        if self.random.random() < 0.1:
            run("audit", journal, "--samples", 1, "-q")
        os.unlink(journal)

    def change_a_byte(self):
        (data, words, total), place = next(self.places["changed"])
        other = data[place] ^ (1 << self.random.randrange(8))
        self.read_and_resume(data[:place] + bytes([other]) + data[place + 1:], words, total)
        self.did["changed bytes"] += 1

    def cut(self):
        (data, words, total), place = next(self.places["cut"])
        self.read_and_resume(data[:place], words, total)
        self.did["cuts"] += 1

    def zeros(self):
        """Blocks that never reached the disk, at the end or before others that did."""
        data, words, total = self.random.choice(self.samples)
        place = self.random.randrange(data.index(b"\n"), len(data))
        if self.random.random() < 0.5:
            damaged = data[:place] + bytes(self.random.randint(1, 1 << 16))
        else:
            end = min(len(data), (place // 512 + self.random.randint(1, 9)) * 512)
            damaged = data[:place] + bytes(end - place) + data[end:]
        self.read_and_resume(damaged, words, total)
        self.did["zeroed blocks"] += 1

    def overwrite(self):
        """Another program writes the journal while a count does."""
        case = self.random.choice(self.cases)
        journal = self.path()
        process = subprocess.Popen([NQUEENS, *case.words, "-q", "-t", "2", "--journal", journal],
                                   env=ENVIRONMENT, text=True, stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        while not records(journal) and process.poll() is None:
            time.sleep(0.002)
        keeps_first_line = True
        if process.poll() is None:
            data = pathlib.Path(journal).read_bytes()
            place = self.random.randrange(len(data))
            keeps_first_line = place > data.index(b"\n")
            if self.random.random() < 0.5:
                os.truncate(journal, place)
            else:
                with open(journal, "r+b") as file:
                    file.seek(place)
                    file.write(b"\xff" * self.random.randint(1, 100))
        out, err = process.communicate(timeout=300)
        clean(subprocess.CompletedProcess(process.args, process.returncode, out, err))
        if process.returncode == 0:  # the change came after it had compared the journal
            self.require_right_or_refused(run("merge", "-q", journal), case.total)
            return
        if process.returncode != 2 or out:
            raise Broken(f"{process.args}: {out} {err}")
        self.did["journals overwritten"] += 1
        done = run(*case.words, "-q", "--journal", journal)
        self.require_right_or_refused(done, case.total)
        if keeps_first_line:
            self.require_total(done, case.total)

    def fill_disk(self):
        case = self.random.choice(self.cases)
        folder = self.path("disk")
        os.mkdir(folder)
        kibibytes = self.random.choice([4, 8, 12, 24])
        is_mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={kibibytes}k", "tmpfs",
                                     folder], capture_output=True, check=False).returncode == 0
        try:
            journal = os.path.join(folder, "a.nqj")
            if is_mounted:
                # The journal gets what another file leaves.
                pathlib.Path(folder, "rest").write_bytes(
                    bytes(1024 * kibibytes - self.random.choice([4096, 8192][:1 + (kibibytes > 8)])))
            limit = None if is_mounted else self.random.randint(0, 4000)
            done = run(*case.words, "-q", "--journal", journal, file_limit=limit)
            if done.returncode not in (0, 2) or (done.returncode == 0) == (done.stdout == ""):
                raise Broken(f"{done.args}: {done.returncode} {done.stdout} {done.stderr}")
            self.did["full disks"] += done.returncode == 2
            if is_mounted:
                os.unlink(os.path.join(folder, "rest"))
                subprocess.run(["mount", "-o", "remount,size=64m", folder], check=True)
            self.require_total(run(*case.words, "-q", "--journal", journal), case.total)
        finally:
            if is_mounted:
                subprocess.run(["umount", folder], check=True)

    def forge(self):
        """Right check sums of wrong records: no command may use them."""
        data, words, total = self.random.choice(self.samples)
        journal = self.path()
        pathlib.Path(journal).write_bytes(data)
        if self.random.random() < 0.5:
            tasks = len(records(journal))
            # Odd, or more than any task can have: arithmetic finds both.
            more = self.random.choice([1 << 40, (1 << 62) + 1])
            change = [str(self.random.randrange(tasks)), str(more)]
        else:
            change = [self.random.choice(["board", "depth", "tasks", "plan"]),
                      str(self.random.choice([0, 1, 7, 26, 64, 1 << 22, (1 << 31) - 1, 1 << 62]))]
        subprocess.run([PLANT_RECORD, journal, *change], check=True, capture_output=True)
        forged = pathlib.Path(journal).read_bytes()
        if forged == data:
            return
        for command in (["merge", "-q", journal],
                        [*words, "-q", "--journal", journal],
                        ["audit", journal, "--samples", 0, "-q"]):
            pathlib.Path(journal).write_bytes(forged)
            done = run(*command)
            if command[0] in ("merge", "count"):
                self.require_right_or_refused(done, total)
        self.did["forgeries"] += 1

    def clean_up(self):
        for name in os.listdir(self.folder):
            if os.path.isfile(self.folder / name):
                os.unlink(self.folder / name)

    def run(self):
        began = time.monotonic()
        deeds = [(self.kill_count, 8), (self.kill_mix, 3), (self.change_a_byte, 6), (self.cut, 6),
                 (self.zeros, 6), (self.overwrite, 2), (self.fill_disk, 2)]
        if PLANT_RECORD:
            deeds.append((self.forge, 4))
        if MPIRUN and not SANITIZED:
            deeds.append((self.kill_mpi, 1))
        for deed, _ in deeds:
            deed()
            self.clean_up()
        while time.monotonic() - began < SECONDS or sum(
                number for name, number in self.did.items() if name.startswith("kills ")) < KILLS:
            names, weights = zip(*deeds)
            self.random.choices(names, weights)[0]()
            self.clean_up()
        usage = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
        if usage > MAX_KIBIBYTES and not SANITIZED:
            raise Broken(f"a process took {usage} KiB")
        if FIGURES:
            pathlib.Path(FIGURES).write_text(json.dumps({
                "seconds": round(time.monotonic() - began), "counts": len(self.cases),
                "bytes_of_journals": sum(len(data) for data, _, _ in self.samples),
                "peak_bytes": usage << 10, "did": self.did}), encoding="utf-8")
        figures = ", ".join(f"{number} {name}" for name, number in sorted(self.did.items()))
        print(f"seed {SEED}, {time.monotonic() - began:.0f} s, {len(self.cases)} counts by every "
              f"engine: {figures}; no wrong total, no crash, at most {usage >> 10} MiB", flush=True)


def main():
    with tempfile.TemporaryDirectory(prefix="nqueens-break-") as folder:
        try:
            Breaker(folder).run()
        except Broken as failure:
            sys.exit(f"seed {SEED}: {failure}")


if __name__ == "__main__":
    main()
