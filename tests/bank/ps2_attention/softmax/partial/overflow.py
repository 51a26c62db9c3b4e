"""No maximum is subtracted.

points: 1.25
finding: overflow
"""

import numpy as np

def softmax(z):
    return np.exp(z) / np.sum(np.exp(z), axis=-1, keepdims=True)
