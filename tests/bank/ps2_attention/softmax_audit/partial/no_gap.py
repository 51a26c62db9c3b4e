"""The largest score itself.

points: 1.75
finding: largest-score
"""


def softmax_audit(z):
    others, largest = np.sort(z)[:-1], np.max(z)
    second = others[-1]
    others = others - second
    return {
        "line": 4,
        "gap": largest,
        "tipping_score": second + np.log(np.exp(others).sum()),
        "largest_derivative": 0.25,
    }
