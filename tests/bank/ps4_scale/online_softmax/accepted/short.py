"""The shortest that is right."""

from numpy import exp, inf


def merge(s, t):
    m = max(s[0], t[0])
    if m == -inf:
        return s
    a, b = exp(s[0] - m), exp(t[0] - m)
    return m, a * s[1] + b * t[1], a * s[2] + b * t[2]
