"""Hands in a timestamp.txt that is a link to a device without end, and a date after all dates.

Must happen: it is not read; the hand-in is taken as handed in in time.
"""

LOG = "holds no date"
STOCK = "nbgrader reads until memory is full"


def hand_in(folder, course):
    (folder / "timestamp.txt").symlink_to("/dev/zero")
