"""Forgets the exponential.

finding: entries differ
"""


def softmax(z):
    return z / z.sum(axis=-1, keepdims=True)
