"""Submits no notebook, but something of that name that is none.

Must happen: the submission earns nothing, the log says why, everyone else is graded.
"""

LOG = "nothing to grade"
COSTS = ["q5_double"]


def submit(folder, course):
    (folder / "target.ipynb").write_bytes(b"PK\x03\x04" + bytes(range(256)))
