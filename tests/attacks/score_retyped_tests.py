"""Makes the test cells Markdown and raw cells, which are not run.

Must happen: they are the reference notebook's code cells again.
"""


def mutate(notebook):
    for i, cell in enumerate(notebook.cells):
        if cell.metadata.get("nbgrader", {}).get("points") and cell.cell_type == "code":
            cell.cell_type = ("markdown", "raw")[i % 2]
            cell.source = "4.0"
            del cell["outputs"], cell["execution_count"]
