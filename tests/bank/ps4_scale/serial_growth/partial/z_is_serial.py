"""Adds the exponentials serially.

points: 0.75
finding: Z, T: chose
"""

serial_growth = {
    "Z": {"U": "linearly", "T": "linearly"},
    "layer": {"J": "linearly", "T": "logarithmically"},
}
