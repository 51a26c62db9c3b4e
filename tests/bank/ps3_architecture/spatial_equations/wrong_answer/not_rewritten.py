"""The equations of a text, as they are printed.

finding: not-rewritten
"""

equations = {
    "projections": {"k", "t"},
    "alpha": {"k", "t1", "t2"},
    "softmax over": {"t2"},
    "key in alpha": {"k", "t2"},
    "out": {"k", "t"},
    "sum over": {"t'"},
    "value in out": {"k", "t'"},
    "h_out": {"t"},
}
