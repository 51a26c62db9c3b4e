"""Submits stray notebooks, and files, whose names are no UTF-8.

Must happen: the reason why nothing is graded can be written; other names are names like any.
"""

LOG = "nothing to grade"
COSTS = ["q5_double"]


def submit(folder, course):
    (folder / "target.ipynb").rename(folder / "\udcff1.ipynb")
    (folder / "\udcff2.ipynb").write_text("{}")
    (folder / "\udcff").mkdir()
    (folder / "\udcff" / "\udcfe.txt").write_text("x")
