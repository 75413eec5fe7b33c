"""kill -9 at random moments: nothing that was synced is lost, and the total never changes.

Each round starts or resumes a journalled count and kills it with SIGKILL after a random time, from
before the journal exists to near the end of the run. Before every resumption the records that stood
in the journal are remembered; all of them have to be there afterwards, unchanged.
"""

import os
import random
import shlex
import signal
import subprocess
import tempfile
import time
import unittest

NQUEENS = os.environ["NQUEENS"]
KILLS = int(os.environ.get("NQUEENS_KILLS", "20"))
# (board, published number of solutions): seconds of work, so that kills land inside it.
BOARD, SOLUTIONS = 15, "2279184"


def records(path):
    """Whole lines after the header, as a set."""
    if not os.path.exists(path):
        return set()
    with open(path, "rb") as file:
        data = file.read()
    lines = data[: data.rfind(b"\n") + 1].splitlines()
    return {line for line in lines[1:] if not line.startswith(b"#")}


def tasks_of(path):
    with open(path, "rb") as file:
        return int(file.readline().decode().split("tasks=")[1].split()[0])


class KillResumeTest(unittest.TestCase):
    def run_once(self, journal, delay, threads):
        # The slower engine: the others would be done before most kills land.
        command = [NQUEENS, "count", str(BOARD), "-q", "--journal", journal, "-t", str(threads),
                   "--engine", "bitmask"]
        if os.path.exists(journal):
            command.append("--resume")
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if delay is not None:
            time.sleep(delay)
            process.send_signal(signal.SIGKILL)
        out, err = process.communicate()
        return process.returncode, out.decode(), err.decode()

    def one_count(self, directory, seed, kills):
        """Kills one count up to `kills` times, then lets it end; returns how often it was killed."""
        generator = random.Random(seed)
        journal = os.path.join(directory, f"count-{seed}.nqj")
        killed = 0
        while killed < kills:
            before = records(journal)
            delay = generator.choice([0.0, 0.005, 0.02, 0.1, 0.2, 0.3]) * generator.random() * 2
            code, out, err = self.run_once(journal, delay, generator.randint(1, 3))
            self.assertLessEqual(before, records(journal), "a synced record has gone")
            if code == 0:  # it ended before the kill
                self.assertEqual(out.strip(), SOLUTIONS)
                break
            self.assertEqual(code, -signal.SIGKILL, err)
            # Killed between its last line and its end it has printed the total; any other is wrong.
            self.assertIn(out, ("", SOLUTIONS + "\n"), "a killed count has printed a number")
            if out:
                self.assertEqual(len(records(journal)), tasks_of(journal))
            self.found.append(len(records(journal)))
            killed += 1
        before = records(journal)
        code, out, err = self.run_once(journal, None, 2)
        self.assertEqual((code, out.strip()), (0, SOLUTIONS), err)
        self.assertLessEqual(before, records(journal))
        self.assertEqual(len(records(journal)), tasks_of(journal))
        return killed

    def test_random_kills_never_change_the_total(self):
        seed = int.from_bytes(os.urandom(4), "little")
        self.found = []  # records in the journal after each kill
        killed = counts = 0
        with tempfile.TemporaryDirectory() as directory:
            while killed < KILLS and counts < 4 * KILLS:
                killed += self.one_count(directory, seed + counts, min(10, KILLS - killed))
                counts += 1
        print(f"first seed {seed}: {killed} kills over {counts} counts of {BOARD} queens, "
              f"every total {SOLUTIONS}; records at the kills: {sorted(self.found)}", flush=True)
        self.assertGreaterEqual(killed, KILLS)

    def test_any_mix_of_shards_and_threads_has_the_total(self):
        """Shards of different numbers and whole counts, on one to three threads, killed at random
        moments; then the lines that merge prints, until it prints the total."""
        seed = int.from_bytes(os.urandom(4), "little")
        generator = random.Random(seed)
        words = ["count", str(BOARD), "--engine", "bitmask", "-q"]
        with tempfile.TemporaryDirectory() as directory:
            journals = [os.path.join(directory, f"{i}.nqj") for i in range(4)]
            for _ in range(KILLS):
                shards = generator.randint(1, 9)
                part = (["--shard", f"{generator.randint(1, shards)}/{shards}"] if shards > 1
                        else ["--resume"])
                process = subprocess.Popen([NQUEENS, *words, *part, "--journal",
                                            generator.choice(journals), "-t",
                                            str(generator.randint(1, 3))],
                                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
                time.sleep(generator.choice([0.005, 0.02, 0.1, 0.2]) * generator.random() * 2)
                process.kill()
                self.assertIn(process.wait(), (0, -signal.SIGKILL), seed)
            there = [name for name in journals if os.path.exists(name)]
            for _ in range(3):
                done = subprocess.run([NQUEENS, "merge", *there], text=True, capture_output=True,
                                      check=False)
                if done.returncode == 0:
                    break
                for line in done.stdout.splitlines():
                    words = shlex.split(line)[1:]
                    self.assertEqual(subprocess.run([NQUEENS, *words, "-q"], check=False,
                                                    capture_output=True).returncode, 0, line)
                    name = words[words.index("--journal") + 1]
                    there += [] if name in there else [name]
            self.assertEqual((done.returncode, done.stdout), (0, f"Q({BOARD}) = {SOLUTIONS}\n"),
                             f"seed {seed}: {done.stderr}")

    def test_a_tail_torn_by_hand_is_cut_and_counted_again(self):
        with tempfile.TemporaryDirectory() as directory:
            journal = os.path.join(directory, "torn.nqj")
            code, _, _ = self.run_once(journal, None, 2)
            self.assertEqual(code, 0)
            for cut in (1, 7, 40):
                size = os.path.getsize(journal)
                os.truncate(journal, size - cut)
                code, out, err = self.run_once(journal, None, 2)
                self.assertEqual((code, out.strip()), (0, SOLUTIONS), err)


if __name__ == "__main__":
    unittest.main()
