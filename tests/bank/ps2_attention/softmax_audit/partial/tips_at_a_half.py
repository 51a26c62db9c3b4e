"""Takes the output for the score.

points: 1.75
finding: output-there
"""


def softmax_audit(z):
    others, largest = np.sort(z)[:-1], np.max(z)
    second = others[-1]
    others = others - second
    return {
        "line": 4,
        "gap": largest - second,
        "tipping_score": 0.5,
        "largest_derivative": 0.25,
    }
