"""From the largest to the mean.

points: 1.75
finding: distance-from-mean
"""


def softmax_audit(z):
    others, largest = np.sort(z)[:-1], np.max(z)
    second = others[-1]
    others = others - second
    return {
        "line": 4,
        "gap": largest - np.mean(z),
        "tipping_score": second + np.log(np.exp(others).sum()),
        "largest_derivative": 0.25,
    }
