"""Submits a timestamp.txt that is a link to a device without end, and a date after all dates.

Must happen: it is not read; the submission counts as on time.
"""

LOG = "holds no date"
STOCK = "nbgrader reads until memory is full"


def submit(folder, course):
    (folder / "timestamp.txt").symlink_to("/dev/zero")
