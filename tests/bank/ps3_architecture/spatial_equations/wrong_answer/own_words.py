"""Formulas in place of indices.

finding: projections: chose-unknown
"""

equations = {
    "projections": "W h[x, y]",
    "alpha": "softmax(q k)",
    "softmax over": "all cells",
    "out": "sum of alpha v",
    "sum over": "all cells",
    "h_out": "out[0], out[1], ...",
}
