"""Submits a file of 64 GB that takes no room: nothing was ever written to it.

Must happen: it is not copied, and a line says so.
"""

LOG = "data.bin was left out"
STOCK = "it would fill this machine's disk"


def submit(folder, course):
    with (folder / "data.bin").open("wb") as file:
        file.truncate(2**36)
