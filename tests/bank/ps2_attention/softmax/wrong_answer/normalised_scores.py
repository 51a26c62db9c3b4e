"""Forgets the exponential.

finding: a vector: numbers-differ
"""


def softmax(z):
    return z / z.sum(axis=-1, keepdims=True)
