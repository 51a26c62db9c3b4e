"""Uses a name that does not exist.

finding: raised(NameError)
"""


def score_moments(d, mean_q, var_q, mean_k, var_k):
    return d * mu_q * mu_k, d
