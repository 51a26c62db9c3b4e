"""Hands each test in twice, the second time without the test.

Must happen: one test is left, the reference notebook's; the run goes on.
"""

LOG = "was there 2 times"


def mutate(notebook):
    for cell in list(notebook.cells):
        about = cell.metadata.get("nbgrader", {})
        if about.get("grade") and cell.cell_type == "code":
            notebook.cells.append({**cell, "source": "4.0", "id": cell.id + "2"})
