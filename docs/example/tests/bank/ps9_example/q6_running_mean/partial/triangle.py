"""With a triangular matrix.

points: 3
finding: too-much-memory
"""

import numpy as np


def running_mean(x):
    return np.tri(len(x)) @ x / np.arange(1, len(x) + 1)
