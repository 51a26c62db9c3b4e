"""Submits a timestamp.txt that is no date: nbgrader ends the run of the whole class.

Must happen: a line in the log.
"""

LOG = "holds no date"
FILES = {"timestamp.txt": "9999-12-31 23:59:59 -23:59 or never"}
