"""Leaves out half of the entries.

points: 1.25
finding: z = (−3, 1, 100, 5, −1): gap: no-such-key
"""


def softmax_audit(z):
    others, largest = np.sort(z)[:-1], np.max(z)
    second = others[-1]
    others = others - second
    return {
        "line": 4,
        "largest_derivative": 0.25,
    }
