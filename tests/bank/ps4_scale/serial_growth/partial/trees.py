"""Trees, as before.

points: 0.5
finding: Z, U: chose
"""

serial_growth = {
    "Z": {"U": "logarithmically", "T": "logarithmically"},
    "layer": {"J": "logarithmically", "T": "logarithmically"},
}
