"""The submitted folder is itself a link, to the folder of the source.

Must happen: nothing is read from it.
"""

import shutil

LOG = "nothing to grade"
COSTS = ["q5_double"]


def submit(folder, course):
    shutil.rmtree(folder)
    folder.symlink_to(course / "source" / "ps0_target")
