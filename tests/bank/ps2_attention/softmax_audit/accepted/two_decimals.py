"""Rounds to two decimals, as the question allows."""

import numpy as np


def softmax_audit(z):
    *others, largest = sorted(z)
    tipping = np.logaddexp.reduce(others)
    numbers = {"gap": largest - others[-1], "tipping_score": tipping, "largest_derivative": 0.25}
    return {"line": 4} | {name: round(float(number), 2) for name, number in numbers.items()}
