"""As steep as a straight line.

points: 1.75
finding: slope-of-one
"""


def softmax_audit(z):
    others, largest = np.sort(z)[:-1], np.max(z)
    second = others[-1]
    others = others - second
    return {
        "line": 4,
        "gap": largest - second,
        "tipping_score": second + np.log(np.exp(others).sum()),
        "largest_derivative": 1,
    }
