"""The largest score as it is.

points: 1.75
finding: largest-score-itself
"""

import numpy as np


def softmax_audit(z):
    *_, second, largest = np.sort(z)
    return {
        "line": 4,
        "gap": largest - second,
        "tipping_score": largest,
        "largest_derivative": 0.25,
    }
