"""A second folder in submitted/, whose name has a line break and then what looks like another name.

Must happen: it is said in one line, and everybody else is graded and gets a page.
"""

import shutil

ANSWER = "def area(n):\n    return 3 * n * n"


def submit(folder, course):
    other = folder.parent.parent / "mallory\nz_bystander" / folder.name
    shutil.copytree(folder, other)


STOCK = "nbgrader grades nobody, here as well"
