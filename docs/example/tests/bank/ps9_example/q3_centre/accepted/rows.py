"""Row by row."""

import numpy as np


def centre(x):
    return np.array([row - np.mean(row) for row in x])
