"""Makes the arrays and asks for their sizes."""

import numpy as np


def attention_counts(n, d):
    matrices, biases = np.empty((3, d, d)), np.empty((3, d))
    scores = np.empty((n, d)) @ np.empty((d, n))
    output = np.empty(n * d)
    return dict(
        qkv_weights=matrices.size,
        qkv_biases=biases.size,
        attention_weights=scores.size,
        dense_weights=output.size**2,
        dense_biases=output.size,
    )
