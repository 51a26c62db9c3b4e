"""Puts out as much as a cell may in each of sixty cells.

Must happen: there is a limit for the whole notebook as well.
"""

CELLS = ["print('x' * 1_000_000)"] * 60
