"""Includes the largest score.

points: 1.75
finding: log-sum-of-all
"""


def softmax_audit(z):
    others, largest = np.sort(z)[:-1], np.max(z)
    second = others[-1]
    others = others - second
    return {
        "line": 4,
        "gap": largest - second,
        "tipping_score": largest + np.log(np.exp(z - largest).sum()),
        "largest_derivative": 0.25,
    }
