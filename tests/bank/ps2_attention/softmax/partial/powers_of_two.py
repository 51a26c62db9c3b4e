"""Takes powers of 2.

points: 1
finding: powers-of-two
"""


def softmax(z):
    e = 2.0 ** (z - z.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)
