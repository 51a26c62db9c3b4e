"""The equations of a text, not rewritten: only the range of the softmax is.

points: 0.25
finding: projections: comments
"""

equations = {
    "projections": {"k", "t"},
    "alpha": {"k", "t1", "t2"},
    "softmax over": {"x2", "y2"},
    "out": {"k", "t"},
    "sum over": {"t'"},
    "h_out": {"t"},
}
