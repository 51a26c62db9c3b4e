"""Leaves out the layer.

points: 0.5
finding: layer, J: entry-missing
"""

serial_growth = {"Z": {"U": "linearly", "T": "logarithmically"}}
