"""Leaves out half of the entries.

points: 1
finding: gap
"""


def softmax_audit(z):
    others, largest = np.sort(z)[:-1], np.max(z)
    second = others[-1]
    others = others - second
    return {
        "line": 4,
        "largest_derivative": 0.25,
    }
