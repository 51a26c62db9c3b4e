"""Subtracts the maximum of each row."""

import numpy as np

def softmax(z):
    shifted = np.exp(z - np.max(z, axis=-1, keepdims=True))
    return shifted / np.sum(shifted, axis=-1, keepdims=True)
