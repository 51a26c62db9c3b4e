"""Columns are read one after another, each by a tree.

points: 0.75
finding: rows-one-after-another(X*log(Y))
"""


def spatial_time(B, X, Y, J, K):
    return X * Y.bit_length() + J.bit_length()
