"""Puts out a hundred thousand tiny pieces of HTML, each of which is cleaned by itself.

Must happen: a cell has so many outputs and no more.
"""

COSTS = ["q5_double"]  # it displays for all of its time
CELLS = [
    "from IPython.display import HTML, display\nfor i in range(2000):\n    display(HTML('<b>'))"
] * 45
