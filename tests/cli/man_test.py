"""The manual pages of nqueens and nqueens-mpi: man, groff and mandoc accept them."""

import os
import shutil
import subprocess
import unittest

import program
from program import ProgramTest


class ManPage(ProgramTest):
    def setUp(self):
        super().setUp()
        self.page = self.file("nqueens.1", self.succeed("man"))
        mpi_page = subprocess.run([os.environ["NQUEENS_MPI_MAN"]], capture_output=True, timeout=60,
                                  check=True)
        self.mpi_page = self.file("nqueens-mpi.1", mpi_page.stdout)

    def rendered(self, *command):
        """The text of both pages."""
        text = ""
        for page in (self.page, self.mpi_page):
            done = subprocess.run([*command, page], text=True, capture_output=True, timeout=60,
                                  env=program.environment({"MANWIDTH": "80", "LC_ALL": "C.UTF-8",
                                                           "MANPAGER": "cat"}), check=False)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            text += done.stdout
        return text

    def test_content(self):
        with open(self.page, encoding="utf-8") as file:
            text = file.read()
        self.assertTrue(text.startswith(".TH NQUEENS 1 "))
        self.assertIn("\\fB\\-t, \\-\\-threads\\fR \\fINUM\\fR", text)
        self.assertIn(".SH EXIT STATUS\n.TP\n\\fB0\\fR\ndone.\n", text)

    @unittest.skipUnless(shutil.which("man"), "man is not installed")
    def test_man_shows_it(self):
        text = self.rendered("man", "--warnings", "-l")
        self.assertLessEqual(text[:text.index("NQUEENS-MPI(1)")].count("\n"), 560)
        for part in ("NAME", "--time-limit SECONDS", "auto|none|cores", "NQUEENS_THREADS", "130",
                     "nqueens-mpi"):
            self.assertIn(part, text)

    @unittest.skipUnless(shutil.which("groff"), "groff is not installed")
    def test_groff_has_no_warnings(self):
        self.rendered("groff", "-man", "-ww", "-Tutf8", "-z")

    @unittest.skipUnless(shutil.which("mandoc"), "mandoc is not installed")
    def test_mandoc_has_no_errors(self):
        self.rendered("mandoc", "-T", "lint", "-W", "error")
