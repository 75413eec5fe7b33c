"""nqueens-mpi as mpirun starts it: exact totals, ranks that are killed or stall, restarts, refusals.

Skipped as a whole, with the reason and exit code 77, where the program was not built or mpirun is
not there: a test that has not run is not a test that has passed.
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
# Seconds of work for the slowest engine that is meant for it: faults land inside it.
BOARD, ENGINE = 16, "bitmask"
RECOVERY = ["--enable-recovery"]  # words of mpirun


def reason_to_skip():
    if not PROGRAM:
        return "nqueens-mpi was not built: no MPI library was found, or NQUEENS_WITH_MPI is off"
    if MPIRUN is None:
        return "mpirun is not there: install openmpi-bin"
    if os.environ.get("NQUEENS_SANITIZE"):
        return "built with sanitizers, and the MPI library was not"
    return None


def mpirun_command(ranks, *words, before=()):
    # As root and with more ranks than processors mpirun must be told that this is meant.
    return [MPIRUN, "--allow-run-as-root", "--oversubscribe", "--bind-to", "none", "--quiet",
            *before, "-n", str(ranks), PROGRAM, *map(str, words)]


def environment():
    kept = dict(os.environ)
    # No other machine is asked for: no remote shell is needed, nor one that may be missing.
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

    def run_ranks(self, ranks, *words, before=()):
        return subprocess.run(mpirun_command(ranks, *words, before=before), env=environment(),
                              stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False,
                              timeout=300)

    def start(self, ranks, *words, before=()):
        process = subprocess.Popen(mpirun_command(ranks, *words, before=before), env=environment(),
                                   stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                   stderr=subprocess.PIPE, text=True, start_new_session=True)
        self.addCleanup(self.end, process)
        return process

    @staticmethod
    def end(process):
        """Leaves no rank behind, stopped ones included."""
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

    def begin_work(self, ranks, *words, before=()):
        """A running job with some, but not nearly all, tasks in its journal."""
        process = self.start(ranks, BOARD, "--engine", ENGINE, "--journal", self.journal,
                             "-t", 1, *words, before=before)
        self.wait_until(lambda: len(records(self.journal)[0]) > 3, "a record", process)
        found = ranks_of(process.pid)
        self.assertEqual(sorted(found), list(range(ranks)))
        return process, found

    def check_whole(self):
        """Every task stands in the journal, once, and the other program agrees."""
        done, tasks = records(self.journal)
        self.assertEqual((len(done), len(set(done))), (tasks, tasks))
        total = subprocess.run([NQUEENS, "count", str(BOARD), "-q", "--journal", self.journal,
                                "--resume"], capture_output=True, text=True, check=False)
        self.assertEqual((total.returncode, total.stdout), (0, f"{SOLUTIONS[BOARD]}\n"))

    def check_no_rank_is_left(self, ranks):
        def alive(rank):
            try:
                state = pathlib.Path(f"/proc/{rank}/stat").read_text().rpartition(")")[2].split()[0]
            except OSError:
                return False
            return state != "Z"  # nobody may be there to wait for it

        left = list(ranks.values())
        for _ in range(600):
            left = [rank for rank in left if alive(rank)]
            if not left:
                return
            time.sleep(0.1)
        self.fail(f"processes are left: {left}")

    def resume(self, ranks=3):
        """The same command line again: takes over what the journal holds."""
        before = records(self.journal)[0]
        done = self.run_ranks(ranks, BOARD, "--engine", ENGINE, "--journal", self.journal, "-t", 1,
                              "--json")
        self.assertEqual(done.returncode, 0, done.stderr)
        record = json.loads(done.stdout)
        self.assertEqual(record["solutions"], str(SOLUTIONS[BOARD]))
        self.assertEqual(record["tasks_resumed"], len(before))
        self.assertEqual(records(self.journal)[0][:len(before)], before, "a synced record has gone")
        self.check_whole()


class Counts(MpirunTest):
    def test_boards_by_two_to_four_ranks(self):
        for board in (1, 2, 8, 14, 15, 16, 17, 18):
            ranks = 2 + board % 3
            os.path.exists(self.journal) and os.unlink(self.journal)
            done = self.run_ranks(ranks, board, "--journal", self.journal, "-t", 1, "--check")
            self.assertEqual((done.returncode, done.stdout),
                             (0, f"Q({board}) = {SOLUTIONS[board]}\n"), (board, done.stderr))
            self.assertTrue(done.stderr.startswith("agrees with A000170\n"), done.stderr)
            # A small board may be done before the last rank has come.
            counting = re.search(r", on (\d) counting ranks?\n\Z", done.stderr)
            self.assertIsNotNone(counting, done.stderr)
            self.assertIn(int(counting[1]), range(1, ranks))
            done, tasks = records(self.journal)
            self.assertEqual((len(done), len(set(done))), (tasks, tasks))

    def test_every_engine_and_several_threads(self):
        engines = json.loads(subprocess.check_output([NQUEENS, "info", "--json"]))["engines"]
        for engine in [row["name"] for row in engines]:
            journal = f"{self.journal}-{engine}"
            board = 12 if engine == "reference" else 14
            done = self.run_ranks(3, board, "--journal", journal, "-q", "--engine", engine, "-t", 2)
            self.assertEqual((done.returncode, done.stdout, done.stderr),
                             (0, f"{SOLUTIONS.get(board, 14200)}\n", ""), engine)

    def test_json(self):
        done = self.run_ranks(3, 13, "--journal", self.journal, "--json", "--check", "--isa",
                              "portable", "--depth", 2, "--engine", "bitmask", "-t", 1)
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertEqual(done.stdout.count("\n"), 1)
        record = json.loads(done.stdout)
        wanted = {"schema_version": 1, "command": "mpi", "board_size": 13, "solutions": "73712",
                  "agrees_with": ["A000170"], "engine": "bitmask", "instruction_set": "portable",
                  "depth": 2, "ranks": 2, "threads": 2, "tasks_resumed": 0, "tasks_taken_back": 0,
                  "duplicate_results": 0}
        self.assertEqual({name: record[name] for name in wanted}, wanted)

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
                              "--time-limit", "0.5")
        self.assertEqual((done.returncode, done.stdout), (75, ""))
        self.assertRegex(done.stderr, r"nqueens-mpi: stopped by the time limit of 0.5 s: Q\(16\), "
                                      r"\d+ of \d+ tasks done \(\d+\.\d %\); [^\n]*to resume\n")
        self.resume()


class Faults(MpirunTest):
    def strike(self, ranks, victim, number, *words, before=()):
        """Sends a signal to one rank of a running job and waits for the job's end."""
        process, found = self.begin_work(ranks, *words, before=before)
        os.kill(found[victim], number)
        out, err = process.communicate(timeout=120)
        return process.returncode, out, err, found

    def check_total(self, out, err):
        record = json.loads(out)
        self.assertEqual(record["solutions"], str(SOLUTIONS[BOARD]), err)
        self.check_whole()
        return record

    def test_a_killed_rank_ends_the_job_and_a_restart_finishes_it(self):
        code, out, _, _ = self.strike(3, 1, signal.SIGKILL)
        self.assertNotEqual(code, 0)
        self.assertEqual(out, "")
        self.resume()
        # After the kill of rank 0 mpirun may return anything: the journal alone tells.
        os.unlink(self.journal)
        self.assertEqual(self.strike(3, 0, signal.SIGKILL)[1], "")
        self.resume()

    def test_with_recovery_the_others_finish(self):
        # Several times: of five such jobs one did not end while its ranks waited in MPI_Finalize for
        # the one that had gone.
        for _ in range(5):
            _, out, err, ranks = self.strike(4, 2, signal.SIGKILL, "--lease-seconds", "0.5",
                                             "--check", "--json", before=RECOVERY)
            record = self.check_total(out, err)
            self.assertEqual(record["agrees_with"], ["A000170"], err)
            self.assertGreater(record["tasks_taken_back"], 0)
            self.check_no_rank_is_left(ranks)
            os.unlink(self.journal)

    def test_a_rank_that_is_gone_before_mpi_has_started(self):
        command = mpirun_command(3, BOARD, "--journal", self.journal, "--lease-seconds", "1",
                                 before=RECOVERY)
        place = command.index(PROGRAM)
        dies = 'if [ "$OMPI_COMM_WORLD_RANK" = 1 ]; then kill -9 $$; fi; exec "$0" "$@"'
        command[place:place] = ["sh", "-c", dies]
        done = subprocess.run(command, env=environment(), stdin=subprocess.DEVNULL, text=True,
                              capture_output=True, check=False, timeout=60)
        self.assertEqual(done.stdout, "")
        self.assertIn("nqueens-mpi: MPI does not start: not all ranks have come; start the job "
                      "again\n", done.stderr)

    def test_a_stalled_ranks_tasks_are_given_out_again_and_the_job_ends(self):
        _, out, err, ranks = self.strike(3, 1, signal.SIGSTOP, "--lease-seconds", "0.5", "--json",
                                         before=RECOVERY)
        self.check_total(out, err)
        self.check_no_rank_is_left(ranks)
        os.unlink(self.journal)
        _, out, err, _ = self.strike(3, 1, signal.SIGSTOP, "--lease-seconds", "0.5", "--json")
        self.assertGreater(self.check_total(out, err)["tasks_taken_back"], 0)

    def test_a_worker_that_stalls_and_comes_back_answers_late(self):
        process, ranks = self.begin_work(3, "--lease-seconds", "0.3", "--json")
        os.kill(ranks[1], signal.SIGSTOP)
        time.sleep(0.8)
        os.kill(ranks[1], signal.SIGCONT)
        out, err = process.communicate(timeout=120)
        self.assertEqual(process.returncode, 0, err)
        self.check_total(out, err)

    def test_ranks_end_when_mpirun_is_killed(self):
        process, ranks = self.begin_work(3, before=RECOVERY)
        process.kill()
        process.communicate(timeout=60)
        self.check_no_rank_is_left(ranks)
        self.resume()

    def test_workers_do_not_wait_for_ever_for_a_rank_0_that_is_gone(self):
        _, out, err, _ = self.strike(3, 0, signal.SIGKILL, "--lease-seconds", "0.2",
                                     before=RECOVERY)
        self.assertEqual(out, "")
        self.assertIn("rank 0 does not answer: nothing for ", err)
        self.resume()

    def test_without_any_worker_left_rank_0_stops(self):
        _, out, err, _ = self.strike(2, 1, signal.SIGKILL, "--lease-seconds", "0.2",
                                     before=RECOVERY)
        self.assertEqual(out, "")
        self.assertRegex(err, r"nqueens-mpi: no rank answers, nothing for \d+ s: Q\(16\), ")
        self.resume()

    def test_an_end_of_the_job_by_a_signal_loses_nothing(self):
        process, _ = self.begin_work(3)
        process.send_signal(signal.SIGTERM)
        out, _ = process.communicate(timeout=60)
        self.assertEqual(out, "")
        self.resume()

    def test_repeated_kills_never_change_the_total(self):
        for round_number in range(4):
            process = self.start(3, BOARD, "--engine", ENGINE, "--journal", self.journal, "-t", 1)
            before = len(records(self.journal)[0])
            self.wait_until(lambda: len(records(self.journal)[0]) > before + 20, "progress", process)
            os.kill(ranks_of(process.pid)[round_number % 3], signal.SIGKILL)
            # On a busy machine the signal may come when all is done.
            output = process.communicate(timeout=60)[0]
            self.assertIn(output, ("", f"Q({BOARD}) = {SOLUTIONS[BOARD]}\n"))
            if output:
                break
        self.resume()


