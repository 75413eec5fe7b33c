"""scripts/slurm-array.sbatch on a real Slurm of two nodes: programs, batch scripts and daemons are
killed in the middle of their work, tasks are stopped and queued again, and the merge is exact. When
no Slurm can be started the test says why and is skipped."""

import os
import pathlib
import re
import signal
import sys
import tempfile
import time
import unittest

import slurm_cluster
from slurm_cluster import until

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "scripts" / "slurm-array.sbatch"
PAGE = ROOT / "src" / "journal" / "RUNNING.md"
NQUEENS = os.environ["NQUEENS"]
SKIPPED = 77  # see SKIP_RETURN_CODE in CMakeLists.txt

# A slower engine: a shard takes some seconds, so that kills land inside it.
ENGINE = ("--engine", "bitmask")
BOARD, SOLUTIONS, SHARDS = 17, "95815104", 8
COUNT = (str(BOARD), *ENGINE)

cluster = None  # of all tests, started before the first


def records(path):
    """Records, whole lines only, as a set."""
    if not path.exists():
        return set()
    data = path.read_bytes()
    lines = data[: data.rfind(b"\n") + 1].splitlines()[1:]
    return {line for line in lines if not line.startswith(b"#")}


class Count:
    """Submissions of one count, with a folder of its own."""

    def __init__(self, name, words=COUNT, shards=SHARDS):
        self.folder = cluster.folder / name
        self.folder.mkdir()
        self.words = words
        self.shards = shards
        self.seen = {}

    def submit(self, array, *options, whole=False):
        variables = {"NQUEENS": NQUEENS}
        if not whole:
            variables["NQUEENS_SHARDS"] = str(self.shards)
        return cluster.run("sbatch", "--parsable", f"--array={array}", f"--chdir={self.folder}",
                           *options, SCRIPT, *self.words, env=variables).strip()

    def journal(self, shard):
        return self.folder / f"part-{shard}.nqj"

    def journals(self):
        return sorted(self.folder.glob("part-*.nqj"))

    def log(self, job, shard):
        file = self.folder / f"nqueens-{job}_{shard}.log"
        return file.read_text(encoding="utf-8") if file.exists() else ""

    def program(self, shard):
        """The process that counts a shard, or None."""
        for process in slurm_cluster.processes():
            words = process.words
            if words and words[0] == NQUEENS and f"./{self.journal(shard).name}" in words:
                if f"PWD={self.folder}".encode() in process.variables:
                    return process
        return None

    def counting(self, shard):
        """Waits until a running shard has records."""
        def found():
            if len(records(self.journal(shard))) < 2:
                return None
            return self.program(shard)
        process = until(f"shard {shard} is counted", found)
        self.remember()
        return process

    def remember(self):
        for path in self.journals():
            self.seen.setdefault(path, set()).update(records(path))

    def lost(self):
        """Records that a journal had earlier and has lost."""
        return {path.name: gone for path, seen in self.seen.items()
                if (gone := seen - records(path))}

    def merge(self, *words):
        """Exit code, standard output and standard error of `nqueens merge`."""
        done = cluster.execute(NQUEENS, "merge", *words, *self.journals())
        return done.returncode, done.stdout, done.stderr


    def missing(self):
        """The shards to submit again, by the line of RUNNING.md."""
        text = PAGE.read_text(encoding="utf-8")
        (line,) = re.findall(r"^    again=\$\((.*)\)$", text, re.MULTILINE)
        done = cluster.execute("bash", "-c", f'nqueens() {{ "$NQUEENS" "$@"; }}; cd "$0"; {line}',
                               self.folder, env={"NQUEENS": NQUEENS})
        return done.stdout.strip()


def state(job, shard):
    return cluster.task(f"{job}_{shard}")["JobState"]


def restarts(job, shard):
    return int(cluster.task(f"{job}_{shard}")["Restarts"])


def exit_code(job, shard):
    return cluster.task(f"{job}_{shard}")["ExitCode"]


def wait_for_state(job, shard, *wanted):
    return until(f"task {job}_{shard} is {' or '.join(wanted)}",
                 lambda: (now := state(job, shard)) in wanted and now)


