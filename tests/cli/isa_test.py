"""--isa limits the kernels of every engine; instruction sets that the machine lacks are refused."""

import program
from program import ProgramTest

ALL = ["portable", "bmi2", "avx2", "avx512"]


class InstructionSets(ProgramTest):
    def test_the_best_kernel_within_the_limit_is_taken(self):
        info = self.json_of("info")
        rows = [(["count", "11", "--engine"], row) for row in info["engines"]
                if not row["needs_device"]] + [
            (["solve", "20" if row["practical_size"] else "2000", "-t", "1", "--algorithm"], row)
            for row in info["algorithms"]]
        for words, row in rows:
            results, seed = [], ["--seed", "3"]
            if words[0] == "count" or program.run(*words, row["name"], *seed).returncode == 2:
                seed = []  # nothing is random
            for name in info["host"]["instruction_sets"]:
                answer = self.json_of(*words, row["name"], "--isa", name, *seed)
                usable = [kernel for kernel in row["instruction_sets"]
                          if ALL.index(kernel) <= ALL.index(name)]
                self.assertEqual(answer["instruction_set"], usable[-1], (row["name"], name))
                results.append(answer.get("columns", answer.get("solutions")))
            self.assertTrue(all(result == results[0] for result in results), row["name"])

    def test_the_summary_names_it(self):
        done = program.run("8", "--isa", "portable")
        self.assertRegex(done.stderr, r"\A\S+ [um]?s, engine \S+ \(portable\), ")
