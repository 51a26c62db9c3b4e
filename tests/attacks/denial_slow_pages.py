"""Writes Markdown and code that take a page maker hours: nested elements, stars, brackets.

Must happen: what can't be shown quickly is shown as plain text.
"""

MARKDOWN = "<div>" * 100_000
CELLS = [
    "# " + "a**b" * 100_000,
    "x = '" + "a *" * 100_000 + "'",
    "from IPython.display import HTML, Markdown, display\n"
    "display(HTML('<b>' * 100_000), Markdown('<p><span>' * 50_000), Markdown('\\\\\\\\(' * 60_000))",
]


def mutate(notebook):
    for text in ("\\\\(" * 50_000, "[a](" * 50_000, "\\begin{a}" * 30_000, ">" * 50_000, "`" * 90_000):
        notebook.cells.append({"cell_type": "markdown", "metadata": {}, "source": text, "id": text[:1] * 3})


STOCK = "nbgrader takes hours"
