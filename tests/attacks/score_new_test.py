"""Adds a test of its own to the notebook, worth 1000 points, and a task.

Must happen: a cell that the course doesn't know is a cell like any other.
"""


def mutate(notebook):
    for name, task in (("bonus", False), ("extra", True)):
        about = {
            "grade": not task, "grade_id": name, "locked": not task, "points": 1000,
            "schema_version": 3, "solution": False, "task": task, "cell_type": "code",
        }
        cell = {"cell_type": "code", "source": "1000.0", "metadata": {"nbgrader": about}, "id": name}
        notebook.cells.append({**cell, "outputs": [], "execution_count": None})
