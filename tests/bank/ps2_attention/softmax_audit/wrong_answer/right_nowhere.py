"""Believes the argument, and guesses.

finding: line-0
"""


def softmax_audit(z):
    others, largest = np.sort(z)[:-1], np.max(z)
    second = others[-1]
    others = others - second
    return {
        "line": 0,
        "gap": 100,
        "tipping_score": largest,
        "largest_derivative": 1,
    }
