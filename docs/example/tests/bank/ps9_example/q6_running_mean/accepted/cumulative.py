"""With cumulative sums."""

import numpy as np


def running_mean(x):
    return np.cumsum(x) / np.arange(1, len(x) + 1)
