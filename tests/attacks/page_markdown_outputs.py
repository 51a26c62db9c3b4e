"""Puts scripts and addresses into outputs that are Markdown or LaTeX.

Must happen: they are cleaned like any other Markdown.
"""

CELLS = [
    "from IPython.display import Latex, Markdown, Math, display\n"
    "display(Markdown('[x](javascript:window.pwned=1) <img src=x onerror=window.pwned=2> ![](https://example.org/1.png)'))\n"
    "display(Latex('$x$<script>window.pwned=3</script>'), Math('\\\\href{javascript:window.pwned=4}{x}'))\n"
    "display(Latex('</div><img src=https://example.org/2.png onerror=window.pwned=5>'))",
]
