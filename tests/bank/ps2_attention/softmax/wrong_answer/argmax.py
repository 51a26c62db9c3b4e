"""Returns where the largest score is.

finding: its shape is
"""

import numpy as np

def softmax(z):
    return np.argmax(z, axis=-1)
