"""A set of indices for each entry."""

equations = {
    "projections": {"k", "x", "y"},
    "alpha": {"k", "x1", "y1", "x2", "y2"},
    "softmax over": {"x2", "y2"},
    "key in alpha": {"k", "x2", "y2"},
    "out": {"k", "x", "y"},
    "sum over": {"x'", "y'"},
    "value in out": {"k", "x'", "y'"},
    "h_out": {"x", "y"},
}
