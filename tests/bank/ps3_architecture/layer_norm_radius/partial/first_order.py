"""To first order in eps.

points: 1
finding: first-order
"""
import math


def layer_norm_radius(gamma, variance, d, eps):
    if variance == 0:
        return 0.0
    return abs(gamma) * math.sqrt(d * max(1 - eps / variance, 0))
