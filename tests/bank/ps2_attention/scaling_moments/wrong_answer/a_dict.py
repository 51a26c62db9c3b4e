"""Returns a dict with names.

finding: not-expected
"""


def score_moments(d, mean_q, var_q, mean_k, var_k):
    return {"mean": d * mean_q * mean_k, "variance": d * var_q * var_k}
