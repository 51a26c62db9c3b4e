"""Computed in float32, which is fine, and stored as float64."""

import numpy as np

def softmax(z):
    z = z - z.max(axis=-1, keepdims=True)
    e = np.exp(z.astype(np.float32))
    return (e / e.sum(axis=-1, keepdims=True)).astype(float)
