"""The layer by trees.

points: 0.75
finding: layer, J: chose
"""

serial_growth = {
    "Z": {"U": "linearly", "T": "logarithmically"},
    "layer": {"J": "logarithmically", "T": "logarithmically"},
}
