"""Takes the maximum without absolute values.

points: 1
finding: no-absolute-values
"""

import numpy as np

def equivariance_gap(attention, X, permutation):
    return (attention(X[:, permutation]) - attention(X)[:, permutation]).max()
