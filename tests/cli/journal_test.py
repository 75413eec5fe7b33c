"""Early ends of a count, by signals and time limits; journals; resuming."""

import os
import re
import signal
import time

import program
from program import ProgramTest

# Hours by this engine on any machine: it cannot end within a test.
LONG = ["20", "--engine", "bitmask"]


class Stopping(ProgramTest):
    def test_signals_have_their_exit_codes(self):
        for number, code, name in [(signal.SIGTERM, 143, "SIGTERM"), (signal.SIGHUP, 129, "SIGHUP")]:
            done, output, errors = program.stop(program.start("count", *LONG), number, after=program.BEGUN)
            self.assertEqual((done, output), (code, ""))
            self.assertRegex(errors, rf"\Anqueens: stopped by {name}: Q\(20\), (no|\d+ of \d+) "
                                     rf"tasks? done( \([\d.]+ %\))?; nothing is kept without "
                                     rf"--journal FILE\n\Z")

    def test_signals_that_come_together_are_one(self):
        # As timeout(1) sends them: to the process, and to its group.
        process = program.start("count", *LONG)
        time.sleep(program.BEGUN)
        for _ in range(5):
            process.send_signal(signal.SIGTERM)
            time.sleep(0.002)
        output, errors = process.communicate(timeout=60)
        self.assertEqual((process.returncode, output), (143, ""))
        self.assertRegex(errors, r"\Anqueens: stopped by SIGTERM: Q\(20\), [^\n]*\n\Z")

    def test_what_is_ignored_stays_ignored(self):
        numbers = (signal.SIGINT, signal.SIGHUP, signal.SIGUSR1)  # SIGHUP by nohup

        def ignoring():
            for number in numbers:
                signal.signal(number, signal.SIG_IGN)
        process = program.start("count", *LONG, "-q", preexec_fn=ignoring)
        for number in numbers:
            time.sleep(0.5)
            process.send_signal(number)
        done = program.stop(process, signal.SIGTERM, after=0.5)
        self.assertEqual(done[0], 143)
        self.assertRegex(done[2], r"\Anqueens: stopped by SIGTERM: [^\n]*\n\Z")

    def test_a_hang_up_leaves_no_temporary_file(self):
        process = program.start("list", "30", "--output", self.path("all.txt"))
        done = program.stop(process, signal.SIGHUP, after=program.BEGUN)
        self.assertEqual((done[0], self.files()), (129, []), done)

    def test_a_finished_line_of_a_range_stays(self):
        process = program.start("count", "4..20", "-q", *LONG[1:])
        self.assertEqual(process.stdout.readline(), "4 2\n")
        process.terminate()
        output, errors = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 143)
        for line in output.splitlines():
            self.assertRegex(line, r"\A\d+ \d+\Z")
        self.assertRegex(errors, r"\Anqueens: stopped by SIGTERM: Q\(\d+\), [^\n]*\n\Z")

    def test_a_long_time_limit(self):
        self.assertEqual(self.succeed("8", "-q", "--time-limit", "1e6"), "92\n")


TIME = r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d  "


