"""Divides by the largest score where it should be subtracted.

points: 1
finding: the scores are divided by the largest; subtract it
"""

def softmax(z):
    z = np.asarray(z, dtype=float)
    e = np.exp(z / np.max(np.abs(z), axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)
