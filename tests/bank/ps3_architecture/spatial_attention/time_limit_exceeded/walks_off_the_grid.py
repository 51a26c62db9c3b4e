"""A walk over the cells that never comes to its end.

finding: not-in-time
"""

def spatial_self_attention(h, W_Q, W_K, W_V):
    x = y = 0
    while (x, y) != h.shape[:2]:
        x, y = (x + 1) % h.shape[0], (y + 1) % h.shape[1]
    return h, W_Q
