"""Where it draws level with the second.

points: 1.75
finding: level-of-second
"""


def softmax_audit(z):
    others, largest = np.sort(z)[:-1], np.max(z)
    second = others[-1]
    others = others - second
    return {
        "line": 4,
        "gap": largest - second,
        "tipping_score": second,
        "largest_derivative": 0.25,
    }
