"""eps = 0 apart, the maths module."""

import math


def layer_norm_radius(gamma, variance, d, eps):
    full = math.fabs(gamma) * math.sqrt(d)
    if eps == 0:
        return full
    return full * math.sqrt(1 - eps / (variance + eps))
