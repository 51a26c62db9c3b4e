"""The stub.

finding: not-answered
"""

def spatial_self_attention(h, W_Q, W_K, W_V):
    raise NotImplementedError("Replace this line with your answer.")
