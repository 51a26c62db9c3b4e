"""Adds everything serially.

points: 0.5
finding: Z, T: chose
"""

serial_growth = {
    "Z": {"U": "linearly", "T": "linearly"},
    "layer": {"J": "linearly", "T": "linearly"},
}
