"""Takes the second moment of a product for its variance.

points: 1.5
finding: product-mean-not-subtracted
"""

def score_moments(d, mean_q, var_q, mean_k, var_k):
    return d * mean_q * mean_k, d * (var_q + mean_q**2) * (var_k + mean_k**2)
