"""Submits named pipes in place of files, timestamp.txt among them: who opens one waits for ever.

Must happen: only ordinary files are opened.
"""

import os

LOG = "holds no date"


def submit(folder, course):
    for name in ("timestamp.txt", "data.csv", "helpers.py"):
        os.mkfifo(folder / name)


STOCK = "nbgrader waits for ever"
