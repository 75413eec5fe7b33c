"""Standard streams: full disks, closed pipes and sockets, waits and input without end, missing
descriptors, colours."""

import os
import pathlib
import signal
import socket
import subprocess
import time
import unittest

import program
from program import ProgramTest

FULL = "cannot write standard output: No space left on device"


def through_shell(command):
    """A line of bash in which $NQUEENS is the program."""
    return subprocess.run(["bash", "-c", command],
                          env=program.environment({"NQUEENS": program.PROGRAM}), text=True,
                          capture_output=True, timeout=120, check=False,
                          preexec_fn=program.usual_signals)


class Streams(ProgramTest):
    def test_full_output(self):
        placement = self.file("queens", "1 3 0 2")
        for words in (["8", "-q"], ["4..6", "-q"], ["8", "--json", "-q"], ["8", "--symmetry", "-q"],
                      ["verify", placement], ["draw", placement, "-q"], ["list", "8", "-q"], ["info"],
                      ["man"], ["completions", "bash"], ["--version"], ["--help"]):
            with open("/dev/full", "w", encoding="utf-8") as full:
                self.refuse(words, FULL, stdout=full)
        for words in (["8"], ["1000"], ["8", "--json"], ["1000", "--json"], ["100", "--algorithm", "qs4"],
                      ["8", "--place", "b4"]):
            with open("/dev/full", "w", encoding="utf-8") as full:
                self.refuse(["solve", *words, "-q", "--seed", "3"],
                            FULL + "; to find the solution again: --seed 3", stdout=full)

    def test_closed_pipe(self):
        for words in ("8", "4..6", "solve 100000 -q", "solve 100000 --json -q", "--help", "man",
                      "info --json", "list 8 -o /dev/stdout"):
            done = self.unread(*words.split())
            self.assertEqual(done.returncode, -signal.SIGPIPE, (words, done.stderr))
            self.assertNotIn("nqueens:", done.stderr)

    def test_closed_socket(self):
        for words in (["8"], ["solve", "100000", "-q"], ["list", "20"], ["list", "20", "--json"],
                      ["list", *program.ENDLESS_BOARD]):
            ours, theirs = socket.socketpair()
            with ours, theirs:
                if words[0] == "solve":
                    ours.shutdown(socket.SHUT_RD)  # and open
                else:
                    ours.close()
                process = program.start(*words, stdout=theirs)
                errors = process.communicate(timeout=60)[1]
            self.assertEqual(process.returncode, -signal.SIGPIPE, (words, errors))
            self.assertNotIn("nqueens:", errors)

    def test_a_verdict_keeps_its_exit_code_when_nobody_reads(self):
        wrong = self.path("wrong.nqj")
        self.succeed("10", "--engine", "bitmask", "--depth", "2", "--journal", wrong)
        part = self.file("part.nqj", pathlib.Path(wrong).read_bytes()[:-5])
        self.plant(wrong, "2")
        long = ["20", "--engine", "bitmask", "--time-limit", "0.3"]
        for code, words in ((1, ["verify", self.file("wrong", "0 1 2 3")]),
                            (1, ["audit", wrong, "--samples", "1e6"]),
                            (1, ["merge", part]), (1, ["solve", "8", "--unique"]),
                            (1, ["solve", "3"]), (1, ["tour", "3x3"]),
                            (75, ["puzzle", "30", "--unique", "--given", "1", "--time-limit", "0.3"]),
                            (0, ["verify", self.file("right", "1 3 0 2")]), (75, long),
                            (75, [*long, "--journal", self.path("stopped.nqj")])):
            for more in ([], ["--json"]):
                if "--journal" in words and os.path.exists(words[-1]):
                    os.remove(words[-1])
                done = self.unread(*words, *more)
                self.assertEqual(done.returncode, code, (words, done.stderr))

    def test_a_pipeline_sees_that_a_result_was_cut_off(self):
        done = through_shell('set -o pipefail; "$NQUEENS" solve 300000 -q | head -c 3; echo " $?"')
        self.assertRegex(done.stdout, r" 141\n\Z")
        self.assertEqual(done.stderr, "")

    @unittest.skipIf(program.INSTRUMENTED, "sanitizers open files")
    def test_a_failure_before_the_command_line_is_read(self):
        done = through_shell('exec <&- >&-; ulimit -n 1; exec "$NQUEENS" 8')
        self.assertEqual((done.returncode, done.stderr.splitlines()[-1]),
                         (2, "nqueens: cannot open /dev/null: Too many open files"))

    def test_missing_standard_output_is_an_error(self):
        done = through_shell('"$NQUEENS" -q 8 >&-')
        self.assertEqual((done.returncode, done.stderr),
                         (2, "nqueens: cannot write standard output: Bad file descriptor\n"))

    def test_missing_standard_input_is_an_error(self):
        done = through_shell('"$NQUEENS" verify - <&-')
        self.assertEqual(done.returncode, 2)
        self.assertRegex(done.stderr, r"\Anqueens: cannot read standard input: [^\n]+\n\Z")

    def test_files_do_not_land_on_missing_streams(self):
        journal = self.path("run.nqj")
        queens = self.path("queens")
        for closed in ("<&-", ">&-", "2>&-", "<&- >&- 2>&-"):
            through_shell(f'"$NQUEENS" 10 --journal {journal} {closed}')
            again = program.run("10", "-q", "--journal", journal)
            self.assertEqual((again.returncode, again.stdout), (0, "724\n"), (closed, again.stderr))
            os.remove(journal)
            through_shell(f'"$NQUEENS" solve 8 --stats --output {queens} {closed}')
            self.assertEqual(self.succeed("verify", queens), "solution: 8 queens\n", closed)
            os.remove(queens)

    def test_missing_standard_error_changes_nothing(self):
        done = through_shell('"$NQUEENS" 8 2>&-')
        self.assertEqual((done.returncode, done.stdout), (0, "Q(8) = 92\n"))
        self.assertEqual(through_shell('"$NQUEENS" 33 2>&-').returncode, 2)

    def test_colours_only_where_they_are_wanted(self):
        for words in (["info"], ["8", "--symmetry"], ["verify", "-"]):
            given = {"input": "1 3 0 2"} if words[0] == "verify" else {}
            self.assertNotIn("\x1b", self.succeed(*words, **given))
            self.assertNotIn("\x1b", self.succeed(*words, "--color", "never", **given))
            painted = self.succeed(*words, "--color", "always", **given)
            self.assertIn("\x1b[", painted)
            # The command line wins over the environment.
            self.assertIn("\x1b[", self.succeed(*words, "--color", "always",
                                                env={"NO_COLOR": "1"}, **given))
        done = program.run("verify", "-", "--color", "always", input="0 1")
        self.assertTrue(done.stdout.startswith("\x1b[31mnot a solution\x1b[0m: "))

    def test_colours_on_standard_error(self):
        done = program.run("9", "--check", "--color", "always")
        self.assertIn("\x1b[32magrees with A000170\x1b[0m\n", done.stderr)
        done = program.run("solve", "8", "--stats", "--color", "always")
        self.assertIn("\x1b[32mverified\x1b[0m", done.stderr)


