"""Stops only at the last line.

points: 1
finding: line-5
"""


def softmax_audit(z):
    others, largest = np.sort(z)[:-1], np.max(z)
    second = others[-1]
    others = others - second
    return {
        "line": 5,
        "gap": largest - second,
        "tipping_score": second + np.log(np.exp(others).sum()),
        "largest_derivative": 0.25,
    }
