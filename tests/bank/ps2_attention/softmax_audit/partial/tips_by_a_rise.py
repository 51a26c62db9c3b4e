"""How far the score has to move.

points: 1.75
finding: how-far
"""

import numpy as np


def softmax_audit(z):
    *others, second, largest = np.sort(z)
    rest = np.log(np.sum(np.exp([*others, second] - second)))
    return {
        "line": 4,
        "gap": largest - second,
        "tipping_score": second + rest - largest,
        "largest_derivative": 0.25,
    }
