"""Prints and warns; both are harmless."""

import warnings

import numpy as np

def softmax(z):
    print("softmax of", z)
    warnings.warn("overflow ahead")
    e = np.exp(z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)
