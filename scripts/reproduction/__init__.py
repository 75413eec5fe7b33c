"""What scripts/reproduce is made of: definitions of tables (results/tables.toml), raw figures (one
JSON record a line), and tables, report and README made of raw figures alone."""


class Refused(Exception):
    """What the caller can mend: one line on standard error, exit code 2."""


class Failed(Exception):
    """A program did not do what it was asked for: one line, exit code 1."""
