"""Submits two thousand files beside the notebook.

Must happen: a thousand of them are looked at, and a line says so.
"""

LOG = "left out"


def submit(folder, course):
    for i in range(2):
        (folder / f"d{i}").mkdir()
        for j in range(1000):
            (folder / f"d{i}" / f"{j}").touch()
