"""Divides by the sum of the features of the query.

points: 2
finding: divided-by-query-features
"""


def linear_attention(V, G_K, G_Q):
    return (V @ G_K.T) @ G_Q / G_Q.sum(axis=0)
