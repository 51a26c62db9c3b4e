"""Divides by the largest score where it should be subtracted.

points: 1
finding: divided-by-largest
"""

def softmax(z):
    z = np.asarray(z, dtype=float)
    e = np.exp(z / np.max(np.abs(z), axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)