class Refusals(MpirunTest):
    def refuse(self, ranks, words, line, code=2):
        """One line of the program, and nothing on standard output."""
        done = self.run_ranks(ranks, *words)
        own = [text for text in done.stderr.splitlines() if text.startswith("nqueens-mpi: ")]
        self.assertEqual(done.returncode, code, done.stderr)
        self.assertEqual(done.stdout, "")
        self.assertEqual(len(own), 1, done.stderr)
        self.assertRegex(own[0], r"\Anqueens-mpi: " + line + r"\Z")

    def test_one_rank_is_too_few(self):
        self.refuse(1, [8, "--journal", self.journal],
                    r"too few ranks: 1; two are needed, .*mpirun -n 2 nqueens-mpi 8 --journal .*")
        self.assertFalse(os.path.exists(self.journal))

    def test_bad_words(self):
        self.refuse(2, [8], r"--journal is missing; .*")
        self.refuse(3, [8, "--journal", self.journal, "--engine", "bitmsk"],
                    r"--engine must be .*, not 'bitmsk'; did you mean bitmask\?")
        self.refuse(2, [8, "--journal", self.journal, "--depth", "20", "--engine", "bitmask"],
                    r"depth out of range: 20; .*")
        self.refuse(2, [28, "--journal", self.journal],
                    r"nobody has counted 28 queens yet: predicted to take about .* add --force")
        self.assertFalse(os.path.exists(self.journal))

    def test_bad_journals(self):
        self.refuse(2, [8, "--journal", "/nonexistent/run.nqj"], r"cannot create journal: .*")
        subprocess.run([NQUEENS, "count", "9", "-q", "--journal", self.journal], check=True,
                       stdout=subprocess.DEVNULL)
        self.refuse(2, [8, "--journal", self.journal],
                    r"journal of another plan: .* it holds board 9, this run is board 8")
        self.refuse(3, [9, "--journal", self.journal, "--depth", "5"],
                    r"journal of another plan: .*; it holds \S+ to depth \d+, this run asks for "
                    r"depth 5: .*")

    def test_an_impossible_tally_in_the_journal(self):
        subprocess.run([NQUEENS, "count", "8", "-q", "--engine", "bitmask", "--depth", "2",
                        "--journal", self.journal], check=True, stdout=subprocess.DEVNULL)
        # One more solution, with right check sums, where mirror images are counted twice.
        subprocess.run([PLANT_RECORD, self.journal, "0", "1"], check=True,
                       stdout=subprocess.DEVNULL)
        self.refuse(2, [8, "--engine", "bitmask", "--journal", self.journal],
                    r"impossible tally in journal .*/run\.nqj: \d*[13579] of task \d+, which gives a "
                    r"multiple of 2 up to \d+; delete the line that begins with '\d+ ' and it is "
                    r"counted again")

    def test_a_rank_with_another_plan_is_refused(self):
        command = [*mpirun_command(1, 10, "--journal", self.journal), ":", "-n", "1", PROGRAM, "11",
                   "--journal", self.journal]
        done = subprocess.run(command, env=environment(), stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, check=False, timeout=60)
        self.assertEqual((done.returncode, done.stdout), (2, ""), done.stderr)
        self.assertRegex(done.stderr, r"nqueens-mpi: rank 1: another plan: [0-9a-f]{16} for board "
                                      r"11; rank 0 has plan [0-9a-f]{16}: ")

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
