"""--isa: the most that kernels may use, by every engine, and sets that are not there."""

import program
from program import ProgramTest

ALL = ["portable", "bmi2", "avx2", "avx512"]


class InstructionSets(ProgramTest):
    def setUp(self):
        super().setUp()
        info = self.record("info")
        self.here = info["host"]["instruction_sets"]
        self.kernels = {row["name"]: row["instruction_sets"] for row in info["engines"]}

    def test_every_engine_counts_with_every_set(self):
        for engine, kernels in self.kernels.items():
            for words in ([], ["--isa", "auto"]):
                record = self.record("8", "--engine", engine, *words)
                self.assertEqual(record["instruction_set"], kernels[-1], engine)
            for name in self.here:
                record = self.record("11", "--engine", engine, "--isa", name)
                self.assertEqual(record["solutions"], "2680", (engine, name))
                # The best of its kernels that is no more than what may be used.
                usable = [kernel for kernel in kernels if ALL.index(kernel) <= ALL.index(name)]
                self.assertEqual(record["instruction_set"], usable[-1], (engine, name))

    def test_every_algorithm_solves_with_every_set(self):
        for row in self.record("info")["algorithms"]:
            columns = set()
            size = "2000" if row["practical_size"] is None else "20"
            seed = [] if row["name"] in ("explicit", "max-free") else ["--seed", "3"]
            for name in self.here:
                record = self.record("solve", size, "--algorithm", row["name"], "--isa", name, *seed,
                                     "-t", "1")
                usable = [kernel for kernel in row["instruction_sets"]
                          if ALL.index(kernel) <= ALL.index(name)]
                self.assertEqual(record["instruction_set"], usable[-1], (row["name"], name))
                columns.add(tuple(record["columns"]))
            self.assertEqual(len(columns), 1, row["name"])

    def test_the_summary_names_it(self):
        done = program.run("8", "--isa", "portable")
        self.assertRegex(done.stderr, r"\A\S+ [um]?s, engine \S+ \(portable\), ")
        done = program.run("8..9", "--isa", "portable", "--engine", "bitmask")
        self.assertRegex(done.stderr, r" for 2 boards, engine bitmask \(portable\), ")


if __name__ == "__main__":
    program.main()
