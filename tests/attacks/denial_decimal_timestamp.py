"""Submits a timestamp.txt that a parser of dates takes for a number that is too long for it.

Must happen: it holds no date, and the submission counts as on time.
"""

LOG = "holds no date"
FILES = {"timestamp.txt": "12:" + "9" * 30}
