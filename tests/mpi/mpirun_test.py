"""nqueens-mpi under mpirun: exact totals, killed and stopped ranks, restarts, refusals.

When the program was not built or mpirun is missing, the test says so and ends with 77: skipped,
which must not look like passed.
"""

import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM = os.environ.get("NQUEENS_MPI", "")
NQUEENS = os.environ["NQUEENS"]
PLANT_RECORD = os.environ["NQUEENS_PLANT_RECORD"]
MPIRUN = shutil.which("mpirun")

# A000170.
SOLUTIONS = {1: 1, 2: 0, 8: 92, 13: 73712, 14: 365596, 15: 2279184, 16: 14772512, 17: 95815104,
             18: 666090624}
# Some seconds of work, so that faults land inside it.
BOARD, ENGINE = 16, "bitmask"
SILENCE = 60  # seconds after which a stopped rank ends the job


def reason_to_skip():
    if not PROGRAM:
        return "nqueens-mpi was not built: no MPI library was found, or NQUEENS_WITH_MPI is off"
    if MPIRUN is None:
        return "mpirun is not there: install openmpi-bin"
    if os.environ.get("NQUEENS_SANITIZE"):
        return "built with sanitizers, and the MPI library was not"
    return None


def mpirun_command(ranks, *words):
    # mpirun refuses root, and more ranks than processors, unless told that this is meant.
    return [MPIRUN, "--allow-run-as-root", "--oversubscribe", "--bind-to", "none", "--quiet", "-n",
            str(ranks), PROGRAM, *map(str, words)]


def environment():
    kept = dict(os.environ)
    # Without another machine no remote shell is needed, and it may be missing.
    kept.update({"LC_ALL": "C", "OMPI_MCA_plm": "isolated",
                 "OMPI_MCA_btl_vader_single_copy_mechanism": "none"})
    return kept


def records(journal):
    """Ids of the tasks in a journal, and the number of tasks of its plan."""
    try:
        data = pathlib.Path(journal).read_bytes()
    except FileNotFoundError:
        return [], None
    lines = data[:data.rfind(b"\n") + 1].decode().splitlines()
    if not lines:
        return [], None
    found = [line.split()[0] for line in lines[1:] if not line.startswith("#")]
    return found, int(re.search(r"tasks=(\d+)", lines[0])[1])


def ranks_of(mpirun):
    """Process numbers of the program's ranks, by rank, once all are there."""
    found = {}
    for folder in pathlib.Path("/proc").iterdir():
        if not folder.name.isdigit():
            continue
        try:
            if int((folder / "stat").read_text().rpartition(")")[2].split()[1]) != mpirun:
                continue
            settings = (folder / "environ").read_bytes().split(b"\0")
        except (OSError, IndexError):
            continue
        for setting in settings:
            if setting.startswith(b"OMPI_COMM_WORLD_RANK="):
                found[int(setting.partition(b"=")[2])] = int(folder.name)
    return found


class MpirunTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="nqueens-mpi-")
        self.addCleanup(folder.cleanup)
        self.journal = os.path.join(folder.name, "run.nqj")

    def run_ranks(self, ranks, *words):
        return subprocess.run(mpirun_command(ranks, *words), env=environment(), text=True,
                              stdin=subprocess.DEVNULL, capture_output=True, check=False,
                              timeout=300)

    def start(self, ranks, *words):
        process = subprocess.Popen(mpirun_command(ranks, *words), env=environment(),
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True, start_new_session=True)
        self.addCleanup(self.end, process)
        return process

    @staticmethod
    def end(process):
        """Ends all ranks that are left, stopped ones too."""
        for rank in ranks_of(process.pid).values():
            os.kill(rank, signal.SIGKILL)
        if process.poll() is None:
            process.kill()
        process.communicate()

    def wait_until(self, condition, what, process):
        for _ in range(12000):
            if condition():
                return
            if process.poll() is not None:
                break
            time.sleep(0.005)
        out, err = process.communicate() if process.poll() is not None else ("", "")
        self.fail(f"{what} did not happen; exit code {process.poll()}: {out}{err}")

    def begin_work(self, ranks, journal=None):
        """A running job with some, but not nearly all, tasks in its journal; and its ranks."""
        journal = journal or self.journal
        process = self.start(ranks, BOARD, "--engine", ENGINE, "--journal", journal, "-t", 1)
        before = len(records(journal)[0])
        self.wait_until(lambda: len(records(journal)[0]) > before + 3, "a record", process)
        found = ranks_of(process.pid)
        self.assertEqual(sorted(found), list(range(ranks)))
        return process, found

    def check_whole(self):
        """The journal has every task once, and nqueens count agrees."""
        done, tasks = records(self.journal)
        self.assertEqual((len(done), len(set(done))), (tasks, tasks))
        total = subprocess.run([NQUEENS, "count", str(BOARD), "-q", "--journal", self.journal],
                               capture_output=True, text=True, check=False)
        self.assertEqual((total.returncode, total.stdout), (0, f"{SOLUTIONS[BOARD]}\n"))

    def check_no_rank_is_left(self, ranks):
        def alive(rank):
            try:
                state = pathlib.Path(f"/proc/{rank}/stat").read_text().rpartition(")")[2].split()[0]
            except OSError:
                return False
            return state != "Z"  # its parent may have ended without waiting for it

        left = list(ranks.values())
        for _ in range(600):
            left = [rank for rank in left if alive(rank)]
            if not left:
                return
            time.sleep(0.1)
        self.fail(f"processes are left: {left}")

    def resume(self, ranks=3):
        """The same command line again resumes the journal."""
        before = records(self.journal)[0]
        done = self.run_ranks(ranks, BOARD, "--engine", ENGINE, "--journal", self.journal, "-t", 1,
                              "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        answer = json.loads(done.stdout)
        self.assertEqual(answer["solutions"], str(SOLUTIONS[BOARD]))
        self.assertEqual(answer["tasks_resumed"], len(before))
        self.assertEqual(records(self.journal)[0][:len(before)], before, "a synced record has gone")
        self.check_whole()


class Counts(MpirunTest):
    def test_boards_by_one_to_four_ranks(self):
        for board in (2, 8, 15, 17):
            ranks = 1 + board % 4
            os.path.exists(self.journal) and os.unlink(self.journal)
            done = self.run_ranks(ranks, board, "--journal", self.journal, "-t", 1, "--check")
            self.assertEqual((done.returncode, done.stdout),
                             (0, f"Q({board}) = {SOLUTIONS[board]}\n"), (board, done.stderr))
            start, agreement, _ = done.stderr.splitlines()
            self.assertRegex(start, rf" Q\({board}\): .*, on \d ranks?\Z")
            self.assertEqual(agreement, "agrees with A000170")
            # A small board may be done before the last rank has started.
            counting = re.search(r", on (\d) ranks?\n\Z", done.stderr)
            self.assertIsNotNone(counting, done.stderr)
            self.assertIn(int(counting[1]), range(1, ranks + 1))
            done, tasks = records(self.journal)
            self.assertEqual((len(done), len(set(done))), (tasks, tasks))

    def test_every_engine_and_several_threads(self):
        info = json.loads(subprocess.check_output([NQUEENS, "info", "--json"]))
        devices = [row["number"] for row in info["devices"] if row["kind"] == "processor"]
        for row in info["engines"]:
            engine = row["name"]
            if row["needs_device"] and not devices:
                continue
            device = ["--device", devices[0]] if row["needs_device"] else []
            journal = f"{self.journal}-{engine}"
            board = 12 if engine == "reference" else 14
            done = self.run_ranks(3, board, "--journal", journal, "-q", "--engine", engine, "-t", 2,
                                  *device)
            self.assertEqual((done.returncode, done.stdout, done.stderr),
                             (0, f"{SOLUTIONS.get(board, 14200)}\n", ""), engine)

    def test_json(self):
        done = self.run_ranks(3, 15, "--journal", self.journal, "--json", "--check", "--isa",
                              "portable", "--depth", 2, "--engine", "bitmask", "-t", 1)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout.count("\n"), 1)
        answer = json.loads(done.stdout)
        wanted = {"schema_version": 2, "command": "mpi", "board_size": 15,
                  "solutions": "2279184", "agrees_with": ["A000170"], "engine": "bitmask",
                  "instruction_set": "portable", "depth": 2, "ranks": 3, "threads": 3,
                  "tasks_resumed": 0}
        self.assertEqual({name: answer[name] for name in wanted}, wanted)

    def test_many_small_tasks(self):
        done = self.run_ranks(4, 13, "--journal", self.journal, "-q", "--depth", 6, "--engine",
                              "bitmask", "-t", 1)
        self.assertEqual((done.returncode, done.stdout), (0, "73712\n"), done.stderr)
        done, tasks = records(self.journal)
        self.assertGreater(tasks, 50000)
        self.assertEqual((len(done), len(set(done))), (tasks, tasks))

    def test_journals_go_both_ways_between_the_programs(self):
        begun = subprocess.run([NQUEENS, "count", "16", "--journal", self.journal, "--engine",
                                "bitmask", "-t", "1", "--time-limit", "0.3"], capture_output=True,
                               check=False)
        self.assertEqual(begun.returncode, 75)
        self.resume()
        again = self.run_ranks(2, BOARD, "--journal", self.journal, "-q")
        self.assertEqual((again.returncode, again.stdout), (0, f"{SOLUTIONS[BOARD]}\n"))

    def test_time_limit(self):
        done = self.run_ranks(2, BOARD, "--engine", ENGINE, "--journal", self.journal, "-t", 1,
                              "--time-limit", "0.2")
        self.assertEqual((done.returncode, done.stdout), (75, ""))
        self.assertRegex(done.stderr, r"nqueens-mpi: stopped by the time limit of 0.2 s: Q\(16\), "
                                      r"\d+ of \d+ tasks done \([\d.]+ %\); [^\n]*to resume\n")
        self.resume()


