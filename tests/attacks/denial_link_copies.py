"""Refers 2500 times to one long address, in nineteen cells: 20 kB of Markdown each, 25 MB of page.

Must happen: what Markdown becomes is bounded, not what it is.
"""

from nbformat.v4 import new_markdown_cell


def mutate(notebook):
    text = "[a]: http://x/" + "y" * 9900 + "\n\n" + "[a] " * 2500
    notebook.cells[1:1] = [new_markdown_cell(text[:19_990]) for _ in range(19)]
