"""Submits outputs: full points as the results of the test cells, and an `examiner` verdict.

Must happen: outputs and metadata of a submission are thrown away before anything runs.
"""


def mutate(notebook):
    for cell in notebook.cells:
        if cell.cell_type == "code":
            result = {"output_type": "execute_result", "execution_count": 1, "metadata": {}}
            cell.outputs = [{**result, "data": {"text/plain": "4.0"}}]
            cell.metadata["examiner"] = {"failed": False, "findings": []}
