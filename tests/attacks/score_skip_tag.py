"""Tags the test cells so that they are not executed: a test without output has full points.

Must happen: tags of a submission are thrown away.
"""


def mutate(notebook):
    for cell in notebook.cells:
        cell.metadata["tags"] = ["skip-execution", "raises-exception", "nbval-skip"]
    notebook.metadata["execution"] = {"skip_cells_with_tag": "skip-execution"}
