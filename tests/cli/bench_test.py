"""nqueens bench: the fixed self-check and its signature."""

import signal
import time

import program
from program import ProgramTest


class Bench(ProgramTest):
    def test_table_record_and_signature_agree(self):
        lines = self.succeed("bench").splitlines()
        self.assertRegex(lines[0], r"\Asubject +N +outcome +instructions +seconds +verdict\Z")
        self.assertRegex(lines[-1], r"\Asignature [0-9a-f]{16}\Z")
        for line in lines[1:-1]:
            self.assertRegex(line, r"\A(engine|algorithm) \S+ +\d+  \S.* +(\w+|-) +\d+\.\d{3}  "
                                   r"correct\Z")
        record = self.record("bench")
        self.assertEqual("signature " + record["signature"], lines[-1])
        self.assertIs(record["correct"], True)
        self.assertEqual(len(record["rows"]), len(lines) - 2)
        subjects = {row["subject"] for row in record["rows"]}
        for engine in self.record("info")["engines"]:
            self.assertIn("engine " + engine["name"], subjects)
        for algorithm in self.record("info")["algorithms"]:
            self.assertIn("algorithm " + algorithm["name"], subjects)
        done = program.run("bench", "-q")
        self.assertEqual((done.stdout, done.stderr), (record["signature"] + "\n", ""))

    def test_other_kernels_have_the_same_signature(self):
        usual = self.record("bench")
        plain = self.record("bench", "--isa", "portable")
        self.assertEqual(plain["signature"], usual["signature"])
        self.assertEqual({row["instruction_set"] for row in plain["rows"]}, {"portable", ""})
        self.refuse(["bench", "--isa", "mmx"])

    def test_rows_come_one_by_one_and_a_signal_stops(self):
        process = program.start("bench")
        self.assertTrue(process.stdout.readline().startswith("subject"))
        time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130, (output, errors))
        self.assertNotIn("signature", output)
        self.assertRegex(errors, r"\Anqueens: stopped by SIGINT: (no row|\d+ rows) done; run it "
                                 r"again for a signature\n\Z")


if __name__ == "__main__":
    program.main()
