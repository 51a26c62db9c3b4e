"""Submits cells that are none: numbers, lists, sources of the wrong type, a million characters.

Must happen: what can be read is read, and the answers in it count.
"""


def mutate(notebook):
    odd = [3, None, [], {}, {"cell_type": 7}, {"source": [1, {}]}, {"cell_type": "code", "source": 5},
           {"cell_type": "code", "source": "#" * 1_100_000}, {"metadata": {"nbgrader": [[]]}},
           {"cell_type": "markdown", "source": "x", "attachments": {"a": 3}}, {"id": {"a": []}}]
    notebook["cells"][:] = [*odd, *notebook["cells"], *odd]
    notebook["metadata"] = {"kernelspec": {"name": "../../bin/sh"}, "language_info": 3}
    notebook["nbformat"], notebook["nbformat_minor"] = "four", -1
