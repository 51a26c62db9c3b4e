"""Returns where the largest score is.

finding: a vector: array-shape
"""

import numpy as np

def softmax(z):
    return np.argmax(z, axis=-1)
