"""One option for Z, in place of a dict for its two sizes.

points: 0.5
finding: Z, U: entry-missing
"""

serial_growth = {"Z": "linearly", "layer": {"J": "linearly", "T": "logarithmically"}}
