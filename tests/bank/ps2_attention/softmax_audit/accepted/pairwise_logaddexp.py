"""Adds the powers in their logarithms, one after another."""

from functools import reduce


def softmax_audit(z):
    z = list(map(float, z))
    top = z.pop(z.index(max(z)))
    tip = reduce(np.logaddexp, z)
    return dict(line=4, gap=top - max(z), tipping_score=tip, largest_derivative=1 / 4)
