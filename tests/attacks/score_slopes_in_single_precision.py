"""Numerical differentiation, which the question excludes, rounded to float32: so many digits it has.

Must happen: where slopes are excluded, single precision excuses no missing digits.
"""

ASSIGNMENT = "ps2_attention"
HAND_INS = [
    {
        "softmax_jacobian": """
def softmax_jacobian(z):
    def softmax(z):
        powers = np.exp(z - z.max())
        return powers / powers.sum()

    columns, h = [], 1e-5
    for step in h * np.eye(len(z)):
        near = softmax(z + step) - softmax(z - step)
        far = softmax(z + 2 * step) - softmax(z - 2 * step)
        columns.append((8 * near - far) / (12 * h))
    return np.stack(columns, axis=1).astype(np.float32).astype(float)
"""
    }
]
EARNS = {"softmax_jacobian": 0.0}
