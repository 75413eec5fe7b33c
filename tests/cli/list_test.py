"""nqueens list: formats, order, limits, early ends."""

import json
import os
import re
import signal
import time

import program
from program import ProgramTest

FIRST = [0, 4, 7, 5, 2, 6, 1, 3]


class List(ProgramTest):
    def test_columns_in_order(self):
        self.assertEqual(self.succeed("list", "4"), "1 3 0 2\n2 0 3 1\n")
        lines = self.succeed("list", "8").splitlines()
        self.assertEqual((len(lines), lines[0]), (92, " ".join(map(str, FIRST))))

    def test_formats(self):
        self.assertEqual(self.succeed("list", "4", "--format", "board"),
                         ".Q..\n...Q\nQ...\n..Q.\n\n..Q.\nQ...\n...Q\n.Q..\n")
        self.assertEqual(self.succeed("list", "8", "--format", "board").count("\n\n"), 91)

    def test_json(self):
        answer = json.loads(self.succeed("list", "8", "--json"))
        self.assertEqual([answer[name] for name in ("command", "board_size", "fundamental", "listed", "complete")],
                         ["list", 8, False, "92", True])
        self.assertEqual((len(answer["solutions"]), answer["solutions"][0]), (92, FIRST))
        for size in ("2", "3"):
            answer = json.loads(self.succeed("list", size, "--json"))
            self.assertEqual((answer["solutions"], answer["listed"]), ([], "0"))
        answer = json.loads(self.succeed("list", "12", "--fundamental", "--limit", "7", "--json"))
        self.assertEqual((answer["fundamental"], answer["complete"]), (True, False))
        self.assertEqual(len(answer["solutions"]), 7)

    def test_a_stopped_list_is_whole_json(self):
        for words in (["18"], ["32"], ["20", "--fundamental"], ["16", "--variant", "semi"]):
            answer = json.loads(self.succeed("list", *words, "--time-limit", "0.3", "--json", code=75))
            self.assertEqual((answer["complete"], answer["outcome"]), (False, "stopped"))
            self.assertEqual(str(len(answer["solutions"])), answer["listed"])
        with open(self.path("list"), "w", encoding="utf-8") as file:
            process = program.start("list", "18", "--json", stdout=file)
            self.assertEqual(program.stop(process, after=program.BEGUN)[0], 130)
        self.assertIs(json.loads(self.read("list"))["complete"], False)

    def test_a_stop_cuts_no_solution(self):
        lines = self.succeed("list", "12", "-q").splitlines(keepends=True)
        drawn = self.succeed("list", "12", "--format", "board").split("\n\n")
        for form, whole in (("columns", lines),
                            ("board", [board.rstrip("\n") for board in drawn])):
            process = program.start("list", "12", "-q", "--format", form)
            time.sleep(program.BEGUN)  # nobody empties the pipe
            process.send_signal(signal.SIGINT)
            process.wait(timeout=20)
            text = process.communicate()[0]
            parts = text.splitlines(keepends=True) if form != "board" else text[:-1].split("\n\n")
            self.assertGreater(len(parts), 100)
            self.assertEqual((text[-1], parts), ("\n", whole[:len(parts)]), form)

    def test_a_late_reader_of_json_gets_all_of_it(self):
        process = program.start("list", "17", "--json")
        code, output, _ = program.stop(process, after=program.BEGUN)
        answer = json.loads(output)
        self.assertEqual((code, answer["complete"]), (130, False))
        self.assertEqual(str(len(answer["solutions"])), answer["listed"])

    def test_summary(self):
        done = program.run("list", "8", "-t", "1")
        self.assertRegex(done.stderr, r"\A92 solutions of 8 queens listed, \S+ [um]?s, 1 thread\n\Z")
        done = program.run("list", "8", "--fundamental", "--limit", "1")
        self.assertRegex(done.stderr, r"\A1 fundamental solution of 8 queens listed "
                                      r"\(--limit\), ")
        self.assertEqual(program.run("list", "8", "-q").stderr, "")

    def test_by_a_search(self):
        words = ["list", "8", "--by", "steepest", "--starts", "600", "--seed", "1"]
        done = program.run(*words, "-t", "1")
        self.assertRegex(done.stderr, r"\A\d+ of the 92 solutions of 8 queens found by steepest: "
                                      r"\d+ of 600 starts ended in one, seed 1, \S+ [um]?s, "
                                      r"1 thread\n\Z")
        lines = done.stdout.splitlines()
        self.assertEqual(len(lines), int(done.stderr.split()[0]))
        self.assertGreater(len(lines), 20)
        everyone = self.succeed("list", "8").splitlines()
        self.assertEqual(lines, [line for line in everyone if line in lines])
        self.assertEqual(self.succeed(*words, "-t", "2"), done.stdout)
        answer = json.loads(self.succeed(*words, "--json"))
        self.assertEqual((answer["of"], answer["starts"]), ("92", 600))
        self.assertEqual([" ".join(map(str, columns)) for columns in answer["solutions"]], lines)
        all_of_them = self.succeed("list", "8", "--by", "first-choice", "--fundamental", "--starts",
                                   "5000", "--seed", "1")
        self.assertEqual(all_of_them, self.succeed("list", "8", "--fundamental"))
        boards = self.succeed(*words, "--format", "board")
        self.assertEqual(boards.count("\n\n"), len(lines) - 1)

    def test_by_a_search_without_a_solution(self):
        answer = json.loads(self.succeed("list", "2", "--by", "windowed", "--json", code=1))
        self.assertEqual((answer["outcome"], "solutions" in answer, "seed" in answer),
                         ("none", False, False))

    def test_a_stopped_search_prints_what_it_has_found(self):
        limit = "3" if program.INSTRUMENTED else "0.3"
        words = ["list", "8", "--by", "steepest", "--starts", "1e12", "--time-limit", limit]
        done = program.run(*words)
        self.assertEqual(done.returncode, 75)
        self.assertEqual(len(done.stdout.splitlines()), 92)
        self.assertRegex(done.stderr, rf"\Anqueens: stopped by the time limit of {limit} s: 92 of the 92 "
                                      r"solutions of 8 queens found by steepest: \d+ of \d+ starts "
                                      r"ended in one, seed \d+; run it again with more time\n\Z")
        done = program.run(*words, "--output", self.path("found.json"))
        self.assertEqual((done.returncode, done.stdout), (75, ""))
        answer = json.loads(self.read("found.json"))
        self.assertEqual((len(answer["solutions"]), answer["complete"]), (92, True))
        self.assertGreaterEqual(answer["starts"], answer["solved"])

    def test_files(self):
        for name, words in (("a.txt", []), ("b", []), ("c.TXT", []),
                            ("d.json", ["--json"]), ("e.dat", ["--format", "board"])):
            more = words if name == "e.dat" else []
            done = program.run("list", "9", "--output", self.path(name), *more)
            self.assertEqual((done.returncode, done.stdout), (0, ""), done.stderr)
            self.assertRegex(done.stderr, r"\A352 solutions of 9 queens listed, ")
            printed = self.succeed("list", "9", *words)
            if name == "d.json":
                self.assertEqual(json.loads(self.read(name))["solutions"],
                                 json.loads(printed)["solutions"])
            else:
                self.assertEqual(self.read(name), printed)


    def test_json_and_a_file(self):
        """With --json every command prints the object; the result goes to the file, also to one .json."""
        path = self.path('x,"outcome":"y"}]')
        for words, data in ((["list", "6"], "solutions"), (["tour", "5"], "squares"), (["solve", "8"], "columns"),
                            (["puzzle", "6", "--unique"], "puzzles"),
                            (["list", "6", "--by", "qs4"], "solutions")):
            for suffix, form in ((".txt", {"puzzles": "board", "squares": "text"}.get(data, "columns")),
                                 (".json", "json")):
                answer = json.loads(self.succeed(*words, "-o", path + suffix, "--json"))
                self.assertEqual((answer["output"], answer["format"], answer["outcome"]),
                                 (path + suffix, form, "done"))
                self.assertNotIn(data, answer)
            written = json.loads(self.read(path + ".json"))
            self.assertGreater(len(written.pop(data)), 0)
            self.assertEqual((written["command"], written["outcome"]), (words[0], "done"))
            self.assertEqual(written.keys() | {"output", "format"}, answer.keys())
            self.assertGreater(len(self.read(path + ".txt").splitlines()), 0)
        self.assertEqual(self.json_of("verify", path + ".txt")["file"], path + ".txt")
        self.assertEqual(self.json_of("tour", "6", "-o", self.path("t.svg"))["format"], "svg")
        answer = self.json_of("list", *program.ENDLESS_BOARD, "--time-limit", "0.3", "-o", self.path("y"),
                             code=75)
        self.assertEqual((answer["outcome"], answer["listed"]), ("stopped", "0"))
        self.assertNotIn("y", self.files())

    def test_a_far_first_solution_is_told(self):
        code, output, _, shown = program.at_terminal("list", "45", "--time-limit", "1.5", streams=("stderr",))
        self.assertEqual((code, output), (75, ""))
        self.assertIn("the first solution in lexicographic order may be far: nqueens solve 45 finds one at "
                      "once, nqueens list 45 --by qs4 many\r\n", shown)
        shown = program.at_terminal("list", *program.ENDLESS_BOARD, "--time-limit", "1.5", streams=("stderr",))[3]
        self.assertIn("the first solution in lexicographic order may be far: nqueens solve looks for any\r\n",
                      shown)
        self.assertNotIn("may be far", program.run("list", "45", "--time-limit", "1.5").stderr)

    def test_a_file_appears_when_it_is_complete(self):
        path = self.file("list.txt", "before\n")
        self.refuse(["list", "18", "--block", "0:0", "-o", path, "--time-limit", "4"],
                    f"solutions found, and {path} not written; run it again with more time", 75)
        self.assertEqual((self.files(), self.read("list.txt")), (["list.txt"], "before\n"))
        self.assertEqual(self.succeed("list", "4", "-o", "-"), "1 3 0 2\n2 0 3 1\n")

    def test_a_large_list_is_announced(self):
        """Bytes of a solution: as text two for each column and eight tens more."""
        for form, size in (("columns", 44), ("board", 18 * 19 + 1), ("npy", 18)):
            done = program.run("list", "18", "--format", form, "--time-limit", "0.3", "-o", "/dev/null")
            self.assertEqual(done.stderr.splitlines()[0], "666090624 solutions of 18 queens take "
                             f"{666090624 * size / 2**30:.1f} GiB; --limit NUM lists fewer")
        with open(self.path("b"), "w", encoding="utf-8") as file:
            done = program.run("list", "18", "--fundamental", "--time-limit", "0.3", stdout=file)
        self.assertTrue(done.stderr.startswith("83263591 fundamental solutions of 18 queens take 3.4 GiB; "))
        for words in (["16"], ["20", "--limit", "9", "-o", self.path("c")], ["16", "-o", "/dev/null", "-q"]):
            self.assertNotIn("take", program.run("list", *words, "--time-limit", "0.1").stderr)

    def test_progress_of_a_known_number(self):
        shown = program.at_terminal("list", "18", "-o", "/dev/null", "--time-limit", "2", streams=("stderr",))[3]
        self.assertRegex(shown, r"\d %\x1b\[0m  [\d.]+ \w+ left  \d+ solutions  [\d.]+ million a second")

    def test_colours(self):
        words = ["list", "4", "--format", "board", "--color", "always"]
        shown = self.succeed(*words)
        self.assertIn("\x1b[48;5;137m", shown)
        self.assertEqual(re.sub(r"\x1b\[[\d;]*m", "", shown).replace("  ", ". ").replace(" ", ""),
                         self.succeed(*words[:-2]))
        self.succeed(*words, "-o", self.path("list"))
        self.assertEqual(self.read("list"), self.succeed(*words[:-2]))
        blocked = self.succeed("list", "8", "--by", "qs4", *words[2:])
        self.assertIn("\x1b[48;5;137m", blocked)

    def test_a_closed_pipe_ends_quietly(self):
        for words in (["list", "20"], ["list", "20", "--json"], ["list", *program.ENDLESS_BOARD]):
            reader, writer = os.pipe()
            process = program.start(*words, stdout=writer)
            os.close(writer)
            if words[1] == "20":
                self.assertGreater(len(os.read(reader, 100)), 0)
            os.close(reader)  # of the endless board nothing has been written
            errors = process.communicate(timeout=60)[1]
            self.assertEqual((process.returncode, errors), (-signal.SIGPIPE, ""), words)

    def test_early_ends(self):
        with open(self.path("list"), "w", encoding="utf-8") as file:
            process = program.start("list", "18", "-q", stdout=file)
            code, _, errors = program.stop(process, after=program.BEGUN)
        self.assertEqual(code, 130)
        self.assertRegex(errors, r"\Anqueens: stopped by SIGINT: \d+ solutions listed, the first "
                                 r"ones; [^\n]+\n\Z")
        text = self.read("list")
        self.assertEqual(text.count("\n"), int(errors.split()[4]))
        self.assertTrue(text.endswith("\n"))

    def test_restricted_boards(self):
        self.assertEqual(self.succeed("list", "2x3", "--format", "board"),
                         "Q..\n..Q\n\n..Q\nQ..\n")
        self.assertEqual(self.succeed("list", "2x3", "--fundamental"), "0 2\n")
        answer = json.loads(self.succeed("list", "2x3", "--json"))
        self.assertEqual((answer["board_rows"], answer["board_columns"]), (2, 3))
        self.assertEqual(answer["solutions"], [[0, 2], [2, 0]])
        done = program.run("list", "8", "--place", "b4,d5", "-t", "1")
        self.assertRegex(done.stderr, r"\A2 solutions of Q\(8 with 3:3,4:1\) listed, ")
