"""Submits a notebook of 70 MB.

Must happen: it is not read; the log says so.
"""

LOG = "nothing to grade"
COSTS = ["q5_double"]


def submit(folder, course):
    with (folder / "target.ipynb").open("ab") as file:
        file.truncate(70_000_000)


STOCK = "it would take this machine's memory"
