"""Lets numpy add exponentials in the logarithm."""

import numpy as np

def softmax(z):
    return np.exp(z - np.logaddexp.reduce(z, axis=-1)[..., np.newaxis])
