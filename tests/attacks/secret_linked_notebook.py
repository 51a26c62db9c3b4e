"""Submits, in place of the notebook, a link to the source notebook: the solutions are its answers.

Must happen: a link is no notebook; nothing is graded, and the log says so.
"""

import shutil

LOG = "nothing to grade"
COSTS = ["q5_double"]


def submit(folder, course):
    (folder / "target.ipynb").unlink()
    (folder / "target.ipynb").symlink_to(course / "source" / "ps0_target" / "target.ipynb")