class Logs(ProgramTest):
    def lines_of(self, words, after=3 * program.BEGUN):
        return program.stop(program.start("count", *words), signal.SIGTERM, after)[2].splitlines()

    def test_a_count_with_a_journal_says_how_it_begins(self):
        words = ["14", "--engine", "bitmask", "-t", "1", "--depth", "2", "--journal", self.path("j")]
        first = program.run("count", *words).stderr.splitlines()
        self.assertRegex(first[0], TIME + r"Q\(14\): \d+ tasks; engine bitmask \(\w+\), 1 thread; "
                                          r"(about|less than) .* by prediction\Z")
        self.assertEqual(len(first), 2)
        again = program.run("count", *words).stderr.splitlines()
        self.assertRegex(again[0], TIME + r"Q\(14\): (\d+) tasks, \1 found in the journal; "
                                          r"nothing is left to count\Z")
        shard = program.run("count", "17", "--shard", "2/3", "--journal", self.path("part-2"))
        self.assertRegex(shard.stderr.splitlines()[0], TIME + r"shard 2/3 of Q\(17\): \d+ tasks; engine ")
        self.assertEqual(program.run("count", *words, "-q").stderr, "")
        self.assertEqual(len(program.run("count", "14").stderr.splitlines()), 1)  # no start line

    def test_fewer_threads_are_said_at_the_start(self):
        words = [*LONG, "-t", "4096", "--journal", self.path("j")]
        lines = self.lines_of(words)
        self.assertRegex(lines[0], r"\A4096 threads are asked for, at most \d+ start")
        self.assertRegex(lines[1], TIME + r"Q\(20\): ")

    def test_lines_of_progress_come_regularly(self):
        words = [*LONG, "--depth", "3", "--journal", self.path("j")]
        is_line = re.compile(TIME + r"[\d.]+ %  Q\(20\)  \d+ of \d+ tasks  [\d.]+/(s|min|h)  after [^ ]+ \w+(  .* left)?\Z")
        lines = self.lines_of([*words, "--progress", "0.3"], after=8 * program.BEGUN)
        self.assertGreater(len(lines), 3, lines)
        for line in lines[1:-1]:
            self.assertRegex(line, is_line)
        for none in ([], ["--progress", "0"], ["--no-progress"]):
            self.assertEqual(len(self.lines_of(words + none)), 2, none)  # the start and the end
        self.assertGreater(len(self.lines_of([*LONG, "--progress", "0.3"], after=8 * program.BEGUN)),
                           2)  # also without a journal

    def test_a_signal_asks_how_far_it_is(self):
        """In every long command, also when quiet."""
        for words, said in [(["count", *LONG], r"[\d.]+ %  Q\(20\)  \d+ of \d+ tasks  "),
                            (["count", *LONG, "-q"], r"[\d.]+ %  Q\(20\)  "),
                            (["list", "30", "--output", self.path("all.txt")], ".*(listed|solutions?)"),
                            (["solve", *program.ENDLESS_BOARD], "search  |no solution"),
                            (["estimate", "30", "--error", "1e-9%"], r"Q\(30\)")]:
            process = program.start(*words)
            time.sleep(1 + program.BEGUN)
            process.send_signal(signal.SIGUSR1)
            code, _, errors = program.stop(process, signal.SIGTERM, after=0.5)
            self.assertEqual(code, 143, (words, errors))
            self.assertRegex(errors.splitlines()[0], TIME + said, words)

    def test_a_time_limit_below_the_length_of_a_task_is_noted(self):
        words = [*LONG, "--depth", "0", "--journal", self.path("j"), "--time-limit"]
        done = program.run(*words, "0.5")
        self.assertEqual(done.returncode, 75)
        self.assertRegex(done.stderr.splitlines()[1],
                         TIME + r"by prediction the longest task takes .*: within 0.50 s it may never be "
                                r"done; give more time, or begin with a larger --depth\Z")
        long = program.start(*words, "1e8")
        self.assertNotIn("longest", program.stop(long, after=program.BEGUN)[2])

    def test_a_journal_is_resumed_without_force(self):
        words = ["count", "28", "--depth", "0", "--journal", self.path("j")]
        for more in (["--force"], []):
            code, _, errors = program.stop(program.start(*words, *more), after=4 * program.BEGUN)
            self.assertEqual(code, 130, errors)


