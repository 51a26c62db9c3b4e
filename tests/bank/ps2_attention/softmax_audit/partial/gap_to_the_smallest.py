"""From the largest to the smallest.

points: 1.75
finding: gap-to-smallest
"""


def softmax_audit(z):
    others, largest = np.sort(z)[:-1], np.max(z)
    second = others[-1]
    others = others - second
    return {
        "line": 4,
        "gap": largest - np.min(z),
        "tipping_score": second + np.log(np.exp(others).sum()),
        "largest_derivative": 0.25,
    }
