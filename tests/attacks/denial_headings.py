"""Twenty cells of thousands of headings, lists in lists and emphasis: seconds of work each.

Must happen: a page has a time for Markdown; what is left then is shown as it was written.
"""

from nbformat.v4 import new_markdown_cell


def mutate(notebook):
    texts = ["a\n=\n" * 4990, "- " * 9000, "**a" * 6000, "[a](" * 4900, "> " * 9000]
    notebook.cells[1:1] = [new_markdown_cell(text) for text in texts * 4]
