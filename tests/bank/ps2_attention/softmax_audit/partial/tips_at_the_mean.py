"""The mean of the others.

points: 1.75
finding: mean-of-others
"""


def softmax_audit(z):
    others, largest = np.sort(z)[:-1], np.max(z)
    second = others[-1]
    others = others - second
    return {
        "line": 4,
        "gap": largest - second,
        "tipping_score": np.mean(np.sort(z)[:-1]),
        "largest_derivative": 0.25,
    }
