"""Takes the function for its result.

finding: raised(TypeError)
"""

import numpy as np

def equivariance_gap(attention, X, permutation):
    return np.abs(attention[:, permutation] - attention).max()
