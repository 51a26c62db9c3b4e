"""The given code in quadratic time, called for 50 queries at a time: it keeps the memory limit.

Must happen: what should be quicker than given code, and takes its time, earns nothing.
"""

ASSIGNMENT = "ps2_attention"
HAND_INS = [
    {
        "linear_attention": """
def linear_attention(V, G_K, G_Q):
    pieces = [G_Q[:, at:at + 50] for at in range(0, V.shape[1], 50)]
    return np.hstack([quadratic_attention(V, G_K, piece) for piece in pieces])
"""
    }
]
EARNS = {"linear_attention": 0.0}
