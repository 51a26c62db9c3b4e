"""Stops at the third line.

points: 1
finding: line-3
"""


def softmax_audit(z):
    others, largest = np.sort(z)[:-1], np.max(z)
    second = others[-1]
    others = others - second
    return {
        "line": 3,
        "gap": largest - second,
        "tipping_score": second + np.log(np.exp(others).sum()),
        "largest_derivative": 0.25,
    }
