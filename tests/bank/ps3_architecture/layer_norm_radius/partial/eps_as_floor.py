"""The larger of variance and eps.

points: 1.5
finding: eps-as-floor
"""
import math


def layer_norm_radius(gamma, variance, d, eps):
    return abs(gamma) * math.sqrt(d * variance / max(variance, eps))
