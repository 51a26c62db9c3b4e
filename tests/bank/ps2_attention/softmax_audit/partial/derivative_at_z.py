"""The derivative at z itself.

points: 1.75
finding: slope-at-z
"""


def softmax_audit(z):
    others, largest = np.sort(z)[:-1], np.max(z)
    second = others[-1]
    others = others - second
    return {
        "line": 4,
        "gap": largest - second,
        "tipping_score": second + np.log(np.exp(others).sum()),
        "largest_derivative": (lambda y: y * (1 - y))(1 / (1 + np.exp(others - largest + second).sum())),
    }