class SlurmTest(unittest.TestCase):
    def test_every_kind_of_end(self):
        count = Count("ends")
        # Held, so that each task begins only when the test looks at it.
        job = count.submit(f"1-{SHARDS}", "--hold", whole=True)

        def begin(shard):
            cluster.run("scontrol", "release", f"{job}_{shard}")

        # The program alone, as a kernel does that is short of memory.
        begin(1)
        count.counting(1).kill()
        wait_for_state(job, 1, "FAILED")
        self.assertEqual(exit_code(job, 1), "137:0")
        # The batch script: Slurm ends the processes that it leaves.
        begin(2)
        count.counting(2).parent.kill()
        wait_for_state(job, 2, "FAILED")
        self.assertEqual(exit_code(job, 2), "0:9")
        until("what task 2 has left behind is gone", lambda: count.program(2) is None)

        # The signal that Slurm sends before the limit: exit code 75, queued again.
        begin(3)
        count.counting(3).parent.send(signal.SIGUSR1)
        until("task 3 is queued again", lambda: restarts(job, 3) == 1)
        # Requeued by hand, or by a scheduler that wants the node.
        begin(4)
        count.counting(4)
        cluster.run("scontrol", "requeue", f"{job}_4")
        until("task 4 is queued again", lambda: restarts(job, 4) == 1)
        for shard in (3, 4):
            wait_for_state(job, shard, "COMPLETED")

        # Slurm loses a node and starts its task on the other one, where it waits: the first attempt
        # is stalled and still holds the journal.
        begin(5)
        stalled = count.counting(5)
        stalled.send(signal.SIGSTOP)
        lost = cluster.task(f"{job}_5")["NodeList"]
        cluster.kill_node(lost)
        until("the node is down", lambda: cluster.node_state(lost).startswith("down"))
        until("task 5 waits", lambda: "waiting for an earlier attempt" in count.log(job, 5))
        self.assertNotEqual(cluster.task(f"{job}_5")["NodeList"], lost)
        self.assertEqual(restarts(job, 5), 1)
        stalled.send(signal.SIGCONT)
        wait_for_state(job, 5, "COMPLETED")
        # The other node dies with all its processes. It comes back, and so does its task.
        begin(6)
        program = count.counting(6)
        other = cluster.task(f"{job}_6")["NodeList"]
        cluster.kill_node(other)
        for process in (program.parent.parent, program.parent, program):
            process.kill()
        until("task 6 is queued again", lambda: restarts(job, 6) == 1)
        for node in (lost, other):
            cluster.start_node(node)
        wait_for_state(job, 6, "COMPLETED")

        for shard in (7, 8):
            begin(shard)
        for shard in (7, 8):
            wait_for_state(job, shard, "COMPLETED")
        self.assertEqual(count.lost(), {})
        # Part of the board is no total; the page's line tells what to submit again.
        code, output, _ = count.merge()
        self.assertEqual((code, re.findall(r"--shard (\S+) ", output)), (1, ["1/8", "2/8"]))
        missing = count.missing()
        self.assertEqual(missing, "1,2")

        again = count.submit(missing)
        for shard in (1, 2):
            wait_for_state(again, shard, "COMPLETED")
        self.assertEqual(count.lost(), {})
        code, output, errors = count.merge("-q")
        self.assertEqual((code, output.strip()), (0, SOLUTIONS), errors)
        queued = sum(restarts(job, shard) for shard in range(1, SHARDS + 1))
        print(f"{SHARDS} shards of {BOARD} queens: killed a program, a batch script, a node's "
              f"daemon and a whole node; tasks queued again {queued} times, shards submitted again: "
              f"{missing}; total {output.strip()}", flush=True)

    def test_a_task_queues_itself_again_where_slurm_does_not(self):
        cluster.configure(requeue_exit=False)
        cluster.run("scontrol", "reconfigure")
        self.addCleanup(cluster.run, "scontrol", "reconfigure")
        self.addCleanup(cluster.configure, requeue_exit=True)
        count = Count("by-itself")
        job = count.submit("3")
        count.counting(3).parent.send(signal.SIGUSR1)
        until("task 3 is queued again", lambda: restarts(job, 3) == 1)
        wait_for_state(job, 3, "COMPLETED")
        self.assertEqual(count.lost(), {})

    def test_a_cancelled_task_is_not_queued_again(self):
        count = Count("cancelled")
        job = count.submit("5")
        count.counting(5)
        cluster.run("scancel", f"{job}_5")
        wait_for_state(job, 5, "CANCELLED")
        until("its program has ended", lambda: count.program(5) is None)
        time.sleep(2)  # Slurm would queue it again after all has ended
        self.assertEqual((state(job, 5), restarts(job, 5)), ("CANCELLED", 0))
        self.assertEqual(count.lost(), {})

    def test_a_task_stops_ahead_of_its_limit(self):
        # Minutes of work and Slurm's shortest limit. Slurm looks at limits each half minute and
        # then sends the signal of the script's #SBATCH line.
        count = Count("limit", ("19", *ENGINE))
        job = count.submit("1", "--time=1")
        count.counting(1)
        for attempt in (1, 2):
            until(f"queued again for the time {attempt}", lambda: restarts(job, 1) == attempt)
            count.remember()
        self.assertIn("stopped early", count.log(job, 1))
        cluster.run("scancel", f"{job}_1")
        self.assertEqual(count.lost(), {})

    def test_an_array_that_does_not_tell_the_number_of_shards_is_refused(self):
        count = Count("part")
        job = count.submit("5", whole=True)
        wait_for_state(job, 5, "FAILED")
        self.assertEqual(exit_code(job, 5), "2:0")
        self.assertIn("NQUEENS_SHARDS=K", count.log(job, 5))
        self.assertEqual(count.journals(), [])


def main():
    global cluster
    with tempfile.TemporaryDirectory(prefix="nqueens-slurm-", ignore_cleanup_errors=True) as folder:
        cluster = slurm_cluster.Cluster(folder)
        try:
            try:
                cluster.start()
            except slurm_cluster.Unavailable as reason:
                print(f"skipped: no Slurm here: {reason}")
                return SKIPPED
            done = unittest.main(verbosity=2, exit=False).result
            if not done.wasSuccessful():
                cluster.print_logs()
            return 0 if done.wasSuccessful() else 1
        finally:
            cluster.stop()


if __name__ == "__main__":
    sys.exit(main())
