"""Takes tokens to cost nothing, since there are processors for all.

points: 0.5
finding: Z, T: chose
"""

serial_growth = {
    "Z": {"U": "linearly", "T": "not at all"},
    "layer": {"J": "linearly", "T": "not at all"},
}
