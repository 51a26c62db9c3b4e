"""The gap is that between the two largest outputs.

points: 1.75
finding: gap-between-outputs
"""


def softmax_audit(z):
    powers = np.exp(z - z.max())
    y = np.sort(powers / powers.sum())
    return {
        "line": 4,
        "gap": y[-1] - y[-2],
        "tipping_score": np.logaddexp.reduce(np.delete(z, np.argmax(z))),
        "largest_derivative": 0.25,
    }
