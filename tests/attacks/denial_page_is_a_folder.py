"""Submits folders where the page and the graded notebook must go, and a page that none may write.

Must happen: they are left out, and a line says so.
"""

LOG = "was left out"


def submit(folder, course):
    for name in ("target.html", "feedback.html"):
        (folder / name).mkdir()
        (folder / name / "x.txt").write_text("x")
    (folder / "more.ipynb").mkdir()
    (folder / "more.ipynb" / "x.txt").write_text("x")
