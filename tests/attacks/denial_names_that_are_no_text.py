"""Submits stray notebooks, and files, whose names are no UTF-8.

Must happen: that another notebook is graded can be written; such names are names like any.
"""

LOG = "was graded instead of target.ipynb"


def submit(folder, course):
    (folder / "target.ipynb").rename(folder / "\udcff1.ipynb")
    (folder / "\udcff2.ipynb").write_text("{}")
    (folder / "\udcff").mkdir()
    (folder / "\udcff" / "\udcfe.txt").write_text("x")
