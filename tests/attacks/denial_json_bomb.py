"""Submits 40 MB of empty lists: read as JSON they take a gigabyte and more.

Must happen: what would grow so much is not read.
"""

LOG = "nothing to grade"
COSTS = ["q5_double"]


def submit(folder, course):
    text = '{"cells": [' + "[]," * 13_000_000 + "[]]}"
    (folder / "target.ipynb").write_text(text)


STOCK = "it would take this machine's memory"
