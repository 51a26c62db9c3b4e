"""Multiplies without the axis of heads.

finding: 2 × 5, 3 heads: h_out: raised(ValueError)
"""

def spatial_self_attention(h, W_Q, W_K, W_V):
    q, key, v = h @ W_Q.T, h @ W_K.T, h @ W_V.T
    return q @ key.T, v
