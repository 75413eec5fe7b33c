"""The one exception for what the caller can mend: bad arguments, bad files. Becomes one line on
standard error and exit code 2."""


class Refused(Exception):
    """`<what is wrong>: <the value>; <what is valid or what to do>`"""
