"""Gives each test cell's name to a cell of the student's own, which is worth full points.

Must happen: whatever carries a test's name is replaced by the reference notebook's test.
"""

LOG = "was there 3 times"


def mutate(notebook):
    for cell in list(notebook.cells):
        about = cell.metadata.get("nbgrader", {})
        if about.get("grade") and cell.cell_type == "code":
            own = {**cell, "source": str(about["points"]), "metadata": {"nbgrader": {**about}}}
            own["id"] = f"x{about['grade_id']}"
            notebook.cells.append(own)
            notebook.cells.insert(0, {**own, "metadata": {}, "id": about["grade_id"]})
            about["grade_id"] += "_old"
