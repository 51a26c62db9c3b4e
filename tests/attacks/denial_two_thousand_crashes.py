"""Ends its process in 1900 cells, each of which costs a new process and all cells before it.

Must happen: to start a process is part of the submission's time.
"""

COSTS = ["q5_double"]
CELLS = ["import os\nos._exit(0)"] * 1900
