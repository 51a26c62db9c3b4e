"""Returns the logarithm.

points: 1
finding: logarithm
"""

import numpy as np

def softmax(z):
    z = z - z.max(axis=-1, keepdims=True)
    return z - np.log(np.exp(z).sum(axis=-1, keepdims=True))
