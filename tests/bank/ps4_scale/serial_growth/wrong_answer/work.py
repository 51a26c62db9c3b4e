"""The work.

finding: layer, T: chose
"""

serial_growth = {
    "Z": {"U": "quadratically", "T": "linearly"},
    "layer": {"J": "quadratically", "T": "quadratically"},
}
