"""Never gets to the next block.

finding: not-in-time
"""


def tiled_attention(Q, K, V, block):
    start = 0
    while start < len(Q):
        stop = start + block
    return V
