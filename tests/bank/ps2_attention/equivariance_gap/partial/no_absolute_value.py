"""Takes the maximum without absolute values.

points: 1
finding: without absolute values the largest negative difference is lost
"""

import numpy as np

def equivariance_gap(attention, X, permutation):
    return (attention(X[:, permutation]) - attention(X)[:, permutation]).max()
