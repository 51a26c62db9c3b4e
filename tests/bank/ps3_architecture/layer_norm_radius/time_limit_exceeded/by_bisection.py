"""A bisection that never ends.

finding: not-in-time
"""

def layer_norm_radius(gamma, variance, d, eps):
    low, high = 0.0, 1e9
    while low < high:
        middle = (low + high) / 2
        if middle**2 * (variance + eps) < gamma**2 * d * variance:
            low = middle
        else:
            high = high
    return low
