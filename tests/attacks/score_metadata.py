"""Rewrites nbgrader's metadata: points, grade and solution flags, checksums, what is locked.

Must happen: the cells that are graded are the reference notebook's.
"""

LOG = "the cell was changed; the original was put back"


def mutate(notebook):
    for cell in notebook.cells:
        about = cell.metadata.get("nbgrader")
        if about and about.get("grade"):
            about.update(points=1000, locked=False, solution=True, checksum="0" * 32)
            cell.source = "1000.0"
        elif about:
            about.update(grade=True, points=1000, schema_version=1)
