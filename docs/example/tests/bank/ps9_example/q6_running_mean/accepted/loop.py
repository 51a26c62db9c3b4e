"""Number by number."""

import numpy as np


def running_mean(x):
    total, means = 0.0, []
    for count, entry in enumerate(x, 1):
        total += entry
        means.append(total / count)
    return np.array(means)
