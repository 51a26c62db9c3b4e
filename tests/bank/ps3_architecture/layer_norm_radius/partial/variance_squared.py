"""Takes the variance for σ.

points: 1
finding: variance-squared
"""
import math


def layer_norm_radius(gamma, variance, d, eps):
    return abs(gamma) * math.sqrt(d) * variance / math.sqrt(variance**2 + eps)