class Waits(ProgramTest):
    """FIFOs that nobody opens, pipes that nobody reads or writes."""

    def start(self, words):
        """In place of UNREAD stands a pipe for standard output, with BOTH for standard error too."""
        reader, writer = os.pipe()
        self.addCleanup(os.close, writer if "-" in words else reader)
        streams = {"stdin": reader} if "-" in words else {}
        for word, stream in (("UNREAD", "stdout"), ("BOTH", "stderr")):
            if word in words:
                streams[stream] = writer
        process = program.start(*(word for word in words if word not in ("UNREAD", "BOTH")), **streams)
        os.close(reader if "-" in words else writer)
        return process

    def expect(self, processes, code, said):
        for process in processes:
            errors = process.communicate(timeout=60)[1]
            self.assertEqual(process.returncode, code, (process.args, errors))
            if errors is not None:
                self.assertRegex(errors, rf"(\A|\n)nqueens: {said}[^\n]*; [^\n]+\n\Z", process.args)

    def test_one_request_ends_them(self):
        os.mkfifo(self.path("in"))
        os.mkfifo(self.path("out"))
        cases = [line.replace("FOLDER", self.path("")).split() for line in (
            "list 8 -o FOLDER/out", "solve 8 -o FOLDER/out", "tour 6 -o FOLDER/out --json",
            "count --board FOLDER/in", "count --board -", "solve 8 --place -", "estimate 30 --block -",
            "list 13 --json UNREAD", "list 13 UNREAD BOTH", "solve 1e6 -q UNREAD",
            "solve 1e6 --json UNREAD")]
        limited = [self.start([*words, "--time-limit", "0.5"]) for words in cases]
        asked = [self.start(words) for words in cases]
        self.expect(limited, 75, "stopped by the time limit of 0.5 s")
        time.sleep(program.BEGUN)
        for process in asked:
            process.send_signal(signal.SIGINT)
        self.expect(asked, 130, "(stopped|ended at once) by SIGINT")


class EndlessInput(ProgramTest):
    def refused(self, line):
        """Standard error; fails if it takes much memory."""
        limit = "" if program.INSTRUMENTED else "ulimit -v 500000; "
        done = through_shell(f"{limit}{line.replace('nqueens', '$NQUEENS')}")
        self.assertEqual((done.returncode, done.stdout), (2, ""), (line, done.stderr))
        return done.stderr

    def test_it_is_refused_at_the_first_impossible_thing(self):
        for line in ("yes 1 | nqueens verify -", "yes 1 | nqueens draw -", "yes Q | nqueens verify -",
                     "yes 1 | nqueens verify - 8", "seq 0 99999999999 | nqueens verify - 8"):
            self.assertRegex(self.refused(line), r"\Anqueens: too (many numbers in|large for a "
                                                 r"drawing:) standard input[:;] [^\n]+\n\Z")
        done = program.run("verify", "-", input="1\n" * 100_000)
        self.assertEqual(done.stdout, "not a solution: row 0, column 1 and row 1, column 1 share a column\n")
        for name in ("/dev/zero", "/dev/urandom"):
            for words in ("8 --place", "8 --block", "--board"):
                self.assertRegex(self.refused(f"nqueens solve {words} {name}"), f"\\Anqueens: .*{name}")
        for option, line in (("--place", 9), ("--block", 65)):
            self.assertEqual(self.refused(f"yes a1 | nqueens solve 8 {option} -"),
                             f"nqueens: line {line} of standard input: more squares than the board takes\n")

    def test_files_of_squares_are_read_in_blocks(self):
        for blanks in (65_530, 65_533):  # the first block ends within a square, within a comment
            text = f"\ufeff#{' ' * blanks}\n0:3,\t# a8\n#{'x' * 70_000}\n"
            self.assertEqual(self.succeed("8", "-q", "--place", self.file("squares", text)), "18\n")
