"""Puts out thousands of tiny pieces of HTML, each of which is cleaned by itself.

Must happen: a cell has so many outputs and no more.
"""

COSTS = ["q5_double"]  # it displays for all of its time
SHOWS = "from IPython.display import HTML, display\nfor i in range({}):\n    display(HTML('<b>'))"
# The first is soon done, on any machine: it shows whether there is a limit.
CELLS = [SHOWS.format(200), *[SHOWS.format(2000)] * 2]
