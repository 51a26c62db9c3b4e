"""Gives the values back.

finding: argument(V)
"""


def tiled_attention(Q, K, V, block):
    return V