class Journals(ProgramTest):
    def test_the_same_line_resumes(self):
        words = ["count", "16", "-t", "1", "--depth", "4", "--engine", "bitmask", "--journal",
                 self.path("it's a $(journal)"), "-q"]
        # Seconds of work: it is stopped twice before it ends.
        for number in (signal.SIGINT, signal.SIGTERM):
            process = program.start(*words)
            time.sleep(0.3)
            process.send_signal(number)
            output, errors = process.communicate(timeout=60)
            self.assertEqual((process.returncode, output), (128 + number, ""), errors)
            self.assertRegex(errors, r"\Anqueens: stopped by SIG[A-Z]+: Q\(16\), .*; "
                                     r"run it again to resume\n\Z")
        self.assertEqual(self.succeed(*words), "14772512\n")

    def test_the_board_is_that_of_the_journal(self):
        journal = self.path("run.nqj")
        words = ["--place", "0:3", "--journal", journal]
        self.assertEqual(self.succeed("8", *words), "Q(8 with 0:3) = 18\n")
        for resumed in (words, words[2:]):
            self.assertEqual(self.succeed("count", *resumed), "Q(8 with 0:3) = 18\n")

    def test_a_new_first_line_makes_the_records_readable(self):
        """As RUNNING.md tells."""
        words = ["count", "13", "--engine", "bitmask", "--depth", "2", "--journal"]
        for name in ("run.nqj", "new.nqj"):
            self.succeed(*words, self.path(name))
        for damaged in ("x", ""):
            first, *records = self.read("run.nqj").splitlines(keepends=True)
            self.file("run.nqj", damaged + first[1:] + "".join(records))
            self.refuse([*words, self.path("run.nqj")], "journal")
            self.file("run.nqj", self.read("new.nqj").splitlines(keepends=True)[0] + "".join(records))
            self.assertEqual(self.json_of(*words, self.path("run.nqj"))["tasks_resumed"],
                             self.json_of("merge", self.path("new.nqj"))["tasks"])

    def test_symmetry_with_a_journal(self):
        journal = self.path("run.nqj")
        for _ in range(2):
            self.assertEqual(self.succeed("12", "--symmetry", "-q", "--journal", journal),
                             "14200 80 8 1787\n")

    def test_a_run_that_was_stopped_before_its_journal_began(self):
        done = program.run("20", "--engine", "bitmask", "--depth", "6", "--journal",
                           self.path("none.nqj"), "--time-limit", "0.001")
        self.assertEqual(done.returncode, 75)
        self.assertFalse(os.path.exists(self.path("none.nqj")))
        self.assertRegex(done.stderr, "; run it again to resume\n\\Z")

    def test_a_damaged_record_is_reported_and_counted_again(self):
        journal = self.path("run.nqj")
        self.succeed("12", "--journal", journal)
        with open(journal, "rb") as file:
            lines = file.readlines()
        middle = len(lines) // 2
        lines[middle] = bytes([lines[middle][0] ^ 1]) + lines[middle][1:]
        self.file("run.nqj", b"".join(lines))
        done = program.run("12", "--journal", journal)
        self.assertEqual((done.returncode, done.stdout), (0, "Q(12) = 14200\n"))
        self.assertRegex(done.stderr, rf", 1 damaged line \({len(lines[middle])} bytes\) left out\n\Z")
        lines[-1] = b"x" + lines[-1]  # the only record
        self.file("run.nqj", b"".join(lines))
        done = program.run("12", "--journal", journal)
        self.assertEqual((done.returncode, done.stdout), (0, "Q(12) = 14200\n"))
        self.assertRegex(done.stderr, r", 2 damaged lines \(\d+ bytes\) left out; what was missing "
                                      r"was counted again\n\Z")

    def test_streams_are_no_journals(self):
        complete = self.path("complete.nqj")
        self.succeed("8", "--journal", complete)
        os.symlink("/dev/stdout", self.path("link"))
        for name in ("/dev/full", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", self.path("link")):
            for words in (["8", "--journal", name], ["merge", complete, "-o", name]):
                with open(self.path("output"), "w", encoding="utf-8") as output:
                    self.refuse(words, f"cannot use {name} as journal: it is not a regular file",
                                stdout=output)
                self.assertEqual(os.path.getsize(self.path("output")), 0)