class Faults(MpirunTest):
    def strike(self, victim, number):
        """Sends a signal to one rank of a running job and waits for the job's end; returns its exit
        code and what it said. The same command line then resumes it."""
        process, ranks = self.begin_work(3)
        os.kill(ranks[victim], number)
        out, err = process.communicate(timeout=30)
        self.assertEqual(out, "")
        self.check_no_rank_is_left(ranks)
        self.resume()
        os.unlink(self.journal)
        return process.returncode, err

    def test_a_signal_to_any_rank_ends_the_job(self):
        for number in (signal.SIGKILL, signal.SIGTERM, signal.SIGINT):
            for victim in (0, 1, 2):
                code, err = self.strike(victim, number)
                if victim == 0 and number != signal.SIGKILL:
                    self.assertEqual(code, 128 + number)
                    self.assertRegex(err, r"nqueens-mpi: stopped by SIG\w+: Q\(16\), \d+ of \d+ "
                                          r"tasks done \([0-9.]+ %\); [^\n]* to resume\n")

    def test_a_rank_that_was_stopped_ends_the_job(self):
        jobs = []
        for victim in (0, 1, 2):
            process, ranks = self.begin_work(3, f"{self.journal}-{victim}")
            os.kill(ranks[victim], signal.SIGSTOP)
            jobs.append((victim, process, ranks))
        for victim, process, ranks in jobs:
            out, err = process.communicate(timeout=SILENCE + 30)
            self.assertEqual((process.returncode, out), (75, ""), err)
            lines = [line for line in err.splitlines() if line.startswith("nqueens-mpi: ")]
            self.assertEqual(len(lines), 1, err)
            self.assertRegex(lines[0], "no word of rank" if victim else "has not answered")
            self.check_no_rank_is_left(ranks)
            self.journal = f"{self.journal[:-2] if victim else self.journal}-{victim}"
            self.resume()

    def test_a_rank_that_is_stopped_for_a_while(self):
        for victim in (0, 1):
            process, ranks = self.begin_work(3)
            os.kill(ranks[victim], signal.SIGSTOP)
            time.sleep(5)
            os.kill(ranks[victim], signal.SIGCONT)
            out, err = process.communicate(timeout=120)
            self.assertEqual((process.returncode, out), (0, f"Q(16) = {SOLUTIONS[16]}\n"), err)
            self.check_whole()
            os.unlink(self.journal)

    def test_ranks_end_when_mpirun_ends(self):
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGKILL):
            process, ranks = self.begin_work(3)
            process.send_signal(number)
            self.assertEqual(process.communicate(timeout=60)[0], "")
            self.check_no_rank_is_left(ranks)
            self.resume()
            os.unlink(self.journal)

    def test_a_rank_that_is_gone_before_mpi_has_started(self):
        command = mpirun_command(3, BOARD, "--engine", ENGINE, "--journal", self.journal)
        place = command.index(PROGRAM)
        term = "(sleep 0.05; kill -TERM $$) &"
        for rank, end, words in ((1, "kill -KILL $$;", []), (1, term, []), (0, term, []),
                                 (0, term, ["--depht"])):
            dies = f'if [ "$OMPI_COMM_WORLD_RANK" = {rank} ]; then {end} fi; exec "$0" "$@"'
            done = subprocess.run([*command[:place], "sh", "-c", dies, *command[place:], *words],
                                  env=environment(), stdin=subprocess.DEVNULL, text=True,
                                  capture_output=True, check=False, timeout=60)
            self.assertNotEqual(done.returncode, 0)
            self.assertEqual(done.stdout, "")
            self.assertLessEqual(done.stderr.count("nqueens-mpi: "), 1, done.stderr)

    def test_repeated_kills_never_change_the_total(self):
        for round_number in range(4):
            process = self.start(3, BOARD, "--engine", ENGINE, "--journal", self.journal, "-t", 1)
            before = len(records(self.journal)[0])
            self.wait_until(lambda: len(records(self.journal)[0]) > before + 20, "progress", process)
            os.kill(ranks_of(process.pid)[round_number % 3], signal.SIGKILL)
            # On a busy machine the signal may come after the end.
            output = process.communicate(timeout=60)[0]
            self.assertIn(output, ("", f"Q({BOARD}) = {SOLUTIONS[BOARD]}\n"))
            if output:
                break
        self.resume()

    def test_unequal_ranks_end_together(self):
        """One of two ranks runs a quarter of the time: with equal parts the job would take 2.5 times as
        long as with parts that fit the speed of ranks."""
        words = [17, "--engine", "bitmask", "--depth", "4", "-q", "-t", 1, "--journal"]
        began = time.monotonic()
        subprocess.run([NQUEENS, "count", *map(str, words), self.journal], check=True,
                       capture_output=True)
        alone = time.monotonic() - began
        os.unlink(self.journal)
        process = self.start(2, *words, self.journal)
        self.wait_until(lambda: records(self.journal)[0], "a record", process)
        began = time.monotonic()
        slow = ranks_of(process.pid)[1]
        try:
            while process.poll() is None:
                os.kill(slow, signal.SIGSTOP)
                time.sleep(0.03)
                os.kill(slow, signal.SIGCONT)
                time.sleep(0.01)
        except ProcessLookupError:
            pass
        took = time.monotonic() - began
        self.assertEqual(process.communicate(timeout=60)[0], f"{SOLUTIONS[17]}\n")
        self.assertLess(took, 1.6 * alone / 1.25)


