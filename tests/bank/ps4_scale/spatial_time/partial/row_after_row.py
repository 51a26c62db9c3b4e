"""Rows are read one after another, each by a tree.

points: 0.75
finding: rows-one-after-another(Y*log(X))
"""


def spatial_time(B, X, Y, J, K):
    return Y * X.bit_length() + J.bit_length()
