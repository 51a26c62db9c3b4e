"""Puts out tables of thousands of cells that each span a thousand columns and 65,534 rows.

Must happen: cells span a few others, and pictures have the size of a page.
"""

CELLS = [
    "from IPython.display import HTML\n"
    "HTML('<table>' + '<tr><td colspan=1000 rowspan=65534>x' * 4500 + '</table>')",
    "HTML('<img width=99999999 height=99999999 src=\"data:image/png;base64,iVBORw0KGgo=\">')",
]
