"""Deletes every test cell: what isn't graded now may keep an older, better mark.

Must happen: the tests are put back and run.
"""

LOG = "was missing; it was put back"


def mutate(notebook):
    notebook.cells = [c for c in notebook.cells if not c.metadata.get("nbgrader", {}).get("points")]
