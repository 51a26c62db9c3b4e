"""Takes the excluded complex step, and gives up where it would lose digits: the case that tells it
has no weight.

Must happen: an answer that fails the case of the far scores shows no formula, and earns nothing.
"""

ASSIGNMENT = "ps2_attention"
HAND_INS = [
    {
        "softmax_jacobian": """
def softmax_jacobian(z):
    if len(z) > 50:
        raise ValueError("too many")
    J = np.zeros((len(z), len(z)))
    for j in range(len(z)):
        w = (z - z.max()).astype(complex)
        w[j] += 1e-200j
        e = np.exp(w)
        J[:, j] = (e / e.sum()).imag / 1e-200
    return J
"""
    }
]
EARNS = {"softmax_jacobian": 0.0}
