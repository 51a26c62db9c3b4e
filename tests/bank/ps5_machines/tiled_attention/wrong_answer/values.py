"""Gives the values back.

finding: given-back
"""


def tiled_attention(Q, K, V, block):
    return V
