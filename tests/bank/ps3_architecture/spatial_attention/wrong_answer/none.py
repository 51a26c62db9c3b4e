"""No return.

finding: nothing-returned
"""

def spatial_self_attention(h, W_Q, W_K, W_V):
    alpha = np.exp(h)