class Refusals(MpirunTest):
    def refuse(self, ranks, words, *says):
        """One line of the program, which has the words, and nothing on standard output."""
        done = self.run_ranks(ranks, *words)
        own = [text for text in done.stderr.splitlines() if text.startswith("nqueens-mpi: ")]
        self.assertEqual((done.returncode, done.stdout, len(own)), (2, "", 1), done.stderr)
        for text in says:
            self.assertIn(text, own[0])

    def test_bad_words(self):
        journal = ["--journal", self.journal]
        self.refuse(2, [8], "--journal FILE is missing")
        self.refuse(3, [8, *journal, "--engine", "bitmsk"], "did you mean bitmask?")
        self.refuse(2, [8, *journal, "--depth", "20", "--engine", "bitmask"],
                    "depth out of range: 20")
        self.refuse(2, [28, *journal], "nobody has counted 28 queens yet", "add --force")
        self.assertFalse(os.path.exists(self.journal))

    def test_bad_journals(self):
        self.refuse(2, [8, "--journal", "/nonexistent/run.nqj"], "cannot create journal ")
        subprocess.run([NQUEENS, "count", "9", "-q", "--journal", self.journal], check=True,
                       stdout=subprocess.DEVNULL)
        self.refuse(2, [8, "--journal", self.journal],
                    "journal of another plan: ", "it holds board 9, this run is board 8")
        self.refuse(3, [9, "--journal", self.journal, "--depth", "5"],
                    "journal of another plan: ", "this run asks for depth 5: ")

    def test_an_impossible_tally_in_the_journal(self):
        subprocess.run([NQUEENS, "count", "8", "-q", "--engine", "bitmask", "--depth", "2",
                        "--journal", self.journal], check=True, stdout=subprocess.DEVNULL)
        # One more solution, with right check sums: impossible, since mirror images count twice.
        subprocess.run([PLANT_RECORD, self.journal, "0", "1"], check=True,
                       stdout=subprocess.DEVNULL)
        self.refuse(2, [8, "--engine", "bitmask", "--journal", self.journal],
                    "impossible tally in journal ", "which gives a multiple of 2 up to ",
                    "delete the line that begins with ")

    def test_a_rank_with_another_plan_is_refused(self):
        words = ["--engine", ENGINE, "--journal", self.journal]
        command = [*mpirun_command(1, BOARD, *words), ":", "-n", "1", PROGRAM, "15", *words]
        done = subprocess.run(command, env=environment(), stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, check=False, timeout=60)
        self.assertEqual((done.returncode, done.stdout), (2, ""), done.stderr)
        self.assertRegex(done.stderr, r"nqueens-mpi: rank 1 does not fit: version \S+, board 15, .*"
                                      r"; rank 0 has version \S+, board 16, .* same program and ")

    def test_help_and_version(self):
        done = self.run_ranks(1, "--help")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertTrue(done.stdout.startswith("Usage: mpirun -n "), done.stdout)
        done = self.run_ranks(2, "--version")
        self.assertRegex(done.stdout, r"\Anqueens-mpi \d+\.\d+\.\d+\n\Z")


if __name__ == "__main__":
    reason = reason_to_skip()
    if reason:
        print(f"skipped: {reason}")
        sys.exit(77)
    unittest.main()
