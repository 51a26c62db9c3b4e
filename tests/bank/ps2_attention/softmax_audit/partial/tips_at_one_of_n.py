"""Where all are alike.

points: 1.75
finding: where-output-is-1-over-n
"""


def softmax_audit(z):
    others, largest = np.sort(z)[:-1], np.max(z)
    second = others[-1]
    others = others - second
    return {
        "line": 4,
        "gap": largest - second,
        "tipping_score": second + np.log(np.mean(np.exp(np.sort(z)[:-1] - second))),
        "largest_derivative": 0.25,
    }
